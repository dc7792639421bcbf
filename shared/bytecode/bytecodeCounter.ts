import type { ConstantPool } from '../classfile/constantPool.ts';
import { readExceptionTable } from '../classfile/exceptionTable.ts';
import type { InstructionCursor } from '../classfile/instructionCursor.ts';
import { endsFlow, isConditionalBranch, OP } from '../classfile/opcodes.ts';
import type { VerificationType } from '../classfile/stackMapTable.ts';
import type { OldMethod } from './codeSplice.ts';
import { eachJump, loopHeads } from './codeLoops.ts';
import { POOL_FULL, type ConstantPoolAppend } from './constantPoolAppend.ts';
import { aload, iload, istore, u2 } from './packetInstructions.ts';
import { NO_PARTS, type ProbeKind } from './probeKind.ts';
import type { RewriteOptions } from './rewriteOptions.ts';
import { canThrow } from './throwingInstructions.ts';

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
 *     iinc 4, 3           before each run of instructions that are executed together or not at all: a run ends behind a jump,
 *     ...                 a switch, a return and whatever can throw, and before whatever is jumped to or handles exceptions
 *
 * Code without a loop executes each instruction once, so an int is enough for it. At the head of each loop the probe looks at
 * it, tells what is there now and then, and lets it begin anew.
 *
 * Without a clock exits and failed ones take the number as well, a long. The probe's int executed(int) tells it at other times, and
 * int looped(int) now and then: both answer with what the counter begins anew, which is static int beat.
 */
export function bytecodeCounters(
  constants: ConstantPoolAppend,
  { probeClass, countsBytecodes, isTimed }: RewriteOptions,
): ProbeKind | null {
  if (countsBytecodes !== true) return null;
  return {
    place: (method, timed, counter) => {
      if (timed === null) return NO_PARTS;
      const heads = loopHeads(method);
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
      const insertions = runsOf(method).map(({ bci, length }) => {
        const packet = added(counter, length);
        return { bci, packet: heads.has(bci) ? [...asked(looped), ...packet] : packet, isLanding: true };
      });
      return {
        insertions,
        types: COUNTER_TYPES,
        slots: COUNTER_TYPES.length,
        begin: hasLoops ? [OP.getstatic, ...u2(beat), ...store] : [OP.iconst_0, ...store],
        told: isTimed ? told : [],
        waiting: told,
        exitValue: isTimed ? [] : [...load, OP.i2l],
        stack: COUNTER_STACK,
        exitStack: COUNTER_STACK,
      };
    },
  };
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
