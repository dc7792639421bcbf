import { BUCKETS_PER_OCTAVE, bucketFromNs } from '../../../shared/cct/rootDurations.ts';
import type { DataSet } from '../../../shared/recording/dataSets/dataSet.ts';
import { rowsWhere, valuesNamed } from '../../../shared/recording/dataSets/dataSetParts.ts';

/** Root calls that began within [fromNs, toNs) and lasted [atLeastNs, lessThanNs). */
export interface DurationCell {
  readonly fromNs: number;
  readonly toNs: number;
  readonly atLeastNs: number;
  readonly lessThanNs: number;
  readonly calls: number;
}

/** The rows of ROOT_CALL_DURATIONS_SET. */
export function durationCells(set: DataSet): readonly DurationCell[] {
  const columns = new Map(set.values.map(({ id, values }) => [id, values]));
  const valueOf = (id: string, row: number): number => columns.get(id)?.[row] ?? 0;
  return Array.from({ length: set.rows }, (_, row) => ({
    fromNs: valueOf('from', row),
    toNs: valueOf('to', row),
    atLeastNs: valueOf('atLeast', row),
    lessThanNs: valueOf('lessThan', row),
    calls: valueOf('calls', row),
  }));
}

const LEAST_NS = 1;
/** Of the lightest cell: it has 3 : 1 against the surface in both themes (tokens.css), by which graphics are told from it. */
const LEAST_SHADE = 0.68;

/** What the map is about, in ns, and the calls of its fullest cell. */
export function extentOf(cells: readonly DurationCell[]) {
  let [toNs, leastNs, mostNs, mostCalls] = [1, Infinity, 2 * LEAST_NS, 0];
  for (const cell of cells) {
    toNs = Math.max(toNs, cell.toNs);
    leastNs = Math.min(leastNs, cell.atLeastNs);
    mostNs = Math.max(mostNs, cell.lessThanNs);
    mostCalls = Math.max(mostCalls, cell.calls);
  }
  return { toNs, leastNs: leastNs === Infinity ? LEAST_NS : Math.max(LEAST_NS, leastNs), mostNs, mostCalls };
}

/** Those of one duration each, which no limit divides. */
export function cellRows(cells: readonly DurationCell[]): readonly (readonly DurationCell[])[] {
  const rows = new Map<number, DurationCell[]>();
  for (const cell of cells) {
    const row = rows.get(cell.atLeastNs);
    if (row === undefined) rows.set(cell.atLeastNs, [cell]);
    else row.push(cell);
  }
  return [...rows.values()];
}

/** By the logarithm. @returns 0 to 1: the opacity of a cell */
export function shadeOf(calls: number, mostCalls: number): number {
  return LEAST_SHADE + (1 - LEAST_SHADE) * (mostCalls > 1 ? Math.log(calls) / Math.log(mostCalls) : 1);
}

/** Limits that divide the calls, from short to long: where a bucket ends that has calls, but for the last one. */
export function limitsOf(cells: readonly DurationCell[]): readonly number[] {
  const ends = [...new Set(cells.map(({ lessThanNs }) => lessThanNs))].sort((a, b) => a - b);
  return ends.slice(0, -1);
}

/** Where the widest gap is between durations, in the upper half of them: what is above it is slow. @returns place in `limits`; -1: there is none */
export function widestGap(cells: readonly DurationCell[], limits: readonly number[]): number {
  // Buckets do not overlap: behind the end of one, the next that has calls begins.
  const begins = [...new Set(cells.map(({ atLeastNs }) => atLeastNs))].sort((a, b) => a - b);
  let place = -1;
  let widest = 0;
  for (let at = limits.length - 1; at >= Math.floor(limits.length / 2); at--) {
    const gap = begins[at + 1] / limits[at];
    if (gap <= widest) continue;
    widest = gap;
    place = at;
  }
  return place;
}

/** That divides root calls as this duration does, which may be anywhere in a gap. @returns place in `limits`; -1: there is none */
export function limitUpTo(limits: readonly number[], ns: number): number {
  return Math.max(
    limits.findLastIndex((limit) => limit <= ns),
    Math.min(0, limits.length - 1),
  );
}

/** Root calls that began within [fromNs, toNs) after the first one and lasted [atLeastNs, lessThanNs). */
export type DurationRange = Omit<DurationCell, 'calls'>;

/** Of log2 times BUCKETS_PER_OCTAVE: what is so near to the beginning of a bucket is there. */
const BUCKET_ROUNDING = 1e-6;

/** All of them. */
export function wholeRange(cells: readonly DurationCell[]): DurationRange {
  const { toNs, leastNs, mostNs } = extentOf(cells);
  return alignedRange(cells, { fromNs: 0, toNs, atLeastNs: leastNs, lessThanNs: mostNs });
}

/** One of two corners, widened to whole slots of time and buckets: each cell is within it, or outside. It begins within the map. */
export function alignedRange(cells: readonly DurationCell[], range: DurationRange): DurationRange {
  const { toNs, mostNs } = extentOf(cells);
  const slotNs = slotNsOf(cells);
  const lastSlot = Math.ceil(toNs / slotNs) - 1;
  const lastBucket = Math.round(bucketOf(mostNs)) - 1;
  const fromSlot = Math.min(lastSlot, Math.floor(Math.max(0, range.fromNs) / slotNs));
  const atLeast = Math.min(lastBucket, Math.floor(bucketOf(range.atLeastNs) + BUCKET_ROUNDING));
  return {
    fromNs: fromSlot * slotNs,
    toNs: Math.max(fromSlot + 1, Math.ceil(range.toNs / slotNs)) * slotNs,
    atLeastNs: bucketFromNs(atLeast),
    lessThanNs: bucketFromNs(Math.max(atLeast + 1, Math.ceil(bucketOf(range.lessThanNs) - BUCKET_ROUNDING))),
  };
}

/** All slots of a recording are as wide. */
export function slotNsOf(cells: readonly DurationCell[]): number {
  return cells.length === 0 ? 1 : cells[0].toNs - cells[0].fromNs;
}

/** Not a whole number within one: the other way round than bucketFromNs. */
export function bucketOf(ns: number): number {
  return ns < 1 ? 0 : BUCKETS_PER_OCTAVE * Math.log2(ns);
}

export function callsWithin(cells: readonly DurationCell[], range: DurationRange): number {
  return cells.reduce((sum, cell) => (isWithin(cell, range) ? sum + cell.calls : sum), 0);
}

/** The rows of ROOT_CALLS_SET whose parts of the time are in a range, and that of all. */
export function partsWithin(summary: DataSet, { fromNs, toNs }: DurationRange): DataSet {
  const from = valuesNamed(summary, 'from') ?? [];
  return rowsWhere(summary, (row) => row === 0 || (from[row] >= fromNs && from[row] < toNs));
}

function isWithin(cell: DurationCell, range: DurationRange): boolean {
  return (
    cell.fromNs >= range.fromNs &&
    cell.toNs <= range.toNs &&
    cell.atLeastNs >= range.atLeastNs &&
    cell.lessThanNs <= range.lessThanNs
  );
}

export function callsOver(cells: readonly DurationCell[], limitNs: number): number {
  return cells.reduce((sum, { atLeastNs, calls }) => (atLeastNs >= limitNs ? sum + calls : sum), 0);
}

/** As it is typed behind --slow-calls: three digits, not less than the limit. */
export function typedLimit(limitNs: number): string {
  const [unit, ns] = limitNs >= 1e9 ? ['s', 1e9] : limitNs >= 1e6 ? ['ms', 1e6] : ['us', 1e3];
  const value = Math.max(1, limitNs / ns);
  const step = 10 ** (Math.floor(Math.log10(value)) - 2);
  return `${Number((Math.ceil(value / step) * step).toFixed(2))}${unit}`;
}
