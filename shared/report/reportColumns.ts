import { formatCount, formatPercent, formatTime, SEPARATOR, THIN_SPACE } from '../naming/formatNumbers.ts';
import type { ReportContext } from './reportContext.ts';
import { column, maxOf, timeColumn, whereTimed, type NumberColumn } from './textTable.ts';
import type { MeasuredRows } from '../metrics/measuredRows.ts';
import { TOTAL_CALLS } from '../metrics/metric.ts';
import type { Value } from '../metrics/value.ts';
import { furtherColumns, valueColumn } from './furtherNumbers.ts';
import { countsCalls } from '../events/clock.ts';
import { isUncertain } from '../cct/uncertain.ts';

/** Before a time of which no more is known than that it is small. */
export const UNCERTAIN = '~';

export interface NumberRows extends MeasuredRows {
  readonly counted: Uint8Array;
  /** Where errorNs is that of the total. */
  readonly selfErrorNs?: ArrayLike<number>;
}

/** Of a ratio, which no other column shows. Of a metric there is none to add. */
export function valueColumns(
  value: Value | null,
  rows: MeasuredRows,
  shown: ArrayLike<number>,
): NumberColumn[] {
  if (value === null || value.per === null) return [];
  return [valueColumn(value, rows, shown)];
}

export interface PercentBase {
  readonly totalNs: number;
  readonly calls: number;
}

/**
 * Each time column in one unit, that of its largest number; every width is known before the first row.
 * @param errorOf which time errorNs is the error of: ± stands behind it
 */
export function numberColumns(
  { clock, periodNs }: Pick<ReportContext, 'clock' | 'periodNs'>,
  rows: NumberRows,
  base: PercentBase,
  errorOf: 'total' | 'self',
  shown: ArrayLike<number>,
): NumberColumn[] {
  const { calls, selfNs, totalNs, errorNs, counted } = rows;
  const invocations = countColumn('Invocations', calls);
  const percent = (part: Float64Array, whole: number): NumberColumn =>
    column('%', 7, (row) => formatPercent(part[row], whole));
  const further = furtherColumns(rows, errorOf, shown);
  if (clock === 'none') {
    const totalCalls = TOTAL_CALLS.valuesOf(rows);
    const total = [countColumn(TOTAL_CALLS.title, totalCalls), percent(totalCalls, base.calls)];
    if (errorOf === 'total') return [...total, invocations, ...further];
    return [invocations, percent(calls, base.calls), ...total.slice(0, 1), ...further];
  }
  const error = column('±', 7, (row) => formatTime(errorNs[row]).replaceAll(THIN_SPACE, SEPARATOR));
  const total = [timeColumn('Total Time', totalNs, periodNs), percent(totalNs, base.totalNs)];
  const selfErrorNs = rows.selfErrorNs ?? errorNs;
  const selfTime = timeColumn('Self Time', selfNs, periodNs);
  const widestSelf = selfTime.cell(selfNs.indexOf(maxOf(selfNs))).length;
  const self = markedColumn(selfTime, widestSelf, (row) => isUncertain(selfNs[row], selfErrorNs[row]));
  const times = errorOf === 'total' ? [...total, error, self] : [...total, self, error];
  const counts = countsCalls(clock) ? [invocations] : [];
  return [...times.map((each) => whereTimed(each, counted)), ...counts, ...further];
}

/** @param widest characters of the widest cell without its mark */
export function markedColumn(
  { head, width, cell }: NumberColumn,
  widest: number,
  isMarked: (row: number) => boolean,
): NumberColumn {
  return column(head, Math.max(width, widest + UNCERTAIN.length), (row) =>
    isMarked(row) ? UNCERTAIN + cell(row) : cell(row),
  );
}

/** @param format of the numbers: whole ones if nothing is said */
export function countColumn(
  name: string,
  counts: Float64Array,
  format: typeof formatCount = formatCount,
): NumberColumn {
  const text = (value: number): string => format(value, SEPARATOR);
  return column(name, text(maxOf(counts)).length, (row) => text(counts[row]));
}
