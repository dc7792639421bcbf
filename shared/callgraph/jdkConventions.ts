import { ACC } from '../classfile/accessFlags.ts';
import { takesPlainValues } from './classAnalysis.ts';
import type { CallSite, MethodNode } from './callGraphNodes.ts';

/**
 * What is known of the JDK beyond its signatures: which of its methods call nothing back, which call methods that no
 * call site names, and which methods it finds by their names.
 */

/** Final classes, or nearly so, that call objects only if they are given some. */
const PLAIN_OWNERS: ReadonlySet<string> = new Set(
  [
    'String StringBuilder StringBuffer Math StrictMath Boolean Byte Character Short Integer Long Float Double',
    'System Runtime',
  ]
    .join(' ')
    .split(' ')
    .map((name) => `java.lang.${name}`),
);
/** Of PLAIN_OWNERS, what does call the program after all: hooks, loaders, security. */
const NOT_PLAIN: ReadonlySet<string> = new Set([
  'load',
  'loadLibrary',
  'setSecurityManager',
  'exit',
  'halt',
  'addShutdownHook',
  'runFinalization',
]);

/**
 * Whether a call of left-out code surely comes back without having called the program: new Object(), Math.max,
 * StringBuilder.append(int), new IllegalStateException(String). When in doubt, it does not.
 * @param fromConstructor the caller may be constructing an object of its own class: super(...) may call back
 */
export function surelyCallsNothing(site: CallSite, fromConstructor: boolean): boolean {
  const owner = site.owner.name;
  const { name, descriptor } = site.member;
  if (owner === 'java.lang.Object')
    return name === '<init>' || name === 'getClass' || /^(wait|notify)/.test(name);
  if (!takesPlainValues(descriptor)) return owner === 'java.lang.System' && PLAIN_SYSTEM.has(name);
  if (name === '<init>') return !fromConstructor && /^java\.lang\.[^.]*$/.test(owner);
  return PLAIN_OWNERS.has(owner) && !NOT_PLAIN.has(name);
}

const PLAIN_SYSTEM: ReadonlySet<string> = new Set(['arraycopy', 'identityHashCode']);

/**
 * Private or static methods that left-out code looks up by name: of serialisation (java.io.Serializable, SerializedLambda),
 * and values() of an enum (Enum.valueOf, EnumMap). All of them it calls by Method.invoke; for libraries of serialisation
 * sun.reflect.ReflectionFactory makes method handles of them.
 */
export function isCalledByConvention(method: MethodNode): boolean {
  const { name, descriptor } = method.member;
  const isStatic = (method.accessFlags & ACC.static) !== 0;
  if (isStatic) return name === DESERIALIZE_LAMBDA || (name === 'values' && descriptor.startsWith('()[L'));
  return SERIALIZATION_METHODS.has(name + descriptor);
}

const DESERIALIZE_LAMBDA = '$deserializeLambda$';
const SERIALIZATION_METHODS: ReadonlySet<string> = new Set([
  'readObject(Ljava/io/ObjectInputStream;)V',
  'writeObject(Ljava/io/ObjectOutputStream;)V',
  'readObjectNoData()V',
  'readResolve()Ljava/lang/Object;',
  'writeReplace()Ljava/lang/Object;',
]);

/** Methods of the program that the JVM itself calls on its own account: [owner, name, descriptor]. */
export const VM_UPCALLS: readonly (readonly [string, string, string])[] = [
  ['java.lang.ClassLoader', 'loadClass', '(Ljava/lang/String;)Ljava/lang/Class;'],
];
