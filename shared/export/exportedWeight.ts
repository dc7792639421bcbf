import type { MetricUnit } from '../metrics/metricUnit.ts';
import type { ExportedRecording } from './exportedRecording.ts';
import type { ThreadRows } from './threadRows.ts';

/** One thing that rows weigh, for formats that show one at a time. */
export interface ExportedWeight {
  /** As users read it: time, calls, bytecodes. */
  readonly name: string;
  readonly unit: MetricUnit;
  /** row -> what it has itself */
  readonly valuesOf: (rows: ThreadRows) => Float64Array;
}

const TIME: ExportedWeight = { name: 'time', unit: 'ns', valuesOf: ({ selfNs }) => selfNs };
const CALLS: ExportedWeight = { name: 'calls', unit: 'count', valuesOf: ({ calls }) => calls };

/** Time where there was a clock, calls, and what else was measured, in this order. */
export function weightsOf({ isTimed, further }: ExportedRecording): readonly ExportedWeight[] {
  const others = further.map(({ id, unit }): ExportedWeight => ({
    name: id,
    unit,
    valuesOf: (rows) => rows.further.get(id) ?? new Float64Array(rows.length),
  }));
  return [...(isTimed ? [TIME] : []), CALLS, ...others];
}

/** row -> what it and all below it have. @param depth of rows, each before those below it */
export function sumsBelow(values: Float64Array, depth: ArrayLike<number>): Float64Array {
  const sums = values.slice();
  const below: number[] = []; // level -> sum of the rows there that wait for their caller
  for (let row = sums.length - 1; row >= 0; row--) {
    const level = depth[row];
    sums[row] += below[level + 1] ?? 0;
    below[level + 1] = 0;
    below[level] = (below[level] ?? 0) + sums[row];
  }
  return sums;
}
