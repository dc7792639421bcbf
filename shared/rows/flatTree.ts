import { NO_METHOD, type ExactTree } from '../cct/cctTable.ts';
import { sumOf } from '../base/sumOf.ts';
import { errorKind } from '../cct/errorSums.ts';
import type { MetricColumn } from '../cct/metricColumns.ts';
import type { HotSpots } from '../cct/hotMethods.ts';

/** A list as a tree: of one level, unless its rows are in others. */
export interface FlatTree {
  readonly tree: ExactTree;
  /** NodeIndex -> call paths that the row stands for */
  readonly contexts: Float64Array;
}

/** Rows of a list, as columns. */
export type FlatRows = Omit<HotSpots, 'length' | 'contexts'> & { readonly contexts: ArrayLike<number> };

/**
 * @param rows    which of the columns' rows, in this order
 * @param names   row of the columns -> what it is named by
 * @param totalNs of all
 * @param parents row of the columns -> the one before it that it is in, -1 for none; null: none is in another. Then `rows` is all of them
 */
export function flatTree(
  columns: FlatRows,
  rows: readonly number[],
  names: ArrayLike<number>,
  totalNs: number,
  parents: Int32Array | null = null,
): FlatTree {
  const length = rows.length + 1;
  const pick = (column: ArrayLike<number>, top: number): Float64Array => pickedRows(column, rows, top);
  const parent = new Int32Array(length);
  parents?.forEach((above, row) => (parent[row + 1] = above + 1));
  parent[0] = -1;
  const isOutermost = (_: number, row: number): boolean => parents === null || parents[row] < 0;
  const further = Array.from(columns.metrics ?? [], ([id, { self, total }]): [string, MetricColumn] => [
    id,
    { self: pick(self, 0), total: pick(total, sumOf(self.filter(isOutermost))) },
  ]);
  return {
    tree: {
      ...errorKind(columns),
      length,
      method: Int32Array.from(pick(names, NO_METHOD)),
      parent,
      calls: pick(columns.calls, 0),
      selfNs: pick(columns.selfNs, 0),
      totalNs: pick(columns.totalNs, totalNs),
      errorNs: pick(columns.errorNs, 0),
      counted: Uint8Array.from(pick(columns.counted, 0)),
      ...(further.length === 0 ? {} : { metrics: new Map(further) }),
    },
    contexts: pick(columns.contexts, 0),
  };
}

/** NodeIndex of the list as a tree -> number. @param top of row 0 */
export function pickedRows(column: ArrayLike<number>, rows: readonly number[], top: number): Float64Array {
  const picked = new Float64Array(rows.length + 1);
  picked[0] = top;
  rows.forEach((row, i) => (picked[i + 1] = column[row]));
  return picked;
}
