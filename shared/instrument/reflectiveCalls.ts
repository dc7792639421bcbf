import { THIS, type InsertedCall, type InsertedCalls } from '../bytecode/insertedCalls.ts';
import { ACC } from '../classfile/accessFlags.ts';
import type { ClassModel } from '../classfile/classModel.ts';
import { PROBE_CLASS } from './probeClass.ts';
import type { JdkHook } from './jdkHook.ts';

/** Where each reflective call passes, whoever makes it. Each method of such a name, since JDKs differ in who calls whom. */
const WAYS: ReadonlyMap<string, ReadonlySet<string>> = new Map([
  ['java.lang.reflect.Method', new Set(['invoke'])],
  // Since JDK 12 Class.newInstance and service loaders come in by the second one.
  ['java.lang.reflect.Constructor', new Set(['newInstance', 'newInstanceWithCaller'])],
]);

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

function reflectingCalls(model: ClassModel): InsertedCalls | null {
  const names = WAYS.get(model.name.replaceAll('/', '.'));
  const ways = model.methods.filter(
    ({ name, accessFlags }) => names?.has(name) && (accessFlags & (ACC.static | ACC.native)) === 0,
  );
  return ways.length === 0 ? null : new Map(ways.map(({ index }) => [index, [REFLECTING]]));
}
