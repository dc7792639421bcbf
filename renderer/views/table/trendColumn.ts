import { countsCalls, type TimeSource } from '../../../shared/events/clock.ts';
import type { NumberColumn } from '../../../shared/analysis/rowSource.ts';
import { furtherKind, isFurther } from '../../worker/table/furtherColumns.ts';
import type { FurtherColumn, TablePicture, TableRow } from '../../worker/table/tableRow.ts';

/** A number that only grows while a recording goes on. */
export type TrendColumn = NumberColumn | FurtherColumn;

/** Whose growth is shown: that which the table is sorted by, or where it does not only grow, what tables are usually about. */
export function trendColumn(
  { sort: { column }, timed }: Pick<TablePicture, 'sort' | 'timed'>,
  isTree: boolean,
  clock: TimeSource,
): TrendColumn {
  if (column === 'total' || column === 'self') return column;
  if (column === 'calls' && countsCalls(clock)) return column;
  if (isFurther(column) && furtherKind(column).value.per === null) return column;
  return timed ? (isTree ? 'total' : 'self') : 'calls';
}

export function trendValue(
  { totalNs, selfNs, calls, further }: TableRow,
  of: TrendColumn,
  columns: readonly FurtherColumn[],
): number {
  if (isFurther(of)) return further[columns.indexOf(of)] ?? 0;
  return { total: totalNs, self: selfNs, calls }[of];
}
