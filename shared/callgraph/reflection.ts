import { ACC } from '../classfile/accessFlags.ts';
import type { MethodNode } from './callGraphNodes.ts';

/** What a call may lead to that its target's name does not tell. */
export interface ReflectiveCall {
  readonly methods: boolean;
  readonly constructors: 'none' | 'records' | 'all';
}

const METHODS: ReflectiveCall = { methods: true, constructors: 'none' };
const CONSTRUCTORS: ReflectiveCall = { methods: false, constructors: 'all' };
const RECORDS: ReflectiveCall = { methods: false, constructors: 'records' };
export const BOTH: ReflectiveCall = { methods: true, constructors: 'all' };

/** What of reflection tells of each call before it is made: that of Method and Constructor, and that of all method handles too. */
export type ToldReflection = 'nothing' | 'calls' | 'all';

interface ReflectiveCallee {
  /** Of its methods, '*' for any. */
  readonly names: string;
  readonly call: ReflectiveCall;
  /** What of it passes by Method.invoke and Constructor.newInstance: all but what method handles call. */
  readonly told: 'all' | 'all but records' | 'nothing';
}

/** By owner. */
const REFLECTIVE_CALLS: ReadonlyMap<string, ReflectiveCallee> = new Map([
  ['java.lang.reflect.Method', { names: 'invoke', call: METHODS, told: 'all' }],
  ['java.lang.reflect.Constructor', { names: 'newInstance', call: CONSTRUCTORS, told: 'all' }],
  ['java.lang.Class', { names: 'newInstance', call: CONSTRUCTORS, told: 'all' }],
  ['java.util.ServiceLoader', { names: '*', call: CONSTRUCTORS, told: 'all' }],
  [
    'java.io.ObjectInputStream',
    { names: 'readObject readUnshared', call: CONSTRUCTORS, told: 'all but records' },
  ],
  ['java.lang.invoke.MethodHandle', { names: '*', call: BOTH, told: 'nothing' }],
  ['java.beans.XMLDecoder', { names: '*', call: BOTH, told: 'all' }],
  ['java.beans.Expression', { names: '*', call: BOTH, told: 'all' }],
  ['java.beans.Statement', { names: '*', call: BOTH, told: 'all' }],
  ['javax.script.Invocable', { names: '*', call: BOTH, told: 'nothing' }],
  ['javax.management.MBeanServerConnection', { names: '*', call: METHODS, told: 'all' }],
  ['javax.management.MBeanServer', { names: '*', call: METHODS, told: 'all' }],
]);

/** What these make reflects when it is called: it may be made anywhere, and its caller sees an interface only. */
const MAKERS_OF_REFLECTIVE_OBJECTS: ReadonlyMap<string, string> = new Map([
  ['java.lang.invoke.MethodHandleProxies', 'asInterfaceInstance'],
  ['java.lang.invoke.MethodHandles', 'filterValue filterCoordinates collectCoordinates'],
  ['java.lang.foreign.Linker', 'upcallStub'],
  ['java.beans.EventHandler', 'create <init>'],
  ['javax.management.JMX', 'newMBeanProxy newMXBeanProxy'],
]);

/**
 * @param told what is told of before it is called is not named here
 * @returns null if nothing is to be expected of it
 */
export function reflectiveCallOf(
  ownerName: string,
  methodName: string,
  told: ToldReflection,
): ReflectiveCall | null {
  if (told === 'all') return null;
  const callee = REFLECTIVE_CALLS.get(ownerName);
  if (callee === undefined || !isAmong(callee.names, methodName)) return null;
  if (told === 'nothing' || callee.told === 'nothing') return callee.call;
  return callee.told === 'all' ? null : RECORDS;
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
