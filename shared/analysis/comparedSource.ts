import type { ExactTree } from '../cct/cctTable.ts';
import { changeTerms, errorsOfChanges, type ErrorKind } from '../cct/errorSums.ts';
import { subtreeSums } from '../cct/subtreeSums.ts';
import { BackTraces } from './backTraces.ts';
import type { Comparison } from './comparison.ts';
import { DiffNumbers, ownChanges, sidesByCalls, type DiffRows } from './diffNumbers.ts';
import { wholeTree, type RowSource } from './rowSource.ts';

/** Rows of two recordings: as those of one, whose tree is the side after, and the numbers of both sides. */
export interface ComparedSource {
  readonly rows: RowSource;
  readonly numbers: DiffNumbers;
}

/** Callers of either side; see BackTraces. */
export interface ComparedCallers extends ComparedSource {
  readonly rows: BackTraces;
}

/** @param timed false: only calls can be compared */
export function treeNumbers(comparison: Comparison, timed: boolean): DiffNumbers {
  const rows: DiffRows = { ...comparison, totalErrorNs: null, changed: null };
  return new DiffNumbers(() => rows, timed);
}

/** A node for each path that either side has. */
export function comparedTree(comparison: Comparison, timed: boolean): ComparedSource {
  return { rows: wholeTree(comparison.tree.b), numbers: treeNumbers(comparison, timed) };
}

/**
 * Methods of either side with their callers below them, made as they are looked at: BackTraces of all numbers alike.
 * What has changed of a row is the sum over its contexts, so no row has less than those below it.
 * @param only   MethodId -> 1 for those that the top level shows; null = all
 * @param beside trees with the nodes of the comparison, whose numbers are shared out as well: the first of `rows.beside`
 */
export function comparedCallers(
  { tree: { a, b }, causes }: Comparison,
  timed: boolean,
  only: Uint8Array | null = null,
  beside: readonly ExactTree[] = [],
): ComparedCallers {
  const errors = changeTerms(a, b);
  const byCalls = { ...b, selfNs: causes.selfByCallsNs, totalNs: causes.totalByCallsNs };
  const changed = ownChanges({ a, b }, timed);
  const extents = errors.map(({ terms }) => ({
    ...{ ...b, selfNs: changed },
    totalNs: subtreeSums(b.parent, terms),
  }));
  const traces = new BackTraces(b, only, [...beside, a, byCalls, ...extents]);
  let madeOf = traces.tree;
  let made = rowsOf(traces, errors);
  const rows = (): DiffRows => {
    if (madeOf !== traces.tree) {
      madeOf = traces.tree;
      made = rowsOf(traces, errors);
    }
    return made;
  };
  return { rows: traces, numbers: new DiffNumbers(rows, timed) };
}

/** @param errors those parts that the last trees beside are of */
function rowsOf({ tree: b, beside }: BackTraces, errors: readonly ErrorKind[]): DiffRows {
  const [a, byCalls, ...extents] = beside.slice(-2 - errors.length);
  return {
    tree: { a, b, sides: sidesByCalls(a, b) },
    causes: { selfByCallsNs: byCalls.selfNs, totalByCallsNs: byCalls.totalNs },
    totalErrorNs: errorsOfChanges(
      errors,
      extents.map(({ totalNs }) => totalNs),
    ),
    changed: extents[0].selfNs,
  };
}
