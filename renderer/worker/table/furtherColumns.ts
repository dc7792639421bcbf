import { ensure } from '../../../shared/base/assert.ts';
import {
  METRIC_PAIRS,
  metricNamed,
  pairsIn,
  type MeasuredRows,
  type Metric,
} from '../../../shared/metrics/metric.ts';
import type { FurtherColumn, TableColumn } from './tableRow.ts';

/** A column for each further metric, the totals before those of rows alone. */
export const FURTHER_COLUMNS: readonly FurtherColumn[] = METRIC_PAIRS.flatMap(({ self, total }) => [
  columnOf(total),
  columnOf(self),
]);

/** Those that the rows have. */
export function furtherColumnsOf(rows: MeasuredRows): readonly FurtherColumn[] {
  return pairsIn([rows]).flatMap(({ self, total }) => [columnOf(total), columnOf(self)]);
}

/** Of a text that names them: pictures are new each time, and a text is the same as long as they are. */
export function furtherNamed(text: string): readonly FurtherColumn[] {
  const names = text.split(' ');
  return FURTHER_COLUMNS.filter((column) => names.includes(column));
}

export function isFurther(column: TableColumn): column is FurtherColumn {
  return column.startsWith('metric:');
}

export function metricOf(column: FurtherColumn): Metric {
  return ensure(metricNamed(column.slice('metric:'.length)), `the metric of ${column}`);
}

function columnOf({ id }: Metric): FurtherColumn {
  return `metric:${id}`;
}
