import type { RowSource } from '../analysis/rowSource.ts';
import { childIndex } from '../cct/childIndex.ts';
import type { CctTable } from '../cct/cctTable.ts';

/** 1 for the `top` rows of largest weight, row 0 left out. A parent weighs as much as its child at least and stands
 *  before it, so it is shown whenever its child is. */
export function largestRows(weights: Float64Array, top: number | null): Uint8Array {
  const shown = new Uint8Array(weights.length);
  if (top === null || top >= weights.length - 1) return shown.fill(1, 1);
  if (top === 0) return shown;
  const limit = weights.slice(1).sort()[weights.length - 1 - top];
  let left = top;
  for (let row = 1; row < weights.length; row++) if (weights[row] > limit) left -= shown[row] = 1;
  for (let row = 1; row < weights.length && left > 0; row++)
    if (weights[row] === limit) left -= shown[row] = 1;
  return shown;
}

/**
 * The same of a source whose nodes come into being as they are looked at: what could be among the largest is made.
 * @param weights of the nodes that there are
 * @param top     null = those of the top level only
 */
export function largestMade(source: RowSource, weights: () => Float64Array, top: number | null): Uint8Array {
  for (;;) {
    const { length } = source.tree;
    const shown = largestRows(weights().subarray(0, length), top);
    if (top === null) return shown;
    for (let node = 1; node < length; node++) if (shown[node] === 1) source.makeChildren(node);
    if (source.tree.length === length) return shown;
  }
}

/** The shown nodes, each before its children, siblings in order; no recursion. Roots have depth 0. */
export function* depthFirst(
  tree: Pick<CctTable, 'length' | 'parent'>,
  shown: Uint8Array,
  compare: (a: number, b: number) => number,
): Generator<{ node: number; depth: number }> {
  const { start, children } = childIndex(tree);
  const next = start.slice(0, tree.length);
  children.subarray(start[0], start[1]).sort(compare);
  let node = 0;
  let depth = -1;
  for (;;) {
    if (next[node] === start[node + 1]) {
      if (node === 0) return;
      node = tree.parent[node];
      depth--;
      continue;
    }
    const child = children[next[node]++];
    if (shown[child] === 0) continue;
    node = child;
    depth++;
    children.subarray(start[node], start[node + 1]).sort(compare);
    yield { node, depth };
  }
}
