import type { ConstantPool } from '../classfile/constantPool.ts';
import { readExceptionTable } from '../classfile/exceptionTable.ts';
import type { InstructionCursor } from '../classfile/instructionCursor.ts';
import { endsFlow, isConditionalBranch, OP } from '../classfile/opcodes.ts';
import type { VerificationType } from '../classfile/stackMapTable.ts';
import type { OldMethod } from './codeSplice.ts';
import { eachJump, loopHeads } from './codeLoops.ts';
import { u2 } from './packetInstructions.ts';
import { type CounterPackets, type ProbeCalls } from './probePackets.ts';
import type { Insertion } from './relocation.ts';
import { canThrow } from './throwingInstructions.ts';

/** iinc has one signed byte for it, and two after wide. */
const MOST_BY_IINC = 127;
const MOST_BY_WIDE_IINC = 32767;

/** Its variable, an int. */
export const COUNTER_SLOTS = 1;
export const COUNTER_TYPES: readonly VerificationType[] = [{ kind: 'integer' }];
/** The int as a long. */
export const COUNTER_STACK = 2;

/**
 * Counts the instructions that one invocation of a method executes. An instruction counts when its execution begins, so one that
 * throws counts as well (docs/decisions/bytecodes.md).
 *
 *     iinc 4, 3           before each run of instructions that are executed together or not at all: a run ends behind a jump,
 *     ...                 a switch, a return and whatever can throw, and before whatever is jumped to or handles exceptions
 *
 * Code without a loop executes each instruction once, so an int is enough for it. At the head of each loop the probe looks at
 * it, tells what is there now and then, and lets it begin anew.
 *
 * @param probe its variable
 * @param local that of the counter
 * @returns null if the constant pool is full
 */
export function bytecodeCounter(
  method: OldMethod,
  probes: ProbeCalls,
  probe: number,
  local: number,
): BytecodeCounter | null {
  const heads = loopHeads(method);
  const packets = probes.counterPackets(probe, local, heads.size > 0);
  if (packets === null) return null;
  const insertions = runsOf(method).map(({ bci, length }) => {
    const packet = added(local, length);
    return { bci, packet: heads.has(bci) ? [...packets.looped, ...packet] : packet, isLanding: true };
  });
  return { ...packets, insertions };
}

export interface BytecodeCounter extends CounterPackets {
  /** Landings, by rising bci. */
  readonly insertions: readonly Insertion[];
}

interface Run {
  readonly bci: number;
  /** Instructions. */
  readonly length: number;
}

function runsOf(method: OldMethod): Run[] {
  const begins = new Set([0]);
  eachJump(method, (_, target) => begins.add(target));
  for (const { handler } of readExceptionTable(method.code)) begins.add(handler);
  const runs: Run[] = [];
  let start = 0;
  let length = 0;
  for (const at = method.code.instructions(); at.next();) {
    if (length > 0 && begins.has(at.offset)) {
      runs.push({ bci: start, length });
      length = 0;
    }
    if (length === 0) start = at.offset;
    length++;
    if (!endsRun(method.model.pool, at)) continue;
    runs.push({ bci: start, length });
    length = 0;
  }
  return runs;
}

function endsRun(pool: ConstantPool, at: InstructionCursor): boolean {
  const { opcode } = at;
  if (endsFlow(opcode) || isConditionalBranch(opcode)) return true;
  return opcode === OP.jsr || opcode === OP.jsr_w || canThrow(pool, at);
}

function added(local: number, count: number): readonly number[] {
  if (local <= 255 && count <= MOST_BY_IINC) return [OP.iinc, local, count];
  const packet: number[] = [];
  for (let left = count; left > 0; left -= MOST_BY_WIDE_IINC) {
    packet.push(OP.wide, OP.iinc, ...u2(local), ...u2(Math.min(left, MOST_BY_WIDE_IINC)));
  }
  return packet;
}
