import { expect, test } from 'vitest';
import fc from 'fast-check';
import { SluiceError } from '../base/errors.ts';
import { ClassAssembler } from '../testing/classFixtures.ts';
import { compileJava } from '../testing/compileJava.ts';
import { readClass } from './classReader.ts';
import { writeClass } from './classWriter.ts';
import { disassemble } from './disassemble.ts';
import { OP } from './opcodes.ts';

const classes = compileJava({
  'shapes/Shapes.java': `package shapes;
    import java.util.*;
    import java.util.function.*;
    public class Shapes<T extends Comparable<T>> extends ArrayList<T> implements Runnable, Cloneable {
      static final long LIMIT = 1L << 40; static final double RATIO = 0.5; int[][] grid;
      enum Kind { SMALL, LARGE { @Override String label() { return "L"; } }; String label() { return "S"; } }
      record Point(int x, int y) { Point { if (x < 0) throw new IllegalArgumentException("x" + x); } }
      interface Named { default String name() { return "n" + hidden(); } private int hidden() { return 1; } static Named of() { return () -> { }; } void go(); }
      public void run() { synchronized (this) { grid = new int[2][3]; } }
      int pick(int i, String s) { switch (i) { case 1: return 1; case 2: return 4; case 3: return 9; default: }
        switch (s) { case "a": return -1; case "zebra": return -2; default: return i > 100000 ? 70000 : (int) (RATIO * i); } }
      Supplier<String> lambda(T t) { return () -> t + "\\0\\u00e9\\ud83d\\ude00"; }
    }`,
});
const shapes = classes.get('shapes/Shapes')!;

test('a class has the names, flags and methods of its source', () => {
  const model = readClass(shapes);
  expect(model.name).toBe('shapes/Shapes');
  expect(model.superName).toBe('java/util/ArrayList');
  expect(model.interfaces).toEqual(['java/lang/Runnable', 'java/lang/Cloneable']);
  expect(model.methods.map(({ name, descriptor }) => name + descriptor)).toEqual([
    '<init>()V',
    'run()V',
    'pick(ILjava/lang/String;)I',
    'lambda(Ljava/lang/Comparable;)Ljava/util/function/Supplier;',
    'lambda$lambda$0(Ljava/lang/Comparable;)Ljava/lang/String;',
  ]);
  expect(model.methods.map(({ index }) => index)).toEqual([0, 1, 2, 3, 4]);
});

test('every class is the same when written unchanged', () => {
  const noEdits = { constants: new Uint8Array(0), constantCount: 0, codeAttributes: new Map() };
  expect(classes.size).toBeGreaterThan(4);
  for (const bytes of classes.values()) expect(writeClass(readClass(bytes), noEdits)).toEqual(bytes);
});

test('a method reads as javap shows it', () => {
  const [twice] = compileJava({
    'A.java': 'class A { static int twice(int x) { return x > 0 ? x * 2 : 0; } }',
  }).values();
  const model = readClass(twice);
  expect(disassemble(model, model.methods[1])).toEqual([
    'static twice(I)I',
    'stack 2, locals 1',
    '0: iload_0',
    '1: ifle 10',
    '4: iload_0',
    '5: iconst_2',
    '6: imul',
    '7: goto 11',
    '10: iconst_0',
    '11: ireturn',
    'frame 10: same',
    'frame 11: same [integer]',
    'line 0: 1',
    'variable 0: x I 0..12',
  ]);
});

const simple = new ClassAssembler('Simple', 52)
  .method({ name: 'run', descriptor: '()V', maxStack: 0, maxLocals: 0, code: [OP.return] })
  .toBytes();

test.each<[string, (bytes: Uint8Array) => Uint8Array, RegExp]>([
  ['nothing at all', () => new Uint8Array(0), /^class file: byte 0: it has 0 bytes/],
  ['a wrong magic', (b) => with8(b, 0, 0xca ^ 1), /byte 0: magic is 0xcbfebabe; it must be 0xcafebabe/],
  ['a version before Java', (b) => with8(b, 7, 44), /byte 6: major_version is 44; 45 or more/],
  ['no constant pool', (b) => with8(with8(b, 8, 0), 9, 0), /constant_pool_count is 0/],
  ['more constants than bytes', (b) => with8(b, 8, 0xff), /constant_pool_count is 65\d+ with \d+ bytes left/],
  ['an undefined tag', (b) => with8(b, 10, 2), /constant pool index 1: byte 10: tag 2 is not defined/],
  [
    'bytes behind the end',
    (b) => Uint8Array.of(...b, 0),
    /^class Simple: byte \d+: 1 bytes follow the last attribute/,
  ],
  ['one byte less', (b) => b.slice(0, -1), /^class Simple: byte \d+: the attributes go on past their end/],
])('%s is refused with a sentence', (_, change, message) => {
  expect(() => readClass(change(simple))).toThrow(message);
  expect(() => readClass(change(simple))).toThrow(SluiceError);
});

test('an index into the constant pool is checked for range and kind', () => {
  const { pool } = readClass(simple);
  expect(() => pool.utf8(0)).toThrow(
    /constant pool index 0: byte 0: there is no entry; a Utf8 is needed, within 1 \.\. 7/,
  );
  expect(() => pool.className(70000)).toThrow(/index 70000: byte 0: there is no entry/);
  expect(() => pool.className(1)).toThrow(/index 1: byte 10: the entry is a Utf8; a Class is needed/);
  expect(() => pool.memberRef(1)).toThrow(/a Methodref is needed/);
});

test('whatever bytes are changed, reading ends at once and throws nothing but a SluiceError', () => {
  const change = fc.tuple(fc.nat(shapes.length - 1), fc.nat(255));
  fc.assert(
    fc.property(fc.array(change, { minLength: 1, maxLength: 8 }), (changes) => {
      const bytes = shapes.slice();
      for (const [at, value] of changes) bytes[at] = value;
      try {
        const model = readClass(bytes);
        for (const method of model.methods) disassemble(model, method);
      } catch (error) {
        if (!(error instanceof SluiceError)) throw error;
      }
    }),
    { numRuns: 3000, seed: 17 },
  );
});

function with8(bytes: Uint8Array, at: number, value: number): Uint8Array {
  const copy = bytes.slice();
  copy[at] = value;
  return copy;
}
