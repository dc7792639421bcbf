// @module-tag slow
import { describe, expect, it } from 'vitest';
import type { ClassModel } from '../classfile/classModel.ts';
import { readClass } from '../classfile/classReader.ts';
import { disassemble } from '../classfile/disassemble.ts';
import { compileJava, findJdks } from '../testing/compileJava.ts';
import { withCalls } from '../testing/hookedClass.ts';
import { jrtClasses } from '../testing/jrtClasses.ts';
import { ALLOCATIONS } from './allocations.ts';

const hooked = (model: ClassModel): Uint8Array | null => withCalls(model, ALLOCATIONS.calls(model));

const PACKAGES = ['java.base/jdk/internal/reflect', 'jdk.unsupported/sun/misc'];

describe.each(findJdks())('JDK $major', ({ home }) => {
  it('tells the class first wherever objects are made without a constructor', () => {
    const told = PACKAGES.flatMap((folder) => jrtClasses(home, folder, ALLOCATIONS.classNames)).flatMap(
      (model) => {
        const bytes = hooked(model);
        if (bytes === null) return [];
        const changed = readClass(bytes);
        return changed.methods.flatMap((method) => {
          const [first, second] = disassemble(changed, method).filter((line) => /^\d+: /.test(line));
          return first?.endsWith(': aload_1') &&
            second?.includes('SluiceProbe.allocating(Ljava/lang/Class;)V')
            ? [`${changed.name}.${method.name}`]
            : [];
        });
      },
    );
    expect(told).toEqual([
      'jdk/internal/reflect/ReflectionFactory.generateConstructor',
      'sun/misc/Unsafe.allocateInstance',
    ]);
  });
});

it('says so when a class makes no objects', () => {
  const [bytes] = compileJava({
    'Other.java': 'class Other { void allocateInstance(Class<?> type) {} }',
  }).values();
  expect(hooked(readClass(bytes))).toBeNull();
});
