import type { ExactTree } from '../cct/cctTable.ts';
import { errorKind, errorOfAll, type ErrorKind } from '../cct/errorSums.ts';
import { metricIds, type MetricColumns } from '../cct/metricColumns.ts';
import { sumOf } from '../base/sumOf.ts';

/** What each thread did. Columns. */
export interface ThreadRows extends ErrorKind {
  readonly calls: Float64Array; //    row -> invocations
  readonly totalNs: Float64Array; //  row -> ns
  readonly selfNs: Float64Array; //   row -> ns, the same: all that a thread does is its own
  readonly errorNs: Float64Array; //  row -> ns, bound of the error of totalNs
  readonly contexts: Float64Array; // row -> nodes of its tree
  readonly metrics?: MetricColumns; // all that a thread does is its own
}

/** A column that all recordings have. */
export type ThreadNumber = Exclude<keyof ThreadRows, 'metrics' | keyof ErrorKind>;

export function threadRows(trees: readonly ExactTree[]): ThreadRows {
  const totalNs = Float64Array.from(trees, (tree) => tree.totalNs[0]);
  const further = metricIds(trees).map((id) => {
    const total = Float64Array.from(trees, ({ metrics }) => metrics?.get(id)?.total[0] ?? 0);
    return [id, { self: total, total }] as const;
  });
  return {
    ...errorKind(trees.at(0) ?? {}),
    calls: Float64Array.from(trees, (tree) => sumOf(tree.calls)),
    totalNs,
    selfNs: totalNs,
    errorNs: Float64Array.from(trees, (tree) => errorOfAll(tree)),
    contexts: Float64Array.from(trees, (tree) => tree.length - 1),
    ...(further.length === 0 ? {} : { metrics: new Map(further) }),
  };
}
