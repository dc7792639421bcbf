import type { CctTable } from './cctTable.ts';

/**
 * The children of every node, in the order of their rows.
 *
 *     parent    -1 0 1 1 0        start  0 2 4 4 4 4        children  1 4 2 3
 *                                        node 0: children[0, 2) = 1 4; node 1: children[2, 4) = 2 3
 */
export interface ChildIndex {
  readonly start: Int32Array; //    NodeIndex -> first place in children; the next node's start is the end
  readonly children: Int32Array; // place -> NodeIndex
}

/** A counting sort by parent: O(nodes). */
export function childIndex({ length, parent }: Pick<CctTable, 'length' | 'parent'>): ChildIndex {
  const start = new Int32Array(length + 1);
  for (let node = 1; node < length; node++) start[parent[node] + 1]++;
  for (let node = 0; node < length; node++) start[node + 1] += start[node];
  const children = new Int32Array(Math.max(0, length - 1));
  const next = start.slice();
  for (let node = 1; node < length; node++) children[next[parent[node]]++] = node;
  return { start, children };
}
