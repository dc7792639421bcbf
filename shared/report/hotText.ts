import type { ExactTree } from '../cct/cctTable.ts';
import { hotRows } from '../rows/hotRows.ts';
import { countColumn, numberColumns, valueColumns } from './reportColumns.ts';
import type { PercentBase } from './reportColumns.ts';
import type { ReportContext } from './reportContext.ts';
import { orderOf, type ReportView } from './reportView.ts';
import { ownOrder } from '../rows/sortOrder.ts';
import { headLine, moreLine, rowCells } from './textTable.ts';

const HEAD = { methods: 'Method', classes: 'Class', packages: 'Package' } as const;

/** Hot spots: one line for each method, class or package, those first that have most of what the view is about: self time, if nothing is said. */
export function* hotLines(
  tree: ExactTree,
  view: ReportView,
  base: PercentBase,
  { clock, methods, names, top }: ReportContext,
): Generator<string> {
  const { by, filter, value } = view;
  const { spots, rows, nameOf } = hotRows(tree, methods, by, filter, orderOf(view, ownOrder(clock)));
  const columns = [
    ...valueColumns(value, spots),
    ...numberColumns(clock, spots, base, 'self'),
    countColumn('Contexts', Float64Array.from(spots.contexts)),
  ];
  const shown = rows.subarray(0, top ?? rows.length);
  yield `${headLine(columns)}  ${HEAD[by]}`;
  for (const row of shown) yield `${rowCells(columns, row)}  ${nameOf(row, names)}`;
  yield* moreLine(rows.length, shown.length);
  yield '';
}
