import type { MetricUnit } from '../../metrics/metricUnit.ts';
import type { DataSet, ValueColumn } from './dataSet.ts';

/** What a data set shows of each of its rows, and of the place where that is: a line for each column. */
export interface RowColumns<Row> {
  readonly texts: readonly (readonly [id: string, title: string, textOf: (row: Row, at: number) => string])[];
  /** Left away: none. */
  readonly links?: readonly (readonly [id: string, title: string, rowOf: (row: Row, at: number) => number])[];
  readonly values: readonly RowValue<Row>[];
}

/** null: not known. isExact: the same on each run of a program that does the same; left away, it is not. */
export type RowValue<Row> = readonly [
  id: string,
  title: string,
  unit: MetricUnit,
  valueOf: (row: Row, at: number) => number | null,
  isExact?: boolean,
];

/**
 * The columns of a data set whose rows are objects
 *
 *     texts: [['thread', 'Thread', ({ name }) => name]],
 *     values: [['cpuNs', 'CPU Time', 'ns', ({ cpuNs }) => cpuNs]],
 */
export function columnsOf<Row>(
  rows: readonly Row[],
  { texts, links = [], values }: RowColumns<Row>,
): Omit<DataSet, 'id' | 'title'> {
  return {
    rows: rows.length,
    texts: texts.map(([id, title, textOf]) => ({ id, title, texts: rows.map(textOf) })),
    links: links.map(([id, title, rowOf]) => ({ id, title, rows: Int32Array.from(rows, rowOf) })),
    values: valueColumns(rows, values),
  };
}

export function valueColumns<Row>(rows: readonly Row[], values: readonly RowValue<Row>[]): ValueColumn[] {
  return values.map(([id, title, unit, valueOf, isExact = false]) => ({
    ...{ id, title, unit, isExact },
    values: Float64Array.from(rows, (row, at) => valueOf(row, at) ?? NaN),
  }));
}

/** Named and written as another one. */
export function valueLike<Row>(
  { id, title, unit, isExact }: Omit<ValueColumn, 'values'>,
  valueOf: (row: Row) => number,
): RowValue<Row> {
  return [id, title, unit, valueOf, isExact];
}
