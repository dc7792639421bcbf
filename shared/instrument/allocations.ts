import type { InsertedCall, InsertedCalls } from '../bytecode/insertedCalls.ts';
import type { ClassModel } from '../classfile/classModel.ts';
import { PROBE_CLASS } from './probeClass.ts';
import type { JdkHook } from './jdkHook.ts';

/**
 * Where Java code gets objects that no constructor of their class makes: deserialisation and libraries like Objenesis come to the
 * first one, once for each class; what takes sun.misc.Unsafe comes to the second. Each has the class as its first argument.
 */
const ALLOCATORS: ReadonlyMap<string, string> = new Map([
  [
    'jdk.internal.reflect.ReflectionFactory',
    'generateConstructor(Ljava/lang/Class;Ljava/lang/reflect/Constructor;)Ljava/lang/reflect/Constructor;',
  ],
  ['sun.misc.Unsafe', 'allocateInstance(Ljava/lang/Class;)Ljava/lang/Object;'],
]);

/** Variable 0 is `this`, 1 the class. */
const ALLOCATING: InsertedCall = {
  bci: 0,
  callee: { owner: PROBE_CLASS, name: 'allocating', descriptor: '(Ljava/lang/Class;)V' },
  argument: { kind: 'variable', index: 1 },
};

/** They tell the probes of the class first: SluiceProbe.allocating(type). */
export const ALLOCATIONS: JdkHook = {
  tells: 'allocations',
  classNames: new Set(ALLOCATORS.keys()),
  calls: allocatingCalls,
  lack: (className) =>
    `Classes that load are taken to have objects at once, for those that ${className} makes are not told of`,
};

function allocatingCalls(model: ClassModel): InsertedCalls | null {
  const allocator = ALLOCATORS.get(model.name.replaceAll('/', '.'));
  const found = model.methods.find(({ name, descriptor }) => name + descriptor === allocator);
  return found ? new Map([[found.index, [ALLOCATING]]]) : null;
}
