import type { ExactTree } from '../cct/cctTable.ts';
import { mappedMetrics } from '../cct/metricColumns.ts';
import type { DiffTree } from './diffTrees.ts';

/**
 * Each side by a number of its own, so that what went on for longer can be compared: calls, times and their errors per root
 * call, or per second. All that reads a DiffTree reads this one: calls are then no whole numbers. O(nodes).
 *
 *     A  2 root calls        B  6 root calls             A      B
 *         X  4 calls  80 ns      X  18 calls  360 ns     2  40  3  60
 *
 * @param unitsA above 0
 * @param unitsB above 0
 */
export function dividedDiff(diff: DiffTree, unitsA: number, unitsB: number): DiffTree {
  if (unitsA === 1 && unitsB === 1) return diff;
  return { ...diff, a: divided(diff.a, unitsA), b: divided(diff.b, unitsB) };
}

/** A quotient of two whole numbers is the same number whatever their common factor: 10 / 2 and 15 / 3 are equal to the last bit. */
function divided(tree: ExactTree, units: number): ExactTree {
  const by = (values: ArrayLike<number>): Float64Array => Float64Array.from(values, (value) => value / units);
  return {
    ...tree,
    calls: by(tree.calls),
    selfNs: by(tree.selfNs),
    totalNs: by(tree.totalNs),
    errorNs: by(tree.errorNs),
    ...(tree.nsPerSample === undefined ? {} : { nsPerSample: tree.nsPerSample / units }),
    ...mappedMetrics(tree.metrics, by),
  };
}
