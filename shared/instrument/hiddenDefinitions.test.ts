import { describe, expect, it } from 'vitest';
import type { ClassModel } from '../classfile/classModel.ts';
import { readClass } from '../classfile/classReader.ts';
import { disassemble } from '../classfile/disassemble.ts';
import { compileJava, findJdks } from '../testing/compileJava.ts';
import { withCalls } from '../testing/hookedClass.ts';
import { jrtClasses } from '../testing/jrtClasses.ts';
import { HIDDEN_DEFINITIONS } from './hiddenDefinitions.ts';

const hooked = (model: ClassModel): Uint8Array | null => withCalls(model, HIDDEN_DEFINITIONS.calls(model));

const TOLD = ['aload_1', 'invokestatic java/lang/SluiceHiddenClasses.defining([B)V'];

describe.each(findJdks())('JDK $major', ({ home }) => {
  it('tells of each class that is defined hidden before anything else is done', () => {
    const [lookup] = jrtClasses(home, 'java.base/java/lang/invoke', HIDDEN_DEFINITIONS.classNames);
    const model = readClass(hooked(lookup) ?? new Uint8Array());
    const telling = model.methods.filter((method) => {
      const lines = disassemble(model, method).filter((line) => /^\d+: /.test(line));
      return TOLD.every((instruction, i) => lines[i]?.endsWith(`: ${instruction}`));
    });
    expect(telling.map(({ name }) => name).sort()).toEqual([
      'defineHiddenClass',
      'defineHiddenClassWithClassData',
    ]);
  });
});

it('leaves a JVM as it is that has no hidden classes', () => {
  const [bytes] = compileJava({
    'Lookup.java': 'class Lookup { void defineClass(byte[] file) {} }',
  }).values();
  expect(hooked(readClass(bytes))).toEqual(bytes);
});
