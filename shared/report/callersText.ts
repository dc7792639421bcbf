import type { ExactTree } from '../cct/cctTable.ts';
import { numberColumns, valueColumns } from './reportColumns.ts';
import type { PercentBase } from './reportColumns.ts';
import type { ReportContext } from './reportContext.ts';
import { orderOf, viewedCallers, type ReportView } from './reportView.ts';
import { depthFirst } from '../rows/shownRows.ts';
import { ownOrder, rowComparator } from '../rows/sortOrder.ts';
import { sumOf } from '../base/sumOf.ts';
import { headLine, indented, rowCells } from './textTable.ts';

/** Back traces: methods with their callers indented below them, those first that took most themselves. */
export function* callersLines(
  tree: ExactTree,
  view: ReportView,
  base: PercentBase,
  { clock, methods, names, top }: ReportContext,
): Generator<string> {
  const nameOf = methods.namer(names);
  const { source, shown } = viewedCallers(tree, methods, view, clock, top);
  const callers = source.tree;
  const columns = [...valueColumns(view.value, callers), ...numberColumns(clock, callers, base, 'self')];
  const compare = rowComparator(callers, methods.nameRanks, orderOf(view, ownOrder(clock)));
  yield `${headLine(columns)}  Back Traces`;
  for (const { node, depth } of depthFirst(callers, shown, compare)) {
    yield `${rowCells(columns, node)}  ${indented(nameOf(callers.method[node]), depth)}`;
  }
  if (sumOf(shown) < callers.length - 1) yield '… smaller rows are not shown';
  yield '';
}
