import type { DataSet } from '../../../shared/recording/dataSet.ts';

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

/** Limits that divide the calls, from short to long: where a bucket ends that has calls, but for the last one. */
export function limitsOf(cells: readonly DurationCell[]): readonly number[] {
  const ends = [...new Set(cells.map(({ lessThanNs }) => lessThanNs))].sort((a, b) => a - b);
  return ends.slice(0, -1);
}

/** Where the widest gap is between durations, in the upper half of them: what is above it is slow. @returns place in `limits`; -1: there is none */
export function widestGap(cells: readonly DurationCell[], limits: readonly number[]): number {
  let place = -1;
  let widest = 0;
  for (let at = limits.length - 1; at >= Math.floor(limits.length / 2); at--) {
    const next = Math.min(...cells.map(({ atLeastNs }) => (atLeastNs >= limits[at] ? atLeastNs : Infinity)));
    const gap = next / limits[at];
    if (gap <= widest) continue;
    widest = gap;
    place = at;
  }
  return place;
}

/** @returns place in `limits`; -1: there is none */
export function nearestLimit(limits: readonly number[], ns: number): number {
  const distances = limits.map((limit) => Math.abs(Math.log(limit / ns)));
  return distances.indexOf(Math.min(...distances));
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
