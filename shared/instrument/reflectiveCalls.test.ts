import { describe, expect, it } from 'vitest';
import type { ClassModel } from '../classfile/classModel.ts';
import { readClass } from '../classfile/classReader.ts';
import { disassemble } from '../classfile/disassemble.ts';
import { compileJava, findJdks } from '../testing/compileJava.ts';
import { withCalls } from '../testing/hookedClass.ts';
import { jrtClasses } from '../testing/jrtClasses.ts';
import { REFLECTIVE_CALLS } from './reflectiveCalls.ts';

const hooked = (model: ClassModel): Uint8Array | null => withCalls(model, REFLECTIVE_CALLS.calls(model));

const TOLD = ['aload_0', 'invokestatic java/lang/SluiceProbe.reflecting(Ljava/lang/Object;)V'];

/** Which methods begin with telling, `name(descriptor)`. */
function telling(model: ClassModel): string[] {
  return model.methods
    .filter((method) => {
      const lines = disassemble(model, method).filter((line) => /^\d+: /.test(line));
      return TOLD.every((instruction, i) => lines[i]?.endsWith(`: ${instruction}`));
    })
    .map(({ name, descriptor }) => name + descriptor);
}

describe.each(findJdks())('JDK $major', ({ home }) => {
  it('tells of each reflective call before anything else is done', () => {
    const told = jrtClasses(home, 'java.base/java/lang/reflect', REFLECTIVE_CALLS.classNames).flatMap(
      (model) => {
        const bytes = hooked(model);
        return bytes === null ? [] : telling(readClass(bytes));
      },
    );
    expect(told).toEqual(
      expect.arrayContaining([
        'invoke(Ljava/lang/Object;[Ljava/lang/Object;)Ljava/lang/Object;',
        'newInstance([Ljava/lang/Object;)Ljava/lang/Object;',
        'newInstanceWithCaller([Ljava/lang/Object;ZLjava/lang/Class;)Ljava/lang/Object;',
      ]),
    );
  });
});

it('says so when a class has no such call', () => {
  const [bytes] = compileJava({ 'Other.java': 'class Other { void invoke() {} }' }).values();
  expect(hooked(readClass(bytes))).toBeNull();
});
