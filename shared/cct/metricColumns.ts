import { subtreeSums } from './subtreeSums.ts';

/**
 * What else was measured of the rows of a tree or a list, beside calls and times: a column of the rows alone and one of all that
 * is below them, by the id of the metric (shared/metrics). Absent where nothing else was measured, so it costs nothing there.
 */
export type MetricColumns = ReadonlyMap<string, MetricColumn>;

export interface MetricColumn {
  readonly self: Float64Array; //  row -> value of the row alone
  readonly total: Float64Array; // row -> value of the row and of all below it; of lists in outermost calls only
}

/** As a recording keeps them: of the nodes alone. */
export type SelfColumns = ReadonlyMap<string, Float64Array>;

/** The metric of calls: only trees without times have its totals, as they have nothing else to be ranked by. */
export const COUNTED_CALLS = 'calls';

/** A field that is there or is not. */
interface WithMetrics {
  readonly metrics?: MetricColumns;
}

/** Of a tree: totals are sums over its subtrees. O(nodes) for each metric. */
export function treeMetrics(selves: SelfColumns | undefined, parent: Int32Array): WithMetrics {
  if (selves === undefined || selves.size === 0) return {};
  return { metrics: mapped(selves, (self) => ({ self, total: subtreeSums(parent, self) })) };
}

/** Of the nodes alone. */
export function selvesOf(metrics: MetricColumns | undefined): SelfColumns | undefined {
  return metrics && mapped(metrics, ({ self }) => self);
}

/**
 * The sums of several trees' columns where their nodes have gone; what one lacks is 0 there.
 * @param image node -> row of the sums, below 0: nowhere
 * @param length rows of the sums
 */
export function summedSelves(
  parts: readonly { readonly selves: SelfColumns | undefined; readonly image: Int32Array }[],
  length: number,
): SelfColumns | undefined {
  const sums = new Map<string, Float64Array>();
  for (const { selves, image } of parts) {
    for (const [id, self] of selves ?? []) {
      let sum = sums.get(id);
      if (sum === undefined) sums.set(id, (sum = new Float64Array(length)));
      for (let node = 1; node < image.length; node++) if (image[node] >= 0) sum[image[node]] += self[node];
    }
  }
  return sums.size === 0 ? undefined : sums;
}

/** Both columns of each metric made anew. */
export function mappedMetrics(
  metrics: MetricColumns | undefined,
  make: (column: Float64Array) => Float64Array,
): WithMetrics {
  if (metrics === undefined) return {};
  return { metrics: mapped(metrics, ({ self, total }) => ({ self: make(self), total: make(total) })) };
}

/** The ids that any of several has, in the order in which they are met. */
export function metricIds(parts: readonly WithMetrics[]): readonly string[] {
  return [...new Set(parts.flatMap(({ metrics }) => [...(metrics?.keys() ?? [])]))];
}

function mapped<From, To>(columns: ReadonlyMap<string, From>, make: (column: From) => To): Map<string, To> {
  return new Map(Array.from(columns, ([id, column]) => [id, make(column)]));
}
