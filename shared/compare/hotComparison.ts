import type { Comparison } from '../analysis/comparison.ts';
import type { ExactTree } from '../cct/cctTable.ts';
import { changeTerms, errorsOfChanges } from '../cct/errorSums.ts';
import { subtreeSums } from '../cct/subtreeSums.ts';
import type { ComparedColumns } from './comparedList.ts';
import { hotTable, type HotGrouping, type HotTable } from '../rows/hotRows.ts';
import type { FlatRows } from '../rows/flatTree.ts';
import type { MethodTable } from '../naming/methodTable.ts';

/** What methods, classes or packages took in two recordings. */
export interface HotComparison {
  /** Of the side after; its rows are those of the columns. */
  readonly table: HotTable;
  readonly columns: ComparedColumns;
}

/** Totals, and what explains them, are those of outermost calls, as in any list. O(nodes). */
export function hotComparison(comparison: Comparison, methods: MethodTable, by: HotGrouping): HotComparison {
  const table = hotTable(comparison.tree.b, methods, by);
  const spotsOf = (tree: ExactTree): FlatRows => hotTable(tree, methods, by).spots;
  return { table, columns: comparedColumns(comparison, table.spots, spotsOf) };
}

/**
 * @param after   what rows took in the side after
 * @param spotsOf the same of another tree with the nodes of the comparison
 */
export function comparedColumns(
  { tree: { a, b }, causes }: Comparison,
  after: FlatRows,
  spotsOf: (tree: ExactTree) => FlatRows,
): ComparedColumns {
  const byCalls = spotsOf({ ...b, selfNs: causes.selfByCallsNs, totalNs: causes.totalByCallsNs });
  const errors = changeTerms(a, b);
  return {
    a: spotsOf(a),
    b: after,
    selfByCallsNs: byCalls.selfNs,
    totalByCallsNs: byCalls.totalNs,
    totalErrorNs: errorsOfChanges(
      errors,
      errors.map(({ terms }) =>
        Float64Array.from(spotsOf({ ...b, totalNs: subtreeSums(b.parent, terms) }).totalNs),
      ),
    ),
  };
}
