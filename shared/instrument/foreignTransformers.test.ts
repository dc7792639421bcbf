// @module-tag slow
import { describe, expect, it } from 'vitest';
import { readClass } from '../classfile/classReader.ts';
import { disassemble } from '../classfile/disassemble.ts';
import { compileJava, findJdks } from '../testing/compileJava.ts';
import { withCalls } from '../testing/hookedClass.ts';
import { jrtClasses } from '../testing/jrtClasses.ts';
import { FOREIGN_TRANSFORMERS } from './foreignTransformers.ts';

describe.each(findJdks())('JDK $major', ({ home }) => {
  it('tells of an agent right behind the call that gives it its place', () => {
    const [implementation] = jrtClasses(
      home,
      'java.instrument/sun/instrument',
      FOREIGN_TRANSFORMERS.classNames,
    );
    const bytes = withCalls(implementation, FOREIGN_TRANSFORMERS.calls(implementation));
    const model = readClass(bytes ?? new Uint8Array());
    const lines = model.methods.flatMap((method) =>
      disassemble(model, method).map((line) => `${method.name} ${line}`),
    );
    const at = lines.findIndex((line) => line.includes('SluiceTransformers.added(Ljava/lang/Object;)V'));
    expect(lines[at]).toMatch(/^addTransformer /);
    expect(lines[at - 1]).toContain('aload_0');
    expect(lines[at - 2]).toContain('setHasRetransformableTransformers');
    expect(lines.filter((line) => line.includes('SluiceTransformers'))).toHaveLength(1);
  });
});

it('a JVM that does it in another way is left as it is', () => {
  const [bytes] = compileJava({ 'A.java': 'class A { void addTransformer(Object o) {} }' }).values();
  expect(FOREIGN_TRANSFORMERS.calls(readClass(bytes))).toBeNull();
});
