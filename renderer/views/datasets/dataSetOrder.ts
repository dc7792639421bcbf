import { dataSetRows, metricsOf } from '../../../shared/rows/dataSetRows.ts';
import type { MethodFilter } from '../../../shared/naming/methodFilter.ts';
import type { DataSet } from '../../../shared/recording/dataSets/dataSet.ts';

/** By which column rows are sorted; null: they stay in the order of the recording. */
export interface DataSetOrder {
  readonly column: string;
  /** Numbers: the largest first; names: Z first. */
  readonly falls: boolean;
}

/** A click on a title: numbers fall first, names rise; the next click turns it round, the third gives the recording's own order back. */
export function nextOrder(
  order: DataSetOrder | null,
  column: string,
  isNumber: boolean,
): DataSetOrder | null {
  if (order?.column !== column) return { column, falls: isNumber };
  return order.falls === isNumber ? { column, falls: !isNumber } : null;
}

/** Places of the rows that pass, in order. O(rows log rows). Rows that are equal stay in the order of the recording. */
export function orderedRows(set: DataSet, order: DataSetOrder | null, words: string): Int32Array {
  const filter: MethodFilter | null = words.trim() === '' ? null : { kind: 'contains', text: words };
  const text = set.texts.find(({ id }) => id === order?.column);
  const metric = metricsOf(set).find(({ id }) => id === order?.column);
  const value = metric === undefined ? null : { metric, per: null };
  const rows = dataSetRows({ set, value: order?.falls === true ? value : null, filter });
  if (order === null || (order.falls && value !== null)) return rows;
  if (text !== undefined) {
    const compare = new Intl.Collator('en', { numeric: true }).compare;
    const sign = order.falls ? -1 : 1;
    return rows.sort((a, b) => sign * compare(text.texts[a], text.texts[b]) || a - b);
  }
  const values = set.values.find(({ id }) => id === order.column)?.values;
  if (values === undefined) return rows;
  const known = (row: number): number => (Number.isNaN(values[row]) ? Infinity : values[row]);
  return rows.sort((a, b) => (known(a) === known(b) ? a - b : known(a) - known(b)));
}
