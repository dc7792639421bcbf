import type { ComparedSource } from '../analysis/comparedSource.ts';
import { DiffNumbers, sidesByCalls, type DiffRows } from '../analysis/diffNumbers.ts';
import { wholeTree } from '../analysis/rowSource.ts';
import { flatTree, pickedRows, type FlatRows } from '../rows/flatTree.ts';
import { sumOf } from '../base/sumOf.ts';

/** What a list has of two recordings, A before and B after: columns with the same rows. */
export interface ComparedColumns {
  readonly a: FlatRows;
  readonly b: FlatRows;
  /** row -> ns of B - A that more (or fewer, < 0) calls explain; sums over contexts, so that list and tree agree. */
  readonly selfByCallsNs: ArrayLike<number>;
  readonly totalByCallsNs: ArrayLike<number>;
  readonly totalErrorNs: ArrayLike<number>; // row -> ns, bound of the error of both totals together
  /** row -> ns, or calls without times, where a row has more changed than its own time tells. */
  readonly changed?: ArrayLike<number>;
}

/**
 * @param rows    which of the columns' rows, in this order
 * @param names   row of the columns -> what it is named by
 * @param totalNs of all, of each side
 * @param timed   false: only calls can be compared
 * @param parents see flatTree
 */
export function comparedList(
  columns: ComparedColumns,
  rows: readonly number[],
  names: ArrayLike<number>,
  totalNs: { readonly a: number; readonly b: number },
  timed: boolean,
  parents: Int32Array | null = null,
): ComparedSource {
  const { changed } = columns;
  const a = flatTree(columns.a, rows, names, totalNs.a, parents).tree;
  const b = flatTree(columns.b, rows, names, totalNs.b, parents).tree;
  const made: DiffRows = {
    tree: { a, b, sides: sidesByCalls(a, b) },
    causes: {
      selfByCallsNs: pickedRows(columns.selfByCallsNs, rows, 0),
      totalByCallsNs: pickedRows(columns.totalByCallsNs, rows, 0),
    },
    totalErrorNs: pickedRows(columns.totalErrorNs, rows, 0),
    changed: changed
      ? pickedRows(changed, rows, sumOf(outermost(rows, parents).map((row) => changed[row])))
      : null,
  };
  return { rows: wholeTree(b), numbers: new DiffNumbers(() => made, timed) };
}

function outermost(rows: readonly number[], parents: Int32Array | null): readonly number[] {
  return parents === null ? rows : rows.filter((row) => parents[row] < 0);
}
