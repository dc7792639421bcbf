import { valuesOf, parseValue, type Value } from '../metrics/value.ts';
import type { MeasuredRows } from '../metrics/measuredRows.ts';
import type { Metric } from '../metrics/metric.ts';
import { NO_ERROR } from '../metrics/metricError.ts';
import { filteredNames, type MethodFilter } from '../naming/methodFilter.ts';
import type { DataSet, ValueColumn } from '../recording/dataSets/dataSet.ts';

/** Which rows of a data set are shown, and in which order. */
export interface DataSetView {
  readonly set: DataSet;
  /** Rows with most of it come first; null: they stay in their order. */
  readonly value: Value | null;
  /** Of what names the rows. */
  readonly filter: MethodFilter | null;
}

/** The columns of a data set as metrics: `--value` names one of them, or two as a ratio. */
export function metricsOf({ values }: DataSet): readonly Metric[] {
  return values.map(metricOf);
}

function metricOf({ id, title, unit, isExact, values }: ValueColumn): Metric {
  return { id, title, unit, isExact, aliases: [], error: NO_ERROR, sumOf: null, valuesOf: () => values };
}

/** @throws SluiceError 'usage' for what names no column */
export function valueOfSet(set: DataSet, text: string): Value {
  return parseValue(text, metricsOf(set));
}

/** row -> value; a value that is not known counts as the least. */
export function valuesOfSet(value: Value): Float64Array {
  return valuesOf(value, NO_ROWS);
}

const NONE = new Float64Array();
const NO_ROWS: MeasuredRows = { calls: NONE, selfNs: NONE, totalNs: NONE, errorNs: NONE };

/** What names a row, in one text. */
export function rowName({ texts }: DataSet, row: number): string {
  return texts.map((column) => column.texts[row]).join(' ');
}

/** Rows that pass the filter, in the order of the view. O(rows log rows). */
export function dataSetRows({ set, value, filter }: DataSetView): Int32Array {
  const all = Int32Array.from({ length: set.rows }, (_, row) => row);
  const passes =
    filter &&
    filteredNames(
      Array.from(all, (row) => rowName(set, row)),
      filter,
    );
  const rows = passes ? all.filter((row) => passes[row] === 1) : all;
  if (value === null) return rows;
  const values = valuesOfSet(value);
  const known = (row: number): number => (Number.isNaN(values[row]) ? -Infinity : values[row]);
  return rows.sort((a, b) => (known(a) === known(b) ? a - b : known(b) - known(a)));
}
