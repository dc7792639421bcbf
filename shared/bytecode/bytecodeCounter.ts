import { readExceptionTable } from '../classfile/exceptionTable.ts';
import { OP } from '../classfile/opcodes.ts';
import type { VerificationType } from '../classfile/stackMapTable.ts';
import { runsOf, type EarlyEnd } from './bytecodeRuns.ts';
import type { OldMethod } from './codeSplice.ts';
import { loopHeads } from './codeLoops.ts';
import { u2 } from './packetInstructions.ts';
import { type CounterPackets, type ProbeCalls } from './probePackets.ts';
import type { Insertion } from './relocation.ts';

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
 *     iinc 4, 3           before each run of instructions that are executed together or not at all (bytecodeRuns.ts)
 *     ...
 *
 * Code without a loop executes each instruction once, so an int is enough for it. At the head of each loop the probe looks at
 * it, tells what is there now and then, and lets it begin anew.
 *
 * Where runs are whole blocks, an exception may leave one before its end. Who gets it knows the block no more, but how many
 * instructions stand behind one that can throw, at most: handlers, and the exit by an exception, tell that number.
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
  const { runs, earlyEnds } = runsOf(method, probes.countsWholeBlocks);
  const failed = probes.doubtedPacket(
    probe,
    mostBehind(earlyEnds, () => true),
  );
  if (packets === null || failed === null) return null;
  const handlers = earlyEnds.length === 0 ? [] : readExceptionTable(method.code);
  const insertions: Insertion[] = [];
  for (const { bci, length } of runs) {
    // No run that ends early is guarded by a handler that cannot tell of it.
    const guarded = handlers.filter(({ handler }) => handler === bci);
    const isGot = (at: number): boolean =>
      guarded.some(({ start, endExclusive }) => at >= start && at < endExclusive);
    const doubted = probes.doubtedPacket(probe, guarded.length === 0 ? 0 : mostBehind(earlyEnds, isGot));
    if (doubted === null) return null;
    const looped = heads.has(bci) ? packets.looped : [];
    insertions.push({ bci, packet: [...doubted, ...looped, ...added(local, length)], isLanding: true });
  }
  return { ...packets, failed, insertions };
}

export interface BytecodeCounter extends CounterPackets {
  /** Landings, by rising bci. */
  readonly insertions: readonly Insertion[];
}

/** The most instructions that stand behind one that throws, of those whose exceptions a handler may get. */
function mostBehind(earlyEnds: readonly EarlyEnd[], isGot: (bci: number) => boolean): number {
  return earlyEnds.reduce((most, { bci, behind }) => (isGot(bci) ? Math.max(most, behind) : most), 0);
}

function added(local: number, count: number): readonly number[] {
  if (local <= 255 && count <= MOST_BY_IINC) return [OP.iinc, local, count];
  const packet: number[] = [];
  for (let left = count; left > 0; left -= MOST_BY_WIDE_IINC) {
    packet.push(OP.wide, OP.iinc, ...u2(local), ...u2(Math.min(left, MOST_BY_WIDE_IINC)));
  }
  return packet;
}
