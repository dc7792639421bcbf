import { NO_CALLS, THIS, type InsertedCall, type InsertedCalls } from '../bytecode/insertedCalls.ts';
import { ACC } from '../classfile/accessFlags.ts';
import type { ClassModel } from '../classfile/classModel.ts';
import { declaresField } from '../classfile/declaresField.ts';
import { PROBE_CLASS } from './probeClass.ts';
import type { JdkHook } from './jdkHook.ts';

/** Where each reflective call passes, whoever makes it. Each method of such a name, since JDKs differ in who calls whom. */
const WAYS: ReadonlyMap<string, ReadonlySet<string>> = new Map([
  ['java.lang.reflect.Method', new Set(['invoke'])],
  // Since JDK 12 Class.newInstance and service loaders come in by the second one.
  ['java.lang.reflect.Constructor', new Set(['newInstance', 'newInstanceWithCaller'])],
]);

const HANDLE_CLASS = 'java.lang.invoke.DirectMethodHandle';
const MEMBER_CLASS = 'java.lang.invoke.MemberName';
/** What a direct method handle's code calls first, whoever invokes it: its argument is the handle, its result what is called next. */
const HANDLE_WAYS: ReadonlySet<string> = new Set([
  'internalMemberName',
  'internalMemberNameEnsureInit',
  'constructorMethod',
]);
const OBJECT_TO_OBJECT = '(Ljava/lang/Object;)Ljava/lang/Object;';

const REFLECTING: InsertedCall = {
  bci: 0,
  callee: { owner: PROBE_CLASS, name: 'reflecting', descriptor: '(Ljava/lang/Object;)V' },
  argument: THIS,
};

/** Method and Constructor tell the probes of themselves before they are called: SluiceProbe.reflecting(this). */
export const REFLECTIVE_CALLS: JdkHook = {
  tells: 'reflectiveCalls',
  classNames: new Set(WAYS.keys()),
  calls: reflectingCalls,
  lack: (className) => `What is called by ${className} is looked for by name only`,
};

const HANDLING: InsertedCall = {
  bci: 0,
  callee: { owner: PROBE_CLASS, name: 'handling', descriptor: '(Ljava/lang/Object;)V' },
  argument: { kind: 'variable', index: 0 },
};

/**
 * All method handles end in direct ones, and these in a method that a lambda form takes from the handle (JDK
 * java/lang/invoke/DirectMethodHandle.java, makePreparedLambdaForm), also where they were made long ago: SluiceProbe.handling(handle).
 * Methods of java.base are not told.
 */
export const HANDLE_CALLS: JdkHook = {
  tells: 'handleCalls',
  classNames: new Set([HANDLE_CLASS, MEMBER_CLASS]),
  calls: handlingCalls,
  lack: () => 'What method handles call is looked for by name only',
};

function handlingCalls(model: ClassModel): InsertedCalls | null {
  if (model.name.replaceAll('/', '.') === MEMBER_CLASS) return hasMembers(model) ? NO_CALLS : null;
  const ways = model.methods.filter(
    ({ name, descriptor, accessFlags }) =>
      HANDLE_WAYS.has(name) && descriptor === OBJECT_TO_OBJECT && (accessFlags & ACC.static) !== 0,
  );
  if (ways.length < HANDLE_WAYS.size || !declaresField(model, 'member', 'Ljava/lang/invoke/MemberName;'))
    return null;
  return new Map(ways.map(({ index }) => [index, [HANDLING]]));
}

/** What SluiceHandles.java reads of it. */
function hasMembers(model: ClassModel): boolean {
  return (
    declaresField(model, 'clazz', 'Ljava/lang/Class;') &&
    declaresField(model, 'method', 'Ljava/lang/invoke/ResolvedMethodName;') &&
    model.methods.some(({ name }) => name === 'getMethodType')
  );
}

function reflectingCalls(model: ClassModel): InsertedCalls | null {
  const names = WAYS.get(model.name.replaceAll('/', '.'));
  const ways = model.methods.filter(
    ({ name, accessFlags }) => names?.has(name) && (accessFlags & (ACC.static | ACC.native)) === 0,
  );
  return ways.length === 0 ? null : new Map(ways.map(({ index }) => [index, [REFLECTING]]));
}
