import { OP } from '../classfile/opcodes.ts';
import type { VerificationType } from '../classfile/stackMapTable.ts';
import type { BciRange } from './bciRange.ts';
import { eachJump, loopRanges } from './codeLoops.ts';
import { constructedAt } from './constructedObjects.ts';
import type { ConstantPoolAppend } from './constantPoolAppend.ts';
import { LiveCalls } from './liveCalls.ts';
import { LIVE_STACK, type LivePackets, type MadeShape } from './livePackets.ts';
import { localAccess } from './packetInstructions.ts';
import { tellsWhatItMakes } from './madeByCalls.ts';
import type { OldMethod } from './oldMethod.ts';
import { objectMakers, type ObjectMaker } from './objectMakers.ts';
import { NO_PARTS, type ProbeKind, type ProbeParts, type TimedMethod } from './probeKind.ts';
import type { Insertion } from './relocation.ts';
import type { RewriteOptions } from './rewriteOptions.ts';
import { isLong, SITE_STACK, SitePackets, type SiteCounter } from './sitePackets.ts';
import type { InstructionCursor } from '../classfile/instructionCursor.ts';

/**
 * Tells of each object and array that a method makes, right behind the instruction, by the number of the place:
 *
 *     new a/b/C            iload, or whatever pushes lengths
 *     aload probe          istore lengths; iload lengths        every way to the instruction runs this
 *     push site            newarray int
 *     invokevirtual made   aload probe; iload length; push site; invokevirtual made
 *
 * In a loop a variable counts it instead, and is told before exits and now and then:
 *
 *     aload probe; iload counter; push site; invokevirtual madeInLoop; istore counter
 *
 * The reference stays where it is: a probe that took it would put objects on the heap that the compiler keeps in registers. What
 * throws tells nothing. `multianewarray` tells each of its levels: so many arrays of one length.
 */
export function allocationSites(
  constants: ConstantPoolAppend,
  { probeClass, sites, live }: RewriteOptions,
): ProbeKind | null {
  if (!sites) return null;
  const packets = new SitePackets(sites, constants, probeClass);
  const followed = live ? new LiveCalls(constants, probeClass, live) : null;
  return {
    place: (method, timed, free) =>
      timed === null ? NO_PARTS : placeSites(method, timed, free, packets, followed),
  };
}

/** @param scratch the first variable that nothing else has */
function placeSites(
  method: OldMethod,
  { methodId, local, told: counted }: TimedMethod,
  scratch: number,
  packets: SitePackets,
  live: LivePackets | null,
): ProbeParts | null {
  if (!tellsWhatItMakes(method.model, method.method)) return NO_PARTS;
  const makers = objectMakers(method, methodId, packets.numbers);
  if (makers.length === 0) return NO_PARTS;
  const counters = countersOf(method, makers, scratch, counted);
  const lengths = scratch + slotsOf(counters);
  const insertions: Insertion[] = [];
  let kept = 0;
  for (const maker of makers) {
    const { bci, next, arrays, codes } = maker;
    const counter = counters.get(bci);
    const behind =
      counter === undefined
        ? codes.map((code, level) =>
            code === null ? [] : packets.made(local, code, arrays === 0 ? null : level, lengths),
          )
        : [packets.madeInLoop(local, counter, lengths)];
    if (arrays > 0 && (counter === undefined || isLong(counter))) {
      kept = Math.max(kept, arrays);
      insertions.push({ bci, packet: keptLengths(lengths, arrays), isLanding: true });
    }
    const followed = live === null ? [] : followedInsertions(method, maker, live, local);
    if (followed === null) return null;
    const atOnce = followed.flatMap((insertion) => (insertion.bci === next ? [insertion.packet] : []));
    const packet = joined([...behind, ...atOnce]);
    if (packet === null) return null;
    insertions.push({ bci: next, packet }, ...followed.filter((insertion) => insertion.bci !== next));
  }
  const begin = joined([...counters.values()].map((counter) => packets.begin(counter)));
  const told = joined([...counters.values()].map((counter) => packets.told(local, counter)));
  if (begin === null || told === null) return null;
  const types = [...counters.values()].map((counter): VerificationType => ({
    kind: isLong(counter) ? 'long' : 'integer',
  }));
  return {
    ...{ ...NO_PARTS, insertions, types, begin, told },
    slots: slotsOf(counters) + kept,
    stack: live === null ? SITE_STACK : Math.max(SITE_STACK, LIVE_STACK),
  };
}

/**
 * Hands over what is made where it is followed: arrays at once, the outer ones first, objects behind their constructors. Null if the
 * pool is full.
 */
function followedInsertions(
  method: OldMethod,
  { bci, next, arrays, made, codes }: ObjectMaker,
  live: LivePackets,
  local: number,
): readonly Insertion[] | null {
  const insertions: Insertion[] = [];
  for (const [level, code] of codes.entries()) {
    if (code === null || !live.follows(made[level])) continue;
    const shape: MadeShape = level > 0 ? { kind: 'below', level } : { kind: arrays > 0 ? 'array' : 'object' };
    const packet = live.packet(made[level], shape, local, code);
    if (packet === null) return null;
    const places = arrays > 0 ? [next] : constructedAt(method, bci);
    for (const place of places) insertions.push({ bci: place, packet });
  }
  return insertions;
}

/** So many bytes at most may counters add to a method, and it may be so long with them: a longer one would be refused. */
const MOST_COUNTER_BYTES = 1024;
const MOST_CODE_BYTES = 4000;
/** Before one exit, at most. */
const TOLD_BYTES = 16;

/** The variables of sites in loops, by bci. Arrays of arrays tell all their levels, so they have none. */
function countersOf(
  method: OldMethod,
  makers: readonly ObjectMaker[],
  scratch: number,
  counted: readonly BciRange[],
): ReadonlyMap<number, SiteCounter> {
  const counters = new Map<number, SiteCounter>();
  const { code, layout } = method;
  if (layout.branches.length + layout.switches.length + code.exceptionTableLength === 0) return counters;
  const loops = loopRanges(method);
  // Two pairs of handlers in a constructor, and the entry.
  const most = MOST_COUNTER_BYTES / (TOLD_BYTES * (layout.returns.length + 3));
  if (loops.length === 0 || code.codeLength > MOST_CODE_BYTES) return counters;
  const fixed = fixedLengths(method);
  for (const { bci, arrays, codes } of makers) {
    if (codes.length > 1 || codes[0] === null || counters.size >= most) continue;
    if (!isWithin(loops, bci) || !isWithin(counted, bci)) continue;
    const length = arrays === 0 ? null : (fixed.get(bci) ?? 'any');
    counters.set(bci, { local: scratch + slotsOf(counters), length, code: codes[0] });
  }
  return counters;
}

function isWithin(ranges: readonly BciRange[], bci: number): boolean {
  return ranges.some(({ start, endExclusive }) => start <= bci && bci < endExclusive);
}

function slotsOf(counters: ReadonlyMap<number, SiteCounter>): number {
  let slots = 0;
  for (const counter of counters.values()) slots += isLong(counter) ? 2 : 1;
  return slots;
}

/** null if one of them is */
function joined(packets: readonly (readonly number[] | null)[]): number[] | null {
  const all: number[] = [];
  for (const packet of packets) {
    if (packet === null) return null;
    all.push(...packet);
  }
  return all;
}

/** Takes the lengths from the stack and puts them back. */
function keptLengths(scratch: number, count: number): number[] {
  const packet: number[] = [];
  for (let i = count - 1; i >= 0; i--) packet.push(...localAccess(OP.istore, OP.istore_0, scratch + i));
  for (let i = 0; i < count; i++) packet.push(...localAccess(OP.iload, OP.iload_0, scratch + i));
  return packet;
}

/**
 * The arrays of one dimension that have one length always, by the bci of the instruction that makes them: the one before pushes the
 * length, and no jump leads between the two, as in `new int[b ? 1 : 2]`. Compilers keep only such arrays off the heap.
 */
function fixedLengths(method: OldMethod): ReadonlyMap<number, number> {
  const lengths = new Map<number, number>();
  let pushed: number | null = null;
  for (const at = method.code.instructions(); at.next();) {
    const makesArray = at.opcode === OP.newarray || at.opcode === OP.anewarray;
    if (makesArray && pushed !== null) lengths.set(at.offset, pushed);
    pushed = pushedLength(at);
  }
  eachJump(method, (_, target) => lengths.delete(target));
  return lengths;
}

/** Longer ones are constants of the pool, and stay on the heap. */
function pushedLength(at: InstructionCursor): number | null {
  if (at.opcode >= OP.iconst_0 && at.opcode <= OP.iconst_5) return at.opcode - OP.iconst_0;
  const isPush = at.opcode === OP.bipush || at.opcode === OP.sipush;
  return isPush && at.immediate >= 0 ? at.immediate : null;
}
