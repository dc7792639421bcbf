import { javaType } from '../classfile/descriptors.ts';
import type { InstructionCursor } from '../classfile/instructionCursor.ts';
import type { LineNumber } from '../classfile/lineNumbers.ts';
import { OP } from '../classfile/opcodes.ts';
import { MADE_KIND, siteCode, type MadeKind } from '../events/madeWord.ts';
import { lineStarts } from './codeOfLines.ts';
import { constructedAt } from './constructedObjects.ts';
import type { OldMethod } from './codeSplice.ts';
import { LIVE_STACK, type MadeShape } from './livePackets.ts';
import { localAccess, type ProbeCalls, type ProbeTarget } from './probePackets.ts';
import type { Insertion } from './relocation.ts';

/** What the packets need of a method. */
export interface SiteCode {
  readonly insertions: readonly Insertion[];
  /** Variables that hold lengths while arrays are made, and nothing at other times: no frame names them. */
  readonly slots: number;
  /** Slots that the packets need on top of what the method has on its stack. */
  readonly stack: number;
}

const NO_SITES: SiteCode = { insertions: [], slots: 0, stack: 0 };
/** Probe, length, number of arrays, one factor of it. */
const SITE_STACK = 6;

/**
 * Tells of each object and array that a method makes, right behind the instruction, by the number of the place:
 *
 *     new a/b/C            iload, or whatever pushes lengths
 *     aload probe          istore lengths; iload lengths        every way to the instruction runs this
 *     push site            newarray int
 *     invokevirtual made   aload probe; iload length; push site; invokevirtual made
 *
 * The reference stays where it is: a probe that took it would put objects on the heap that the compiler keeps in registers. What
 * throws tells nothing. `multianewarray` tells each of its levels: so many arrays of one length.
 *
 * @param local the probe's variable
 * @param scratch the first variable that nothing else has
 * @returns null if the constant pool is full
 */
export function sitesOf(
  method: OldMethod,
  { methodId }: ProbeTarget,
  probes: ProbeCalls,
  local: number,
  scratch: number,
): SiteCode | null {
  const { sites: numbers } = probes;
  if (numbers === null) return NO_SITES;
  const lines = lineStarts(method.model.pool, method.code);
  const insertions: Insertion[] = [];
  let ordinal = 0;
  let slots = 0;
  for (const at = method.code.instructions(); at.next();) {
    const arrays = levelsOf(method, at);
    if (arrays === null) continue;
    const next = at.offset + at.length;
    const levels = Math.max(1, arrays.length);
    const line = lineAt(lines, at.offset);
    const behind: number[] = [];
    for (let level = 0; level < levels; level++) {
      const descriptor = arrays[level] ?? `L${method.model.pool.className(at.constantIndex)};`;
      const isArray = level < arrays.length;
      const made = javaType(descriptor, 'qualified');
      const number = numbers.numberOf(methodId, ordinal++, { made, line, isArray });
      if (number === null) continue;
      const code = siteCode(number, kindOf(descriptor));
      const packet = probes.madePacket(local, code, isArray ? level : null, scratch);
      if (packet === null) return null;
      behind.push(...packet);
      const followed = followedInsertions(method, at, made, { isArray, level }, probes, local, code);
      if (followed === null) return null;
      if (isArray) behind.push(...followed.flatMap((insertion) => insertion.packet));
      else insertions.push(...followed);
    }
    if (behind.length === 0) continue;
    if (arrays.length > 0) {
      slots = Math.max(slots, arrays.length);
      insertions.push({ bci: at.offset, packet: keptLengths(scratch, arrays.length), isLanding: true });
    }
    insertions.push({ bci: next, packet: behind });
  }
  return insertions.length === 0 ? NO_SITES : { insertions, slots, stack: Math.max(SITE_STACK, LIVE_STACK) };
}

/** Hands over what was made where it is followed: arrays at once, objects behind their constructors. Null if the pool is full. */
function followedInsertions(
  method: OldMethod,
  { offset, length }: InstructionCursor,
  made: string,
  { isArray, level }: { readonly isArray: boolean; readonly level: number },
  { live }: ProbeCalls,
  local: number,
  code: number,
): readonly Insertion[] | null {
  if (live === null || !live.follows(made)) return [];
  const shape: MadeShape = level > 0 ? { kind: 'below', level } : { kind: isArray ? 'array' : 'object' };
  const packet = live.packet(made, shape, local, code);
  if (packet === null) return null;
  const places = isArray ? [offset + length] : constructedAt(method, offset);
  return places.map((bci) => ({ bci, packet }));
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

function kindOf(descriptor: string): MadeKind {
  if (!descriptor.startsWith('[')) return MADE_KIND.object;
  switch (descriptor.charAt(1)) {
    case 'Z':
    case 'B':
      return MADE_KIND.bytes1;
    case 'C':
    case 'S':
      return MADE_KIND.bytes2;
    case 'I':
    case 'F':
      return MADE_KIND.bytes4;
    case 'J':
    case 'D':
      return MADE_KIND.bytes8;
    default:
      return MADE_KIND.references;
  }
}

function lineAt(lines: readonly LineNumber[], bci: number): number {
  let line = 0;
  for (const row of lines) {
    if (row.start > bci) break;
    line = row.line;
  }
  return line;
}
