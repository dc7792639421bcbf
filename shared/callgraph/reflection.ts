import { ACC } from '../classfile/accessFlags.ts';
import type { MethodNode } from './methodNode.ts';

/** What a call may lead to that its target's name does not tell. */
export interface ReflectiveCall {
  readonly methods: boolean;
  readonly constructors: boolean;
}

const METHODS: ReflectiveCall = { methods: true, constructors: false };
const CONSTRUCTORS: ReflectiveCall = { methods: false, constructors: true };
export const BOTH: ReflectiveCall = { methods: true, constructors: true };

/** By owner; the names of its methods, '*' for any. */
const REFLECTIVE_CALLS: ReadonlyMap<string, { readonly names: string; readonly call: ReflectiveCall }> =
  new Map([
    ['java.lang.reflect.Method', { names: 'invoke', call: METHODS }],
    ['java.lang.reflect.Constructor', { names: 'newInstance', call: CONSTRUCTORS }],
    ['java.lang.Class', { names: 'newInstance', call: CONSTRUCTORS }],
    ['java.util.ServiceLoader', { names: '*', call: CONSTRUCTORS }],
    ['java.io.ObjectInputStream', { names: 'readObject readUnshared', call: CONSTRUCTORS }],
    ['java.lang.invoke.MethodHandle', { names: '*', call: BOTH }],
    ['java.beans.XMLDecoder', { names: '*', call: BOTH }],
    ['java.beans.Expression', { names: '*', call: BOTH }],
    ['java.beans.Statement', { names: '*', call: BOTH }],
    ['javax.script.Invocable', { names: '*', call: BOTH }],
    ['javax.management.MBeanServerConnection', { names: '*', call: METHODS }],
    ['javax.management.MBeanServer', { names: '*', call: METHODS }],
  ]);

/** What these make reflects when it is called: it may be made anywhere, and its caller sees an interface only. */
const MAKERS_OF_REFLECTIVE_OBJECTS: ReadonlyMap<string, string> = new Map([
  ['java.lang.invoke.MethodHandleProxies', 'asInterfaceInstance'],
  ['java.lang.invoke.MethodHandles', 'filterValue filterCoordinates collectCoordinates'],
  ['java.lang.foreign.Linker', 'upcallStub'],
  ['java.beans.EventHandler', 'create <init>'],
  ['javax.management.JMX', 'newMBeanProxy newMXBeanProxy'],
]);

export function reflectiveCallOf(ownerName: string, methodName: string): ReflectiveCall | null {
  const found = REFLECTIVE_CALLS.get(ownerName);
  return found !== undefined && isAmong(found.names, methodName) ? found.call : null;
}

export function makesReflectiveObject(ownerName: string, methodName: string): boolean {
  const names = MAKERS_OF_REFLECTIVE_OBJECTS.get(ownerName);
  return names !== undefined && isAmong(names, methodName);
}

function isAmong(names: string, name: string): boolean {
  return names === '*' || names.split(' ').includes(name);
}

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
