import { ACC } from '../classfile/accessFlags.ts';
import { takesPlainValues } from './classAnalysis.ts';
import type { CallSite, MethodNode } from './methodNode.ts';

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

/** What a call may do that its target's name does not tell. */
export interface ReflectiveCall {
  readonly methods: boolean;
  readonly constructors: boolean;
}

const METHODS: ReflectiveCall = { methods: true, constructors: false };
const CONSTRUCTORS: ReflectiveCall = { methods: false, constructors: true };
const BOTH: ReflectiveCall = { methods: true, constructors: true };

/** By owner; the names of its methods, '*' for any. */
const REFLECTIVE_CALLS: ReadonlyMap<
  string,
  { readonly names: readonly string[]; readonly call: ReflectiveCall }
> = new Map([
  ['java.lang.reflect.Method', { names: ['invoke'], call: METHODS }],
  ['java.lang.reflect.Constructor', { names: ['newInstance'], call: CONSTRUCTORS }],
  ['java.lang.Class', { names: ['newInstance'], call: CONSTRUCTORS }],
  ['java.util.ServiceLoader', { names: ['*'], call: CONSTRUCTORS }],
  ['java.io.ObjectInputStream', { names: ['readObject', 'readUnshared'], call: CONSTRUCTORS }],
  ['java.lang.invoke.MethodHandle', { names: ['*'], call: BOTH }],
  ['java.beans.XMLDecoder', { names: ['*'], call: BOTH }],
  ['java.beans.Expression', { names: ['*'], call: BOTH }],
  ['java.beans.Statement', { names: ['*'], call: BOTH }],
  ['javax.script.Invocable', { names: ['*'], call: BOTH }],
]);

export function reflectiveCallOf(ownerName: string, methodName: string): ReflectiveCall | null {
  const found = REFLECTIVE_CALLS.get(ownerName);
  if (found === undefined) return null;
  return found.names.includes(methodName) || found.names.includes('*') ? found.call : null;
}

/**
 * Private or static methods that left-out code looks up by name: of serialisation (java.io.Serializable, SerializedLambda),
 * and values() of an enum (Enum.valueOf, EnumMap).
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

/**
 * Whether reflection can be expected to find the method: it carries an annotation, a string of the program is its
 * name, it reads like a property's getter or setter, or it is main.
 */
export function isReflectionCandidate(method: MethodNode, literals: ReadonlySet<string>): boolean {
  const { name } = method.member;
  if (name.startsWith('<') || (method.accessFlags & ACC.synthetic) !== 0) return false;
  return method.isAnnotated || literals.has(name) || isBeanAccessor(method) || name === 'main';
}

function isBeanAccessor(method: MethodNode): boolean {
  if ((method.accessFlags & ACC.public) === 0 || (method.accessFlags & ACC.static) !== 0) return false;
  const { name, descriptor } = method.member;
  if (/^(get|is)\p{Lu}/u.test(name)) return descriptor.startsWith('()') && !descriptor.endsWith('V');
  return /^set\p{Lu}/u.test(name) && /^\((\[*([BCDFIJSZ]|L[^;]+;))\)/.test(descriptor);
}

/** Methods of the program that the JVM itself calls on its own account: [owner, name, descriptor]. */
export const VM_UPCALLS: readonly (readonly [string, string, string])[] = [
  ['java.lang.ClassLoader', 'loadClass', '(Ljava/lang/String;)Ljava/lang/Class;'],
];
