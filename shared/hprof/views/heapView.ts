import type { MetricUnit } from '../../metrics/metricUnit.ts';
import type { DataSet, LinkColumn, TextColumn, ValueColumn } from '../../recording/dataSet.ts';
import type { HeapClass } from '../dumpClasses.ts';

/** Which objects a view is about. */
export type ClassFilter = (heapClass: HeapClass) => boolean;

/** One row of a view, before it is a data set. */
export interface HeapRow {
  readonly texts: readonly string[];
  readonly values: readonly number[];
  /** Row of the one that it stands under; -1: none. */
  readonly parent?: number;
}

export interface HeapColumns {
  readonly texts: readonly (readonly [id: string, title: string])[];
  readonly values: readonly (readonly [id: string, title: string, unit: MetricUnit])[];
}

/** Rows as a data set. A tree has the link `parent`: its rows are shown below each other. */
export function heapSet(id: string, title: string, columns: HeapColumns, rows: readonly HeapRow[]): DataSet {
  const isTree = rows.some(({ parent }) => parent !== undefined);
  const texts = columns.texts.map(([textId, textTitle], i): TextColumn => ({
    ...{ id: textId, title: textTitle },
    texts: rows.map((row) => row.texts[i]),
  }));
  const values = columns.values.map(([valueId, valueTitle, unit], i): ValueColumn => ({
    ...{ id: valueId, title: valueTitle, unit, isExact: false },
    values: Float64Array.from(rows, (row) => row.values[i]),
  }));
  const parents: LinkColumn[] = isTree
    ? [{ id: 'parent', title: 'Parent', rows: Int32Array.from(rows, ({ parent = -1 }) => parent) }]
    : [];
  return { id, title, rows: rows.length, texts, links: parents, values };
}
