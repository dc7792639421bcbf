import { countsCalls } from '../events/clock.ts';
import { formatPercent, formatTime, SEPARATOR, THIN_SPACE } from '../naming/formatNumbers.ts';
import { pairsIn } from '../metrics/metric.ts';
import { valueColumn } from './furtherNumbers.ts';
import { countColumn, valueColumns } from './reportColumns.ts';
import type { ReportContext } from './reportContext.ts';
import type { ReportView, TitledTree } from './reportView.ts';
import { sumOf } from '../base/sumOf.ts';
import { column, headLine, moreLine, rowCells, timeColumn } from './textTable.ts';
import { valuesOf } from '../metrics/value.ts';
import { threadRows } from '../rows/threadRows.ts';

/** One line for each thread, the largest total time first. */
export function* threadLines(
  threads: readonly TitledTree[],
  { value }: ReportView,
  { clock, top }: ReportContext,
): Generator<string> {
  const rowsOf = threadRows(threads.map(({ tree }) => tree));
  const { calls, totalNs, errorNs, contexts } = rowsOf;
  const allNs = sumOf(totalNs);
  const times = [
    timeColumn('Total Time', totalNs),
    column('%', 7, (row) => formatPercent(totalNs[row], allNs)),
    column('±', 7, (row) => formatTime(errorNs[row]).replaceAll(THIN_SPACE, SEPARATOR)),
  ];
  const counts = [
    ...(countsCalls(clock) ? [countColumn('Invocations', calls)] : []),
    countColumn('Contexts', contexts),
  ];
  const columns = [
    ...valueColumns(value, rowsOf),
    ...(clock === 'none' ? counts : [...times, ...counts]),
    ...pairsIn([rowsOf]).map(({ total }) => valueColumn({ metric: total, per: null }, rowsOf)),
  ];
  const weights = value === null ? (clock === 'none' ? calls : totalNs) : valuesOf(value, rowsOf);
  const rows = threads.map((_, row) => row).sort((a, b) => weights[b] - weights[a] || a - b);
  const shown = rows.slice(0, top ?? rows.length);
  yield `${headLine(columns)}  Thread`;
  for (const row of shown) yield `${rowCells(columns, row)}  ${threads[row].title}`;
  yield* moreLine(rows.length, shown.length);
  yield '';
}
