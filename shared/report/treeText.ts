import type { ExactTree } from '../cct/cctTable.ts';
import { CALLS, TOTAL_TIME } from '../metrics/metric.ts';
import { subtreeSums } from '../cct/subtreeSums.ts';
import { numberColumns, valueColumns } from './reportColumns.ts';
import type { PercentBase } from './reportColumns.ts';
import type { ReportContext } from './reportContext.ts';
import { orderOf, type ReportView } from './reportView.ts';
import { depthFirst, largestRows } from '../rows/shownRows.ts';
import { defaultOrder, rowComparator } from '../rows/sortOrder.ts';
import { headLine, indented, moreLine, rowCells } from './textTable.ts';

/** A call tree, or callees: children indented below their node, the heaviest first. */
export function* treeLines(
  tree: ExactTree,
  view: ReportView,
  base: PercentBase,
  { clock, methods, names, top }: ReportContext,
): Generator<string> {
  const nameOf = methods.namer(names);
  const errorNs = subtreeSums(tree.parent, tree.errorNs);
  const columns = [
    ...valueColumns(view.value, tree),
    ...numberColumns(clock, { ...tree, errorNs, selfErrorNs: tree.errorNs }, base, 'total'),
  ];
  const metric = view.value?.metric ?? (clock === 'none' ? CALLS : TOTAL_TIME);
  const values = metric.valuesOf(tree);
  const weights = metric.sumOf === null ? subtreeSums(tree.parent, values) : values;
  const shown = largestRows(weights, top);
  const compare = rowComparator(tree, methods.nameRanks, orderOf(view, defaultOrder(clock)));
  yield `${headLine(columns)}  ${view.kind === 'callees' ? 'Callees' : 'Call Tree'}`;
  for (const { node, depth } of depthFirst(tree, shown, compare)) {
    yield `${rowCells(columns, node)}  ${indented(nameOf(tree.method[node]), depth)}`;
  }
  yield* moreLine(tree.length - 1, shown);
  yield '';
}
