import type { CctTable } from '../../shared/cct/cctTable.ts';

/**
 * A place in any tree of a recording: MethodIds from the root on. What is selected is kept as a path, since it means the
 * same in every view, of every thread, before and after a transform; a node number does not. Empty: nothing.
 */
export type CallPath = Int32Array;

export const NO_PATH: CallPath = new Int32Array(0);

type Nodes = Pick<CctTable, 'length' | 'method' | 'parent'>;

export function pathOf({ method, parent }: Nodes, node: number): CallPath {
  let depth = 0;
  for (let at = node; at > 0; at = parent[at]) depth++;
  const path = new Int32Array(depth);
  for (let at = node; at > 0; at = parent[at]) path[--depth] = method[at];
  return path;
}

/**
 * The node at the end of the path, or of as much of it as there is; 0 when not even the root is there.
 * One pass: a child comes after its parent, so the next step of the path is never behind us. O(nodes).
 */
export function nodeOf({ length, method, parent }: Nodes, path: CallPath): number {
  let place = 0;
  let step = 0;
  for (let node = 1; node < length && step < path.length; node++) {
    if (parent[node] !== place || method[node] !== path[step]) continue;
    place = node;
    step++;
  }
  return place;
}
