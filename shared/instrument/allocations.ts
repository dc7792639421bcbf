import { insertCalls, type CallPlace } from '../bytecode/insertCalls.ts';
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

const ALLOCATING = { owner: PROBE_CLASS, name: 'allocating', descriptor: '(Ljava/lang/Class;)V' };
/** Variable 0 is `this`. */
const FIRST_ARGUMENT = { kind: 'variable', index: 1 } as const;

/** They tell the probes of the class first: SluiceProbe.allocating(type). */
export const ALLOCATIONS: JdkHook = {
  tells: 'allocations',
  classNames: new Set(ALLOCATORS.keys()),
  insert: tellAllocations,
  lack: (className) =>
    `Classes that load are taken to have objects at once, for those that ${className} makes are not told of`,
};

function tellAllocations(model: ClassModel): Uint8Array | null {
  const allocator = ALLOCATORS.get(model.name.replaceAll('/', '.'));
  const found = model.methods.find(({ name, descriptor }) => name + descriptor === allocator);
  if (found === undefined) return null;
  const place: CallPlace = { bci: 0, argument: FIRST_ARGUMENT };
  return insertCalls(model, new Map([[found.index, place]]), ALLOCATING);
}
