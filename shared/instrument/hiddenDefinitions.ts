import { insertCalls, type CallPlace } from '../bytecode/insertCalls.ts';
import type { ClassModel } from '../classfile/classModel.ts';
import type { JdkHook } from './jdkHook.ts';

const LOOKUP = 'java.lang.invoke.MethodHandles$Lookup';
const DEFINING = { owner: 'java/lang/SluiceHiddenClasses', name: 'defining', descriptor: '([B)V' };
/** Variable 0 is the Lookup, 1 the class file. */
const PLACE: CallPlace = { bci: 0, argument: { kind: 'variable', index: 1 } };

/**
 * What the program defines hidden passes these methods of Lookup (JDK 15), defineHiddenClass and defineHiddenClassWithClassData: they
 * tell of it first. The JDK's own hidden classes, as of lambdas, do not.
 */
export const HIDDEN_DEFINITIONS: JdkHook = {
  tells: 'hiddenDefinitions',
  classNames: new Set([LOOKUP]),
  insert: tellDefinitions,
  lack: () => 'What classes call that the program defines hidden is looked for by name only',
};

function tellDefinitions(model: ClassModel): Uint8Array | null {
  const defining = model.methods.filter(
    ({ name, descriptor }) => name.startsWith('defineHiddenClass') && descriptor.startsWith('([B'),
  );
  if (defining.length === 0) return model.bytes; // a JVM without hidden classes
  return insertCalls(model, new Map(defining.map(({ index }) => [index, PLACE])), DEFINING);
}
