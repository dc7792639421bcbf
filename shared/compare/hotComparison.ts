import type { Comparison } from '../analysis/comparison.ts';
import { subtreeSums } from '../cct/subtreeSums.ts';
import type { ComparedColumns } from './comparedList.ts';
import { hotTable } from '../rows/hotRows.ts';
import type { HotGrouping, HotTable } from '../rows/hotRows.ts';
import type { MethodTable } from '../naming/methodTable.ts';

/** What methods, classes or packages took in two recordings. */
export interface HotComparison {
  /** Of the side after; its rows are those of the columns. */
  readonly table: HotTable;
  readonly columns: ComparedColumns;
}

/** Totals, and what explains them, are those of outermost calls, as in any list. O(nodes). */
export function hotComparison(
  { tree: { a, b }, causes }: Comparison,
  methods: MethodTable,
  by: HotGrouping,
): HotComparison {
  const byCalls = { ...b, selfNs: causes.selfByCallsNs, totalNs: causes.totalByCallsNs };
  const errorNs = a.errorNs.map((ns, node) => ns + b.errorNs[node]);
  const ofCauses = hotTable(byCalls, methods, by).spots;
  const table = hotTable(b, methods, by);
  return {
    table,
    columns: {
      a: hotTable(a, methods, by).spots,
      b: table.spots,
      selfByCallsNs: ofCauses.selfNs,
      totalByCallsNs: ofCauses.totalNs,
      totalErrorNs: hotTable({ ...b, totalNs: subtreeSums(b.parent, errorNs) }, methods, by).spots.totalNs,
    },
  };
}
