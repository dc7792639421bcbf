import type { ExactTree } from '../cct/cctTable.ts';

export type SortColumn = 'total' | 'self' | 'calls' | 'name';

export interface SortOrder {
  readonly column: SortColumn;
  readonly ascending: boolean;
}

/** What a tree shows first: the largest total time, or most calls where there is no clock. */
export function defaultOrder(clock: 'nano' | 'none'): SortOrder {
  return { column: clock === 'none' ? 'calls' : 'total', ascending: false };
}

type SortableRows = Pick<ExactTree, 'method' | 'calls' | 'selfNs' | 'totalNs'>;

/**
 * Compares rows of a tree or of a list of methods. Equal ones are in the order of their names, then of their rows, so
 * that an order is always the same.
 * @param nameRanks MethodId -> place in the order of names (MethodTable)
 */
export function rowComparator(
  rows: SortableRows,
  nameRanks: Int32Array,
  { column, ascending }: SortOrder,
): (a: number, b: number) => number {
  const byName = (a: number, b: number): number =>
    (nameRanks[rows.method[a]] ?? 0) - (nameRanks[rows.method[b]] ?? 0) || a - b;
  if (column === 'name') return ascending ? byName : (a, b) => -byName(a, b);
  const values = { total: rows.totalNs, self: rows.selfNs, calls: rows.calls }[column];
  const sign = ascending ? 1 : -1;
  return (a, b) => sign * (values[a] - values[b]) || byName(a, b);
}
