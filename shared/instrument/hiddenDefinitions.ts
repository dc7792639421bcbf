import type { InsertedCall, InsertedCalls } from '../bytecode/insertedCalls.ts';
import type { ClassModel } from '../classfile/classModel.ts';
import type { JdkHook } from './jdkHook.ts';

const LOOKUP = 'java.lang.invoke.MethodHandles$Lookup';
/** Variable 0 is the Lookup, 1 the class file. */
const DEFINING: InsertedCall = {
  bci: 0,
  callee: { owner: 'java/lang/SluiceHiddenClasses', name: 'defining', descriptor: '([B)V' },
  argument: { kind: 'variable', index: 1 },
};

/**
 * What the program defines hidden passes these methods of Lookup (JDK 15), defineHiddenClass and defineHiddenClassWithClassData: they
 * tell of it first. The JDK's own hidden classes, as of lambdas, do not.
 */
export const HIDDEN_DEFINITIONS: JdkHook = {
  tells: 'hiddenDefinitions',
  classNames: new Set([LOOKUP]),
  calls: definingCalls,
  lack: () => 'What classes call that the program defines hidden is looked for by name only',
};

/** None in a JVM without hidden classes. */
function definingCalls(model: ClassModel): InsertedCalls {
  const defining = model.methods.filter(
    ({ name, descriptor }) => name.startsWith('defineHiddenClass') && descriptor.startsWith('([B'),
  );
  return new Map(defining.map(({ index }) => [index, [DEFINING]]));
}
