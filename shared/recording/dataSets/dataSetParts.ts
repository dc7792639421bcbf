import type { DataSet } from './dataSet.ts';

/** The column of that id; undefined: there is none. */
export function textsNamed(set: DataSet | undefined, id: string): readonly string[] | undefined {
  return set?.texts.find((column) => column.id === id)?.texts;
}

export function linksNamed(set: DataSet | undefined, id: string): Int32Array | undefined {
  return set?.links.find((column) => column.id === id)?.rows;
}

export function valuesNamed(set: DataSet | undefined, id: string): Float64Array | undefined {
  return set?.values.find((column) => column.id === id)?.values;
}

/** Some rows of a data set, in the order given. What links lead to stays as it is. */
export function withRows(set: DataSet, rows: readonly number[]): DataSet {
  return {
    ...set,
    rows: rows.length,
    texts: set.texts.map((column) => ({ ...column, texts: rows.map((row) => column.texts[row]) })),
    links: set.links.map((column) => ({ ...column, rows: Int32Array.from(rows, (row) => column.rows[row]) })),
    values: set.values.map((column) => ({
      ...column,
      values: Float64Array.from(rows, (row) => column.values[row]),
    })),
  };
}

/** The rows that are kept. */
export function rowsWhere(set: DataSet, isKept: (row: number) => boolean): DataSet {
  return withRows(set, Array.from({ length: set.rows }, (_, row) => row).filter(isKept));
}
