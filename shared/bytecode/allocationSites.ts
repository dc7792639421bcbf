import type { MethodId } from '../base/ids.ts';
import { javaType } from '../classfile/descriptors.ts';
import type { InstructionCursor } from '../classfile/instructionCursor.ts';
import type { LineNumber } from '../classfile/lineNumbers.ts';
import { OP } from '../classfile/opcodes.ts';
import type { VerificationType } from '../classfile/stackMapTable.ts';
import { siteCode } from '../events/madeWord.ts';
import type { BciRange } from './bciRange.ts';
import { calledSites } from './calledSites.ts';
import { loopRanges } from './codeLoops.ts';
import { lineStarts } from './codeOfLines.ts';
import { constructedAt } from './constructedObjects.ts';
import type { OldMethod } from './codeSplice.ts';
import { kindOfMade } from './kindOfMade.ts';
import { LIVE_STACK, type LivePackets, type MadeShape } from './livePackets.ts';
import { localAccess } from './packetInstructions.ts';
import { type ProbeCalls, type ProbePackets, type ProbeTarget } from './probePackets.ts';
import type { Insertion } from './relocation.ts';
import type { SiteNumbers } from './siteNumbers.ts';
import type { SiteCounter } from './sitePackets.ts';

/** What the packets need of a method. */
export interface SiteCode {
  readonly insertions: readonly Insertion[];
  /** Of the variables that a method holds from its entry to its end: what sites in loops have made. */
  readonly types: readonly VerificationType[];
  /** Those variables, and behind them such that hold lengths while arrays are made, and nothing at other times: no frame names them. */
  readonly slots: number;
  /** Before the method's entry packet. */
  readonly begin: readonly number[];
  /** Before its exits: what is in the variables. */
  readonly told: readonly number[];
  /** Slots that the packets need on top of what the method has on its stack. */
  readonly stack: number;
}

const NO_SITES: SiteCode = { insertions: [], types: [], slots: 0, begin: [], told: [], stack: 0 };
/** Probe, length, number of arrays, one factor of it; of loops probe, counter, length, site, shape. */
const SITE_STACK = 6;

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
 *
 * @param local the probe's variable
 * @param scratch the first variable that nothing else has
 * @param counted where sites may count in variables: not where the method can be left untold
 * @returns null if the constant pool is full
 */
export function sitesOf(
  method: OldMethod,
  { methodId }: ProbeTarget,
  { sites: packets, live }: ProbeCalls,
  local: number,
  scratch: number,
  counted: readonly BciRange[],
): SiteCode | null {
  if (packets === null) return NO_SITES;
  const lines = lineStarts(method.model.pool, method.code);
  const makers = makersOf(method, methodId, packets.numbers, lines);
  const counters = countersOf(method, makers, scratch, counted);
  const lengths = scratch + slotsOf(counters);
  const called = calledSites(method, methodId, packets, local, lengths, (bci) => lineAt(lines, bci));
  if (called === null) return null;
  if (makers.length + called.length === 0) return NO_SITES;
  const insertions: Insertion[] = [...called];
  let kept = called.length > 0 ? 1 : 0;
  for (const maker of makers) {
    const { bci, next, arrays, codes } = maker;
    const counter = counters.get(bci);
    const behind =
      counter === undefined
        ? codes.map((code, level) =>
            code === null ? [] : packets.made(local, code, arrays === 0 ? null : level, lengths),
          )
        : [packets.madeInLoop(local, counter, lengths)];
    if (arrays > 0) {
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
  const types = [...counters.values()].map(({ isArray }): VerificationType => ({
    kind: isArray ? 'long' : 'integer',
  }));
  return {
    insertions,
    types,
    slots: slotsOf(counters) + kept,
    begin,
    told,
    stack: live === null ? SITE_STACK : Math.max(SITE_STACK, LIVE_STACK),
  };
}

/** The same packets, and what a method's sites have made. */
export function withSites<Packets extends ProbePackets>(
  packets: Packets,
  { begin, told }: SiteCode,
): Packets {
  if (begin.length === 0) return packets;
  const { entry, exit, failed } = packets;
  return { ...packets, entry: [...begin, ...entry], exit: [...told, ...exit], failed: [...told, ...failed] };
}

/** An instruction that makes objects, and the sites that tell of them. */
interface Maker {
  readonly bci: number;
  readonly next: number;
  /** So many lengths are on the stack; 0: it makes no array. */
  readonly arrays: number;
  /** As Java writes them, qualified: one of each level of an array of arrays. */
  readonly made: readonly string[];
  /** As words have them, one of each level of an array of arrays; null: no number is left for it. */
  readonly codes: readonly (number | null)[];
}

function makersOf(
  method: OldMethod,
  methodId: MethodId,
  numbers: SiteNumbers,
  lines: readonly LineNumber[],
): readonly Maker[] {
  const makers: Maker[] = [];
  let ordinal = 0;
  for (const at = method.code.instructions(); at.next();) {
    const arrays = levelsOf(method, at);
    if (arrays === null) continue;
    const line = lineAt(lines, at.offset);
    const descriptors = arrays.length > 0 ? arrays : [`L${method.model.pool.className(at.constantIndex)};`];
    const made = descriptors.map((descriptor) => javaType(descriptor, 'qualified'));
    const codes = descriptors.map((descriptor, level) => {
      const site = { made: made[level], line, isArray: arrays.length > 0 };
      const number = numbers.numberOf(methodId, ordinal++, site);
      return number === null ? null : siteCode(number, kindOfMade(descriptor));
    });
    if (codes.every((code) => code === null)) continue;
    makers.push({ bci: at.offset, next: at.offset + at.length, arrays: arrays.length, made, codes });
  }
  return makers;
}

/**
 * Hands over what is made where it is followed: arrays at once, the outer ones first, objects behind their constructors. Null if the
 * pool is full.
 */
function followedInsertions(
  method: OldMethod,
  { bci, next, arrays, made, codes }: Maker,
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
const TOLD_BYTES = 13;

/** The variables of sites in loops, by bci. Arrays of arrays tell all their levels, so they have none. */
function countersOf(
  method: OldMethod,
  makers: readonly Maker[],
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
  for (const { bci, arrays, codes } of makers) {
    if (codes.length > 1 || codes[0] === null || counters.size >= most) continue;
    if (!isWithin(loops, bci) || !isWithin(counted, bci)) continue;
    counters.set(bci, { local: scratch + slotsOf(counters), isArray: arrays > 0, code: codes[0] });
  }
  return counters;
}

function isWithin(ranges: readonly BciRange[], bci: number): boolean {
  return ranges.some(({ start, endExclusive }) => start <= bci && bci < endExclusive);
}

function slotsOf(counters: ReadonlyMap<number, SiteCounter>): number {
  let slots = 0;
  for (const { isArray } of counters.values()) slots += isArray ? 2 : 1;
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

/** The descriptors of the arrays that an instruction makes, the outer ones first; none: an object; null: it makes nothing. */
function levelsOf({ model }: OldMethod, at: InstructionCursor): readonly string[] | null {
  switch (at.opcode) {
    case OP.new:
      return [];
    case OP.newarray:
      return [`[${ELEMENT_TYPES.charAt(at.count - FIRST_ELEMENT_TYPE)}`];
    case OP.anewarray: {
      const element = model.pool.className(at.constantIndex);
      return [element.startsWith('[') ? `[${element}` : `[L${element};`];
    }
    case OP.multianewarray: {
      const descriptor = model.pool.className(at.constantIndex);
      return Array.from({ length: at.count }, (_, level) => descriptor.slice(level));
    }
    default:
      return null;
  }
}

/** JVMS table 6.5.newarray-A: T_BOOLEAN is 4. */
const ELEMENT_TYPES = 'ZCFDBSIJ';
const FIRST_ELEMENT_TYPE = 4;

function lineAt(lines: readonly LineNumber[], bci: number): number {
  let line = 0;
  for (const row of lines) {
    if (row.start > bci) break;
    line = row.line;
  }
  return line;
}
