// @module-tag slow
import { describe, expect, it } from 'vitest';
import { ensure } from '../base/assert.ts';
import type { ClassModel } from '../classfile/classModel.ts';
import { readClass } from '../classfile/classReader.ts';
import { disassemble } from '../classfile/disassemble.ts';
import { compileJava, findJdks } from '../testing/compileJava.ts';
import { withCalls } from '../testing/hookedClass.ts';
import { jrtClasses } from '../testing/jrtClasses.ts';
import { HANDLE_CALLS, REFLECTIVE_CALLS } from './reflectiveCalls.ts';

const hooked = (model: ClassModel): Uint8Array | null => withCalls(model, REFLECTIVE_CALLS.calls(model));

const handling = (model: ClassModel): Uint8Array | null => withCalls(model, HANDLE_CALLS.calls(model));

const TOLD_HANDLE = ['aload_0', 'invokestatic java/lang/SluiceProbe.handling(Ljava/lang/Object;)V'];
const TOLD = ['aload_0', 'invokestatic java/lang/SluiceProbe.reflecting(Ljava/lang/Object;)V'];

/** Which methods begin with telling, `name(descriptor)`. */
function telling(model: ClassModel, told = TOLD): string[] {
  return model.methods
    .filter((method) => {
      const lines = disassemble(model, method).filter((line) => /^\d+: /.test(line));
      return told.every((instruction, i) => lines[i]?.endsWith(`: ${instruction}`));
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

  it('tells of each method handle before what it stands for is called', () => {
    const [direct] = jrtClasses(
      home,
      'java.base/java/lang/invoke',
      new Set([...HANDLE_CALLS.classNames].slice(0, 1)),
    );
    const bytes = ensure(handling(direct), 'the class with its calls');
    expect(telling(readClass(bytes), TOLD_HANDLE).sort()).toEqual(
      ['constructorMethod', 'internalMemberName', 'internalMemberNameEnsureInit'].map(
        (name) => `${name}(Ljava/lang/Object;)Ljava/lang/Object;`,
      ),
    );
  });

  it('says so when handles keep what they stand for elsewhere', () => {
    const members = new Set(['java.lang.invoke.MemberName']);
    const [model] = jrtClasses(home, 'java.base/java/lang/invoke', members);
    expect(HANDLE_CALLS.calls(model)).toEqual(new Map());
    for (const [name, other] of [
      ['clazz', 'owner'],
      ['getMethodType', 'getMemberType'],
      ['Ljava/lang/invoke/ResolvedMethodName;', 'Ljava/lang/invoke/FoundMethodName___;'],
    ])
      expect(HANDLE_CALLS.calls(readClass(renamed(model.bytes, name, other)))).toBeNull();
  });
});

it('says so when a class has no such call', () => {
  const [bytes] = compileJava({ 'Other.java': 'class Other { void invoke() {} }' }).values();
  expect(hooked(readClass(bytes))).toBeNull();
});

/** Each text of a class file that is exactly this, as another of the same length. */
function renamed(bytes: Uint8Array, text: string, other: string): Uint8Array {
  const copy = Buffer.from(bytes);
  const entry = Buffer.from(`\x01\0${String.fromCharCode(text.length)}${text}`, 'latin1');
  for (let at = copy.indexOf(entry); at >= 0; at = copy.indexOf(entry, at + 1))
    copy.write(other, at + 3, 'latin1');
  return copy;
}
