import type { MethodId } from '../base/ids.ts';
import { layOut } from '../bytecode/codeLayout.ts';
import { NO_CALLS, type InsertedCall, type InsertedCalls } from '../bytecode/insertedCalls.ts';
import { isYield } from '../callgraph/continuationYield.ts';
import type { ClassModel } from '../classfile/classModel.ts';
import type { CodeModel } from '../classfile/codeModel.ts';
import { TAG, type ConstantPool } from '../classfile/constantPool.ts';
import { OP } from '../classfile/opcodes.ts';
import { PROBE_CLASS } from './probeClass.ts';

const WITNESS = { owner: PROBE_CLASS, name: 'witness', descriptor: '(I)V' };

/**
 * `SluiceProbe.witness(id)` before each call of Continuation.yield, by whatever subclass it is named: a thread that comes to one within a
 * subgraph leaves frames without returning from them. Where a jump leads to the call, the witness is at the beginning of the method.
 * @returns null if a method handle suspends, which no code shows
 */
export function suspensions(model: ClassModel, id: MethodId): InsertedCalls | null {
  const { pool, methods } = model;
  for (let index = 1; index < pool.count; index++)
    if (pool.tag(index) === TAG.methodHandle && isYield(pool, pool.methodHandleReferenceIndex(index)))
      return null;
  const calls = new Map<number, readonly InsertedCall[]>();
  for (const method of methods) {
    const code = method.readCode();
    const bcis = code === null ? [] : yieldsIn(pool, code);
    if (code === null || bcis.length === 0) continue;
    const targets = new Set(layOut(code).branches.map(({ target }) => target));
    const places = new Set(bcis.map((bci) => (targets.has(bci) ? 0 : bci)));
    const inserted = [...places].sort((a, b) => a - b);
    calls.set(
      method.index,
      inserted.map((bci) => ({ bci, callee: WITNESS, argument: { kind: 'number', value: id } })),
    );
  }
  return calls.size === 0 ? NO_CALLS : calls;
}

function yieldsIn(pool: ConstantPool, code: CodeModel): readonly number[] {
  const bcis: number[] = [];
  for (const at = code.instructions(); at.next();)
    if (at.opcode === OP.invokestatic && isYield(pool, at.constantIndex)) bcis.push(at.offset);
  return bcis;
}
