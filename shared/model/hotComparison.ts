import type { DifferenceCauses } from '../analysis/differenceCauses.ts';
import type { DiffTree } from '../analysis/diffTrees.ts';
import { subtreeSums } from '../cct/subtreeSums.ts';
import { hotTable } from './hotRows.ts';
import type { HotGrouping, HotTable } from './hotRows.ts';
import type { MethodTable } from './methodTable.ts';

/** What methods, classes or packages took in two recordings, A before and B after. Rows of both sides are the same one. */
export interface HotComparison {
  readonly a: HotTable;
  readonly b: HotTable;
  /** row -> ns of B - A that more (or fewer, < 0) calls explain; sums over contexts, so that list and tree agree. */
  readonly selfByCallsNs: Float64Array;
  readonly totalByCallsNs: Float64Array;
  readonly totalErrorNs: Float64Array; // row -> ns, bound of the error of both totals together
}

/** Totals, and what explains them, are those of outermost calls, as in any list. O(nodes). */
export function hotComparison(
  { a, b }: DiffTree,
  causes: DifferenceCauses,
  methods: MethodTable,
  by: HotGrouping,
): HotComparison {
  const byCalls = { ...b, selfNs: causes.selfByCallsNs, totalNs: causes.totalByCallsNs };
  const errorNs = a.errorNs.map((ns, node) => ns + b.errorNs[node]);
  const ofCauses = hotTable(byCalls, methods, by).spots;
  return {
    a: hotTable(a, methods, by),
    b: hotTable(b, methods, by),
    selfByCallsNs: ofCauses.selfNs,
    totalByCallsNs: ofCauses.totalNs,
    totalErrorNs: hotTable({ ...b, totalNs: subtreeSums(b.parent, errorNs) }, methods, by).spots.totalNs,
  };
}
