import { summedDiff, type DiffTree } from '../analysis/diffTrees.ts';
import { GONE } from '../analysis/treeMaker.ts';
import type { ExactTree } from '../cct/cctTable.ts';
import { metricIds, treeMetrics } from '../cct/metricColumns.ts';
import { subtreeSums } from '../cct/subtreeSums.ts';
import type { MethodTable } from '../naming/methodTable.ts';
import { taken, type Transform } from '../rows/transform.ts';

/** Two trees laid over each other after steps that were taken on both alike, and what became of each node. */
export interface ReshapedDiff {
  readonly tree: DiffTree;
  /** As that of ReshapedTree. */
  readonly image: Int32Array;
}

/**
 * A step that looks at numbers (hideSmall) looks at the larger one of both sides: what either side shows is shown. All
 * others do to each side what they do to it alone. O(nodes) a step.
 * @throws SluiceError 'usage' for a filter that is no regular expression
 */
export function transformedDiff(
  diff: DiffTree,
  steps: readonly Transform[],
  methods: MethodTable,
): ReshapedDiff {
  let outline = outlineOf(diff);
  let reshaped = diff;
  const whole = Int32Array.from({ length: diff.a.length }, (_, node) => node);
  for (const step of steps) {
    const { tree, image } = taken(outline, step, methods);
    outline = tree;
    reshaped = summedDiff(reshaped, tree, image);
    for (let node = 1; node < whole.length; node++)
      if (whole[node] !== GONE) whole[node] = image[whole[node]];
  }
  return { tree: reshaped, image: whole };
}

/** One tree with the larger one of both sides' own numbers: as wide as whatever either side has. O(nodes) for each metric. */
export function outlineOf({ a, b }: DiffTree): ExactTree {
  const none = new Float64Array(a.length);
  const larger = (one: ArrayLike<number>, other: ArrayLike<number>): Float64Array =>
    Float64Array.from(one, (value, node) => Math.max(value, other[node]));
  const selfNs = larger(a.selfNs, b.selfNs);
  const selfOf = ({ metrics }: ExactTree, id: string): Float64Array => metrics?.get(id)?.self ?? none;
  const further = metricIds([a, b]).map((id) => [id, larger(selfOf(a, id), selfOf(b, id))] as const);
  return {
    length: a.length,
    method: a.method,
    parent: a.parent,
    calls: larger(a.calls, b.calls),
    selfNs,
    totalNs: subtreeSums(a.parent, selfNs),
    errorNs: larger(a.errorNs, b.errorNs),
    counted: a.counted.map((counted, node) => counted | b.counted[node]),
    ...treeMetrics(new Map(further), a.parent),
  };
}
