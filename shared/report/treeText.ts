import type { ExactTree } from '../cct/cctTable.ts';
import { subtreeSums } from '../cct/subtreeSums.ts';
import { numberColumns } from './reportColumns.ts';
import type { PercentBase } from './reportColumns.ts';
import type { ReportContext } from './reportContext.ts';
import { depthFirst, largestRows } from '../rows/shownRows.ts';
import { defaultOrder, rowComparator } from '../rows/sortOrder.ts';
import { headLine, indented, moreLine, rowCells } from './textTable.ts';

/** A call tree, or callees: children indented below their node, the heaviest first. */
export function* treeLines(
  tree: ExactTree,
  head: string,
  base: PercentBase,
  { clock, methods, names, top }: ReportContext,
): Generator<string> {
  const nameOf = methods.namer(names);
  const errorNs = subtreeSums(tree.parent, tree.errorNs);
  const columns = numberColumns(clock, { ...tree, errorNs, selfErrorNs: tree.errorNs }, base, 'total');
  const weights = clock === 'none' ? subtreeSums(tree.parent, tree.calls) : tree.totalNs;
  const shown = largestRows(weights, top);
  const compare = rowComparator(tree, methods.nameRanks, defaultOrder(clock));
  yield `${headLine(columns)}  ${head}`;
  for (const { node, depth } of depthFirst(tree, shown, compare)) {
    yield `${rowCells(columns, node)}  ${indented(nameOf(tree.method[node]), depth)}`;
  }
  yield* moreLine(tree.length - 1, shown);
  yield '';
}
