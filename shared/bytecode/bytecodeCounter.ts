import { BYTECODES, BYTECODES_ERROR } from '../events/amounts.ts';
import { readExceptionTable } from '../classfile/exceptionTable.ts';
import { OP } from '../classfile/opcodes.ts';
import { EACH_ONE } from '../classfile/opcodeWeights.ts';
import type { VerificationType } from '../classfile/stackMapTable.ts';
import { AMOUNT_STACK, amountPacket } from './amountPacket.ts';
import { MOST_OF_A_RUN, runsOf, type EarlyEnd } from './bytecodeRuns.ts';
import { loopHeads } from './codeLoops.ts';
import { POOL_FULL, type ConstantPoolAppend } from './constantPoolAppend.ts';
import { aload, iload, istore, u2 } from './packetInstructions.ts';
import { NO_PARTS, type ProbeKind } from './probeKind.ts';
import type { Insertion } from './relocation.ts';
import type { RewriteOptions } from './rewriteOptions.ts';

/** iinc has one signed byte for it, and two after wide. */
const MOST_BY_IINC = 127;
const MOST_BY_WIDE_IINC = 32767;

/** Its variable, an int. */
const COUNTER_TYPES: readonly VerificationType[] = [{ kind: 'integer' }];
/** The int as a long. */
const COUNTER_STACK = 2;

/**
 * Counts the instructions that one invocation of a method executes. An instruction counts when its execution begins, so one that
 * throws counts as well (docs/decisions/bytecodes.md).
 *
 *     iinc 4, 3           before each run of instructions that are executed together or not at all (bytecodeRuns.ts)
 *     ...
 *
 * Code without a loop executes each instruction once, so an int is enough for it. At the head of each loop the probe looks at
 * it, tells what is there now and then, and lets it begin anew. Where weights make the code heavy it looks before each run.
 *
 * Where runs are whole blocks, an exception may leave one before its end. Who gets it knows the block no more, but how many
 * instructions stand behind one that can throw, at most: handlers, and the exit by an exception, tell that number as an amount (amountPacket.ts).
 *
 * Without a clock exits and failed ones take the number as well, a long. The probe's int executed(int) tells it at other times, and
 * int looped(int) now and then: both answer with what the counter begins anew, which is static int beat.
 */
export function bytecodeCounters(
  constants: ConstantPoolAppend,
  { probeClass, counts, countsWholeBlocks = false, weights, isTimed }: RewriteOptions,
): ProbeKind | null {
  if (counts?.includes(BYTECODES) !== true) return null;
  return {
    place: (method, timed, counter) => {
      if (timed === null) return NO_PARTS;
      const { runs, earlyEnds } = runsOf(method, countsWholeBlocks, weights ?? EACH_ONE);
      // Without a loop all of the code may have been executed once.
      const isHeavy = runs.reduce((sum, { weight }) => sum + weight, 0) > MOST_OF_A_RUN;
      const heads = isHeavy ? new Set(runs.map(({ bci }) => bci)) : loopHeads(method);
      const hasLoops = heads.size > 0;
      const call = (name: string): number => constants.methodref(probeClass, name, '(I)I');
      const executed = call('executed');
      const looped = hasLoops ? call('looped') : executed;
      const beat = hasLoops ? constants.fieldref(probeClass, 'beat', 'I') : executed;
      if ([executed, looped, beat].includes(POOL_FULL)) return null;
      const load = iload(counter);
      const store = istore(counter);
      const asked = (probeMethod: number): readonly number[] => [
        ...[...aload(timed.local), ...load, OP.invokevirtual, ...u2(probeMethod), ...store],
      ];
      const told = asked(executed);
      const handlers = earlyEnds.length === 0 ? [] : readExceptionTable(method.code);
      const doubted = (isGot: (bci: number) => boolean): readonly number[] | null =>
        doubtPacket(constants, probeClass, timed.local, mostBehind(earlyEnds, isGot));
      const failed = doubted(() => true);
      if (failed === null) return null;
      const insertions: Insertion[] = [];
      for (const { bci, weight } of runs) {
        // No run that ends early is guarded by a handler that cannot tell of it.
        const guarded = handlers.filter(({ handler }) => handler === bci);
        const got = doubted((end) =>
          guarded.some(({ start, endExclusive }) => end >= start && end < endExclusive),
        );
        if (got === null) return null;
        const tellsLoop = heads.has(bci) ? asked(looped) : [];
        insertions.push({ bci, packet: [...got, ...tellsLoop, ...added(counter, weight)], isLanding: true });
      }
      return {
        insertions,
        types: COUNTER_TYPES,
        slots: COUNTER_TYPES.length,
        begin: hasLoops ? [OP.getstatic, ...u2(beat), ...store] : [OP.iconst_0, ...store],
        told: isTimed ? told : [],
        failed,
        waiting: told,
        exitValue: isTimed ? [] : [...load, OP.i2l],
        stack: earlyEnds.length === 0 ? COUNTER_STACK : AMOUNT_STACK,
        exitStack: COUNTER_STACK,
      };
    },
  };
}

/** Nothing for 0. Null if the pool is full. */
function doubtPacket(
  constants: ConstantPoolAppend,
  probeClass: string,
  local: number,
  bytecodes: number,
): readonly number[] | null {
  return bytecodes === 0 ? [] : amountPacket(constants, probeClass, local, BYTECODES_ERROR, bytecodes);
}

/** What stands behind an instruction that throws, at most, of those whose exceptions a handler may get. */
function mostBehind(earlyEnds: readonly EarlyEnd[], isGot: (bci: number) => boolean): number {
  return earlyEnds.reduce((most, { bci, behind }) => (isGot(bci) ? Math.max(most, behind) : most), 0);
}

function added(local: number, count: number): readonly number[] {
  if (count === 0) return [];
  if (local <= 255 && count <= MOST_BY_IINC) return [OP.iinc, local, count];
  const packet: number[] = [];
  for (let left = count; left > 0; left -= MOST_BY_WIDE_IINC) {
    packet.push(OP.wide, OP.iinc, ...u2(local), ...u2(Math.min(left, MOST_BY_WIDE_IINC)));
  }
  return packet;
}
