import type { ConstantPool } from '../classfile/constantPool.ts';
import { readExceptionTable } from '../classfile/exceptionTable.ts';
import type { InstructionCursor } from '../classfile/instructionCursor.ts';
import { endsFlow, isConditionalBranch, OP } from '../classfile/opcodes.ts';
import type { VerificationType } from '../classfile/stackMapTable.ts';
import type { OldMethod } from './codeSplice.ts';
import { localAccess, u2 } from './probePackets.ts';
import type { Insertion } from './relocation.ts';
import { canThrow } from './throwingInstructions.ts';

/** iinc has one signed byte for it, and two after wide. */
const MOST_BY_IINC = 127;
const MOST_BY_WIDE_IINC = 32767;

/**
 * Counts the instructions that one invocation of a method executes. An instruction counts when its execution begins, so one that
 * throws counts as well (docs/decisions/bytecodes.md).
 *
 *     iinc 4, 3           before each run of instructions that are executed together or not at all: a run ends behind a jump,
 *     ...                 a switch, a return and whatever can throw, and before whatever is jumped to or handles exceptions
 *
 * Code without a loop executes each instruction once, so an int is enough for it. At the head of each loop the int is added to
 * a long, in the variable behind it, and begins anew.
 */
export class BytecodeCounter {
  /** Of its variables. */
  readonly types: readonly VerificationType[];
  readonly slots: number;
  /** Sets them to 0. Two stack slots. */
  readonly clear: readonly number[];
  /** Pushes the count, a long. COUNTER_STACK slots. */
  readonly value: readonly number[];
  /** Landings, by rising bci. */
  readonly insertions: readonly Insertion[];

  /** @param local its first variable */
  constructor(method: OldMethod, local: number) {
    const heads = loopHeads(method);
    const hasLoops = heads.size > 0;
    const int = localAccess(OP.iload, OP.iload_0, local);
    const sum = localAccess(OP.lload, OP.lload_0, local + 1);
    const clearInt = [OP.iconst_0, ...localAccess(OP.istore, OP.istore_0, local)];
    const setSum = localAccess(OP.lstore, OP.lstore_0, local + 1);
    this.types = hasLoops ? [{ kind: 'integer' }, { kind: 'long' }] : [{ kind: 'integer' }];
    this.slots = hasLoops ? 3 : 1;
    this.clear = hasLoops ? [...clearInt, OP.lconst_0, ...setSum] : clearInt;
    this.value = hasLoops ? [...int, OP.i2l, ...sum, OP.ladd] : [...int, OP.i2l];
    const flush = [...this.value, ...setSum, ...clearInt];
    this.insertions = runsOf(method).map(({ bci, length }) => {
      const packet = added(local, length);
      return { bci, packet: heads.has(bci) ? [...flush, ...packet] : packet, isLanding: true };
    });
  }
}

/** An int as a long, and a long. */
export const COUNTER_STACK = 4;

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

/** What is jumped to from behind, or handles an exception of what is behind it: a loop comes by one of them. */
function loopHeads(method: OldMethod): ReadonlySet<number> {
  const heads = new Set<number>();
  eachJump(method, (bci, target) => {
    if (target <= bci) heads.add(target);
  });
  for (const { endExclusive, handler } of readExceptionTable(method.code)) {
    if (handler < endExclusive) heads.add(handler);
  }
  return heads;
}

function eachJump({ code, layout }: OldMethod, take: (bci: number, target: number) => void): void {
  for (const { bci, target } of layout.branches) take(bci, target);
  const at = code.instructions();
  for (const bci of layout.switches) {
    at.seek(bci);
    at.next();
    take(bci, at.defaultTarget);
    for (let i = 0, count = at.caseCount; i < count; i++) take(bci, at.caseTarget(i));
  }
}

function added(local: number, count: number): readonly number[] {
  if (local <= 255 && count <= MOST_BY_IINC) return [OP.iinc, local, count];
  const packet: number[] = [];
  for (let left = count; left > 0; left -= MOST_BY_WIDE_IINC) {
    packet.push(OP.wide, OP.iinc, ...u2(local), ...u2(Math.min(left, MOST_BY_WIDE_IINC)));
  }
  return packet;
}
