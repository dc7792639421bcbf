import { THIS, type InsertedCall, type InsertedCalls } from '../bytecode/insertedCalls.ts';
import type { ClassModel } from '../classfile/classModel.ts';
import type { MethodModel } from '../classfile/methodModel.ts';
import { OP } from '../classfile/opcodes.ts';
import { PROBE_CLASS } from './probeClass.ts';
import type { JdkHook } from './jdkHook.ts';

/**
 * Before which calls a start tells of itself. It has been found legal by then (a thread that runs already is refused before),
 * nothing of the thread has run, and what fails from there on is undone by handlers of the JDK's own.
 */
const LAST_STEPS: ReadonlySet<string> = new Set([
  'start0()V',
  'inheritScopedValueBindings(Ljdk/internal/vm/ThreadContainer;)V',
]);

const STARTING = { owner: PROBE_CLASS, name: 'starting', descriptor: '(Ljava/lang/Thread;)V' };

/**
 * The classes in which every thread of a program starts tell the probes of each one that is about to: SluiceProbe.starting(this).
 * `Thread.start()`; since JDK 21 also `start(ThreadContainer)` of both, by which executors, thread builders and structured
 * tasks start theirs.
 */
export const THREAD_STARTS: JdkHook = {
  tells: 'threadStarts',
  classNames: new Set(['java.lang.Thread', 'java.lang.VirtualThread']),
  calls: startingCalls,
  lack: (className) => `Threads that ${className} starts are not followed`,
};

function startingCalls(model: ClassModel): InsertedCalls | null {
  const calls = new Map<number, readonly InsertedCall[]>();
  for (const method of model.methods) {
    if (method.name !== 'start') continue;
    const bci = lastStepOf(model, method);
    if (bci !== null) calls.set(method.index, [{ bci, callee: STARTING, argument: THIS }]);
  }
  return calls.size === 0 ? null : calls;
}

/** The bci of the first of LAST_STEPS; null for a method that leaves it to another `start`. */
function lastStepOf({ pool }: ClassModel, method: MethodModel): number | null {
  const code = method.readCode();
  if (code === null) return null;
  for (const at = code.instructions(); at.next();) {
    if (at.opcode !== OP.invokevirtual && at.opcode !== OP.invokespecial) continue;
    const { name, descriptor } = pool.memberRef(at.constantIndex);
    if (LAST_STEPS.has(name + descriptor)) return at.offset;
  }
  return null;
}
