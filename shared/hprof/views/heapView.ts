import type { MetricUnit } from '../../metrics/metricUnit.ts';
import type { DataSet } from '../../recording/dataSets/dataSet.ts';
import { columnsOf } from '../../recording/dataSets/rowColumns.ts';
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
  return {
    ...{ id, title },
    ...columnsOf(rows, {
      texts: columns.texts.map(([textId, head], i) => [textId, head, ({ texts }) => texts[i]]),
      links: isTree ? [['parent', 'Parent', ({ parent = -1 }) => parent]] : [],
      values: columns.values.map(([valueId, head, unit], i) => [
        valueId,
        head,
        unit,
        ({ values }) => values[i],
      ]),
    }),
  };
}
