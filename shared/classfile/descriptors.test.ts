import { expect, test } from 'vitest';
import { SluiceError } from '../base/errors.ts';
import {
  argumentSlots,
  javaParameters,
  javaReturnType,
  javaType,
  methodPatternOf,
  parseMethodDescriptor,
} from './descriptors.ts';

test('a descriptor reads as Java writes it', () => {
  const descriptor = '(IJ[[DLjava/util/Map$Entry;Z)[Ljava/lang/String;';
  expect(javaParameters(descriptor)).toBe('(int, long, double[][], Map$Entry, boolean)');
  expect(javaParameters(descriptor, 'qualified')).toBe(
    '(int, long, double[][], java.util.Map$Entry, boolean)',
  );
  expect(javaReturnType(descriptor)).toBe('String[]');
  expect(javaReturnType('()V')).toBe('void');
  expect(argumentSlots(descriptor)).toBe(6);
});

test('a method has one pattern that means only it', () => {
  const pattern = 'a.b.C$D::run(int,java.lang.String[])';
  expect(methodPatternOf('a/b/C$D', 'run', '(I[Ljava/lang/String;)V')).toBe(pattern);
  expect(methodPatternOf('a.b.C$D', 'run', '(I[Ljava/lang/String;)V')).toBe(pattern);
  expect(methodPatternOf('A', '<init>', '()V')).toBe('A::<init>()');
});

test.each(['', 'I', '(', '(I', '()', '(V)V', '()VV', '(L;)V', '(Ljava)V', '([)V', '()[V', '(Q)V'])(
  '%j is no method descriptor',
  (descriptor) => {
    expect(() => parseMethodDescriptor(descriptor)).toThrow(SluiceError);
  },
);

test('a type that is none is refused', () => {
  expect(() => javaType('toString')).toThrow(SluiceError);
});
