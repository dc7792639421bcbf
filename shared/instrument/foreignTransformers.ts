import { THIS, type InsertedCall, type InsertedCalls } from '../bytecode/insertedCalls.ts';
import type { ClassModel } from '../classfile/classModel.ts';
import type { MethodModel } from '../classfile/methodModel.ts';
import { OP } from '../classfile/opcodes.ts';
import type { JdkHook } from './jdkHook.ts';

const IMPLEMENTATION = 'sun.instrument.InstrumentationImpl';
/** What gives an agent its place among the others, with its first transformer that may retransform. */
const TAKES_PLACE = 'setHasRetransformableTransformers';

const ADDED = { owner: 'java/lang/SluiceTransformers', name: 'added', descriptor: '(Ljava/lang/Object;)V' };

/** Instrumentation.addTransformer tells of an agent that has just taken its place: SluiceTransformers.added(this). */
export const FOREIGN_TRANSFORMERS: JdkHook = {
  tells: 'transformers',
  classNames: new Set([IMPLEMENTATION]),
  calls: addedCalls,
  lack: () =>
    'Calls of methods whose bodies another agent skips, as of mocks, are not counted if it comes now',
};

function addedCalls(model: ClassModel): InsertedCalls | null {
  const calls = new Map<number, readonly InsertedCall[]>();
  for (const method of model.methods) {
    if (method.name !== 'addTransformer') continue;
    const bci = behindPlace(model, method);
    if (bci !== null) calls.set(method.index, [{ bci, callee: ADDED, argument: THIS }]);
  }
  return calls.size === 0 ? null : calls;
}

/** The bci of the instruction behind the call. */
function behindPlace({ pool }: ClassModel, method: MethodModel): number | null {
  const code = method.readCode();
  if (code === null) return null;
  for (const at = code.instructions(); at.next();) {
    const calls = at.opcode === OP.invokevirtual || at.opcode === OP.invokespecial;
    if (calls && pool.memberRef(at.constantIndex).name === TAKES_PLACE) return at.offset + at.length;
  }
  return null;
}
