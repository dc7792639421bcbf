import { numbersOf, type NumberColumn } from '../analysis/rowSource.ts';
import type { ExactTree } from '../cct/cctTable.ts';
import { countsCalls, type TimeSource } from '../events/clock.ts';
import { ALLOCATED, MALLOC, SAMPLED_TIME, SAMPLES } from '../metrics/furtherMetrics.ts';
import { TOTAL_CALLS } from '../metrics/metric.ts';
import type { MeasuredRows } from '../metrics/measuredRows.ts';
import { parseValue, valuesOf, type Value } from '../metrics/value.ts';

export interface SortOrder<Column extends string = NumberColumn> {
  readonly column: Column | 'name';
  readonly ascending: boolean;
}

/** By a column, or by what the view is about, the largest first. */
export type RowOrder = SortOrder | { readonly value: Value };

/** What a tree shows first: the largest total time, or where there is no clock most calls of a context and of all below it. */
export function defaultOrder(clock: TimeSource): RowOrder {
  if (clock === 'none') return { value: { metric: TOTAL_CALLS, per: null } };
  return { column: 'total', ascending: false };
}

/**
 * What lists of methods, and of their callers, show first: the largest self time, or most calls where there is no clock. Sampled time
 * comes before both: where calls are short, probes move time from loops to the small methods around them.
 */
export function ownOrder(clock: TimeSource, rows: Pick<ExactTree, 'metrics' | 'selfNs'>): RowOrder {
  if (rows.metrics?.has(SAMPLED_TIME) === true) return { value: SAMPLED_SELF };
  const instead = UNTIMED_SELF.find(({ metric }) => rows.metrics?.has(metric) === true);
  if (!countsCalls(clock) && instead !== undefined && rows.selfNs.every((ns) => ns === 0))
    return { value: instead.value };
  return { column: ownColumn(clock), ascending: false };
}

const SAMPLED_SELF = parseValue(SAMPLED_TIME);
/** By which methods are ordered where no sample has a time: samples that are counted only, or of memory. */
const UNTIMED_SELF = [SAMPLES, ALLOCATED, MALLOC].map((metric) => ({ metric, value: parseValue(metric) }));

/** What methods have by themselves. */
export function ownColumn(clock: TimeSource): 'self' | 'calls' {
  return clock === 'none' ? 'calls' : 'self';
}

type SortableRows = Pick<ExactTree, 'method'> & MeasuredRows;

/** Compares rows of a tree or of a list of methods. */
export function rowComparator(
  rows: SortableRows,
  nameRanks: Int32Array,
  order: RowOrder,
): (a: number, b: number) => number {
  if ('value' in order) return comparatorBy(valuesOf(order.value, rows), rows.method, nameRanks, false);
  const { column, ascending } = order;
  const values = column === 'name' ? null : numbersOf(rows, column);
  return comparatorBy(values, rows.method, nameRanks, ascending);
}

/**
 * Compares rows by their numbers. Equal ones are in the order of their names, then of their rows, so that an order is
 * always the same.
 * @param values    row -> number; null = by name only
 * @param nameRanks MethodId -> place in the order of names (MethodTable)
 */
export function comparatorBy(
  values: ArrayLike<number> | null,
  method: Int32Array,
  nameRanks: Int32Array,
  ascending: boolean,
): (a: number, b: number) => number {
  const byName = (a: number, b: number): number =>
    (nameRanks[method[a]] ?? 0) - (nameRanks[method[b]] ?? 0) || a - b;
  if (values === null) return ascending ? byName : (a, b) => -byName(a, b);
  const sign = ascending ? 1 : -1;
  return (a, b) => sign * (values[a] - values[b]) || byName(a, b);
}
