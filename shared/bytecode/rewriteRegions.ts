import type { ByteWriter } from '../base/byteWriter.ts';
import { ok, type Result } from '../base/result.ts';
import type { RegionId } from '../base/ids.ts';
import type { LineRange } from '../base/lineRange.ts';
import type { ClassModel } from '../classfile/classModel.ts';
import { readExceptionTable } from '../classfile/exceptionTable.ts';
import type { MethodModel } from '../classfile/methodModel.ts';
import { OP } from '../classfile/opcodes.ts';
import type { BciRange } from './bciRange.ts';
import { ConstantPoolAppend } from './constantPoolAppend.ts';
import { codeOfLines } from './codeOfLines.ts';
import {
  initializesThis,
  measurable,
  thisInitialization,
  wholeMethod,
  writeGuarded,
} from './guardedMethod.ts';
import type { OldMethod } from './oldMethod.ts';
import { regionEdges } from './regionEdges.ts';
import { REGION_HANDLER_STACK, REGION_STACK, regionPackets, type RegionPackets } from './regionPackets.ts';
import { inOrder, type Insertion } from './relocation.ts';
import { rewriteMethods, type MethodRewriter, type RewrittenClass } from './rewriteMethods.ts';
import { poolFull, type RewriteRefusal } from './rewriteRefusal.ts';

/** A timed code region: a method, or some of its lines. */
export interface RegionTarget {
  readonly regionId: RegionId;
  /** null: all of the method. */
  readonly lines: LineRange | null;
}

/**
 * Puts the probes of regions into methods of one class; README.md shows the form.
 * @param targets     index in model.methods -> region
 * @param regionClass internal name of the class with enter, leave and missedPasses: java/lang/SluiceRegion
 * @throws SluiceError 'protocol' if a method is malformed
 */
export function rewriteRegions(
  model: ClassModel,
  targets: ReadonlyMap<number, RegionTarget>,
  regionClass: string,
): RewrittenClass {
  const constants = new ConstantPoolAppend(model.pool);
  const rewriters = [...targets].map(([index, target]): [number, MethodRewriter] => [
    index,
    (method, writer) => rewriteRegion(model, method, target, regionClass, constants, writer),
  ]);
  return rewriteMethods(model, new Map(rewriters), constants);
}

/** Since when the method is inside. */
const SINCE = {
  types: [{ kind: 'long' }],
  slots: 2,
  packetStack: REGION_STACK,
  handlerStack: REGION_HANDLER_STACK,
  isEnteredLate: true,
} as const;

/** What of a method can be timed: of a constructor what comes behind its super() or this(). */
interface TimeablePart {
  /** bcis, rising: where the entry packets go. */
  readonly entries: readonly number[];
  /** Where the method can then leave by an exception. */
  readonly ranges: readonly BciRange[];
}

function timeablePart(method: OldMethod): Result<TimeablePart, RewriteRefusal> {
  if (!initializesThis(method)) return ok({ entries: [0], ranges: wholeMethod(method).ranges });
  const found = thisInitialization(method);
  if (!found.ok) return found;
  const { calls, initialized } = found.value;
  return ok({ entries: calls.map(({ next }) => next), ranges: initialized });
}

function rewriteRegion(
  model: ClassModel,
  method: MethodModel,
  { regionId, lines }: RegionTarget,
  regionClass: string,
  constants: ConstantPoolAppend,
  writer: ByteWriter,
): RewriteRefusal | null {
  const found = measurable(model, method);
  if (!found.ok) return found.error;
  const { code, layout } = found.value;
  const timeable = timeablePart(found.value);
  if (!timeable.ok) return timeable.error;
  const { entries, ranges } = timeable.value;
  const region = lines === null ? null : common(codeOfLines(model.pool, code, lines), ranges);
  if (region?.length === 0 && lines !== null) return { kind: 'noCodeOfLines', ...lines };
  if (region !== null && layout.branches.some(({ opcode }) => opcode === OP.jsr || opcode === OP.jsr_w)) {
    return { kind: 'subroutines' };
  }
  const packets = regionPackets(constants, regionClass, regionId, region === null, code.maxLocals);
  if (packets === null) return poolFull(model);
  const insertions = insertionsOf(found.value, entries, region, packets);
  const guarded = [{ ranges, kind: 'behindPackets' }] as const;
  return writeGuarded(found.value, insertions, guarded, packets, SINCE, constants, writer);
}

/** @param region null: the entry packets begin it, the exit packets end it */
function insertionsOf(
  { code, layout }: OldMethod,
  entries: readonly number[],
  region: readonly BciRange[] | null,
  packets: RegionPackets,
): readonly Insertion[] {
  const insertions: Insertion[] = entries.map((bci) => ({ bci, packet: packets.entry }));
  if (region === null) return insertions;
  const { enters, leaves } = regionEdges(code, layout, readExceptionTable(code), region);
  for (const bci of enters) insertions.push({ bci, packet: packets.enter, isLanding: true });
  for (const bci of leaves) insertions.push({ bci, packet: packets.exit, isLanding: true });
  return inOrder(insertions);
}

/** What is in both; each by rising bci and without overlaps. */
function common(some: readonly BciRange[], others: readonly BciRange[]): readonly BciRange[] {
  return some.flatMap(({ start, endExclusive }) =>
    others
      .map((other) => ({
        start: Math.max(start, other.start),
        endExclusive: Math.min(endExclusive, other.endExclusive),
      }))
      .filter((range) => range.start < range.endExclusive),
  );
}
