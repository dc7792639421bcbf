import { readExceptionTable } from '../classfile/exceptionTable.ts';
import type { InstructionCursor } from '../classfile/instructionCursor.ts';
import { endsFlow, isConditionalBranch, OP } from '../classfile/opcodes.ts';
import { EACH_ONE, type OpcodeWeights } from '../classfile/opcodeWeights.ts';
import { eachJump } from './codeLoops.ts';
import type { OldMethod } from './oldMethod.ts';
import { openHandlers } from './ownHandlers.ts';
import { TAG, type ConstantPool } from '../classfile/constantPool.ts';

/** Instructions that are counted together, as soon as the first one begins. */
export interface Run {
  readonly bci: number;
  /** Instructions, each by its weight. */
  readonly weight: number;
}

/** An instruction that can end a run before its end. */
export interface EarlyEnd {
  readonly bci: number;
  /** What stands behind it in its run: it has been counted, and is not executed. */
  readonly behind: number;
}

/** A counter has room for twice as much beside what the probe lets stand in it (SluiceCounters.java). Without weights no method has more. */
export const MOST_OF_A_RUN = 1 << 19;

/**
 * The instructions of a method in runs. One ends behind a jump, a switch and a return, and before whatever is jumped to or handles
 * exceptions: "basic block analysis" (Binder, JP, section 4).
 *
 *     precise          a run ends behind each instruction that can throw, too: no early ends
 *     whole blocks     only where nobody could tell of it: within what handlers guard that cannot begin with a packet, and
 *                      in a constructor behind the call of another, which may leave it unseen
 *
 * None weighs more than MOST_OF_A_RUN: the next one begins before.
 */
export function runsOf(
  method: OldMethod,
  wholeBlocks: boolean,
  weights: OpcodeWeights = EACH_ONE,
): { readonly runs: readonly Run[]; readonly earlyEnds: readonly EarlyEnd[] } {
  const begins = runBegins(method);
  const isUntold = untold(method);
  const runs: Run[] = [];
  const earlyEnds: EarlyEnd[] = [];
  let throwing: { readonly bci: number; readonly before: number }[] = [];
  let start = 0;
  let length = 0;
  let weight = 0;
  const end = (): void => {
    runs.push({ bci: start, weight });
    for (const { bci, before } of throwing) {
      if (before < weight) earlyEnds.push({ bci, behind: weight - before });
    }
    throwing = [];
    length = 0;
    weight = 0;
  };
  for (const at = method.code.instructions(); at.next();) {
    const own = weights[at.opcode];
    if (length > 0 && (begins.has(at.offset) || weight + own > MOST_OF_A_RUN)) end();
    if (length === 0) start = at.offset;
    length++;
    weight += own;
    const throws = canThrow(method.model.pool, at);
    if (leaves(at) || (throws && (!wholeBlocks || isUntold(at)))) end();
    else if (throws) throwing.push({ bci: at.offset, before: weight });
  }
  return { runs, earlyEnds };
}

function runBegins(method: OldMethod): ReadonlySet<number> {
  const begins = new Set([0]);
  eachJump(method, (_, target) => begins.add(target));
  for (const { handler } of readExceptionTable(method.code)) begins.add(handler);
  return begins;
}

function leaves({ opcode }: InstructionCursor): boolean {
  return endsFlow(opcode) || isConditionalBranch(opcode) || opcode === OP.jsr || opcode === OP.jsr_w;
}

/** Whether nobody could tell that an exception of an instruction has ended a block. */
function untold(method: OldMethod): (at: InstructionCursor) => boolean {
  const open = openHandlers(method);
  const silent = readExceptionTable(method.code).filter(({ handler }) => !open.has(handler));
  const isConstructor = method.method.name === '<init>';
  return ({ offset, opcode }) =>
    (isConstructor && opcode === OP.invokespecial) ||
    silent.some(({ start, endExclusive }) => offset >= start && offset < endExclusive);
}

const THROWING = new Uint8Array(256)
  .fill(1, OP.iaload, OP.saload + 1)
  .fill(1, OP.iastore, OP.sastore + 1)
  .fill(1, OP.getstatic, OP.arraylength + 1) // fields, invocations, new, newarray, anewarray
  .fill(1, OP.athrow, OP.monitorexit + 1); //   checkcast, instanceof, monitorenter
for (const opcode of [OP.idiv, OP.ldiv, OP.irem, OP.lrem, OP.multianewarray]) THROWING[opcode] = 1;

/** Loaded without a look for anything that may be missing. */
const PLAIN_CONSTANTS: readonly number[] = [TAG.integer, TAG.float, TAG.long, TAG.double, TAG.string];

/** Whether its execution can end by an exception (JVMS §6.5), that of a failed resolution too. Returns are not asked about. */
function canThrow(pool: ConstantPool, at: InstructionCursor): boolean {
  const { opcode } = at;
  if (opcode < OP.ldc || opcode > OP.ldc2_w) return THROWING[opcode] === 1;
  return !PLAIN_CONSTANTS.includes(pool.tag(at.constantIndex));
}
