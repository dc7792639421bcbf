import { formatPercent, formatTime, SEPARATOR, THIN_SPACE } from '../naming/formatNumbers.ts';
import { countColumn } from './reportColumns.ts';
import type { ReportContext } from './reportContext.ts';
import type { TitledTree } from './reportView.ts';
import { sumOf } from '../base/sumOf.ts';
import { column, headLine, moreLine, rowCells, timeColumn } from './textTable.ts';
import { threadRows } from '../rows/threadRows.ts';

/** One line for each thread, the largest total time first. */
export function* threadLines(
  threads: readonly TitledTree[],
  { clock, top }: ReportContext,
): Generator<string> {
  const { calls, totalNs, errorNs, contexts } = threadRows(threads.map(({ tree }) => tree));
  const allNs = sumOf(totalNs);
  const times = [
    timeColumn('Total Time', totalNs),
    column('%', 7, (row) => formatPercent(totalNs[row], allNs)),
    column('±', 7, (row) => formatTime(errorNs[row]).replaceAll(THIN_SPACE, SEPARATOR)),
  ];
  const counts = [countColumn('Invocations', calls), countColumn('Contexts', contexts)];
  const columns = clock === 'none' ? counts : [...times, ...counts];
  const weights = clock === 'none' ? calls : totalNs;
  const rows = threads.map((_, row) => row).sort((a, b) => weights[b] - weights[a] || a - b);
  const shown = rows.slice(0, top ?? rows.length);
  yield `${headLine(columns)}  Thread`;
  for (const row of shown) yield `${rowCells(columns, row)}  ${threads[row].title}`;
  yield* moreLine(rows.length, shown.length);
  yield '';
}
