import { insertCalls, THIS, type CallPlace } from '../bytecode/insertCalls.ts';
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

const REFLECTING = { owner: PROBE_CLASS, name: 'reflecting', descriptor: '(Ljava/lang/Object;)V' };

/** Method and Constructor tell the probes of themselves before they are called: SluiceProbe.reflecting(this). */
export const REFLECTIVE_CALLS: JdkHook = {
  tells: 'reflectiveCalls',
  classNames: new Set(WAYS.keys()),
  insert: tellReflectiveCalls,
  lack: (className) => `What is called by ${className} is looked for by name only`,
};

function tellReflectiveCalls(model: ClassModel): Uint8Array | null {
  const names = WAYS.get(model.name.replaceAll('/', '.'));
  const beginnings = new Map<number, CallPlace>();
  for (const { name, accessFlags, index } of model.methods) {
    if (names?.has(name) && (accessFlags & (ACC.static | ACC.native)) === 0)
      beginnings.set(index, { bci: 0, argument: THIS });
  }
  return beginnings.size === 0 ? null : insertCalls(model, beginnings, REFLECTING);
}
