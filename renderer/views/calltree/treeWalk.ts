import type { ExactTree } from '../../../shared/cct/cctTable.ts';
import type { ChildIndex } from '../../../shared/cct/childIndex.ts';
import type { SiblingOrder } from './treeRows.ts';

/** A child that holds at least this part of its parent continues the hot path. */
const HOT_SHARE = 0.5;

/** From `node` (0 = the whole tree) down along the heaviest children while one dominates; `node` is not included. */
export function hotPath(tree: ExactTree, { start, children }: ChildIndex, from: number): readonly number[] {
  const weight = tree.totalNs[0] > 0 ? tree.totalNs : tree.calls;
  const path: number[] = [];
  for (let node = from; ;) {
    let heaviest = -1;
    let sum = 0;
    for (let at = start[node]; at < start[node + 1]; at++) {
      const child = children[at];
      sum += weight[child];
      if (heaviest < 0 || weight[child] > weight[heaviest]) heaviest = child;
    }
    // Counts do not add up like times, and row 0 has none of its own: then the siblings are the measure.
    const whole = weight === tree.totalNs && node !== 0 ? weight[node] : sum;
    if (heaviest < 0 || weight[heaviest] < HOT_SHARE * whole) return path;
    path.push(heaviest);
    node = heaviest;
  }
}

/** The nodes to open so that the single-child chain below `node` is seen to its end; `node` comes first. */
export function plainPath({ start, children }: ChildIndex, node: number): readonly number[] {
  const path = [node];
  for (let at = node; start[at + 1] - start[at] === 1;) {
    at = children[start[at]];
    path.push(at);
  }
  return path;
}

/** Ancestors of a node from its parent up, without row 0. */
export function ancestors({ parent }: ExactTree, node: number): readonly number[] {
  const path: number[] = [];
  for (let at = parent[node]; at > 0; at = parent[at]) path.push(at);
  return path;
}

/** Every node of the subtree that has children, `node` first. */
export function* innerNodes({ start, children }: ChildIndex, node: number): Iterable<number> {
  const stack = [node];
  for (let at = stack.pop(); at !== undefined; at = stack.pop()) {
    if (start[at] === start[at + 1]) continue;
    yield at;
    for (let i = start[at]; i < start[at + 1]; i++) stack.push(children[i]);
  }
}

/** Whether the same method is open already further up: a recursive call. */
export function isRecursive({ method, parent }: ExactTree, node: number): boolean {
  for (let at = parent[node]; at > 0; at = parent[at]) if (method[at] === method[node]) return true;
  return false;
}

/**
 * All nodes of the tree whose method is wanted, also in closed subtrees, in the order in which they are displayed when
 * everything is open. Sorts only where a match lies below: O(nodes + matches * depth).
 */
export function findNodes(
  tree: ExactTree,
  { start, children }: ChildIndex,
  isWanted: (method: number) => boolean,
  order: SiblingOrder,
): Int32Array {
  const { length, method, parent } = tree;
  // 1 = a match lies below, 2 = is one
  const mark = new Uint8Array(length);
  let count = 0;
  for (let node = 1; node < length; node++) {
    if (!isWanted(method[node])) continue;
    mark[node] |= 2;
    count++;
    for (let at = parent[node]; at >= 0 && (mark[at] & 1) === 0; at = parent[at]) mark[at] |= 1;
  }
  const found = new Int32Array(count);
  let filled = 0;
  const stack = count > 0 ? [0] : [];
  for (let node = stack.pop(); node !== undefined; node = stack.pop()) {
    if ((mark[node] & 2) !== 0) found[filled++] = node;
    if ((mark[node] & 1) === 0) continue;
    const marked = children.slice(start[node], start[node + 1]).filter((child) => mark[child] !== 0);
    marked.sort(order);
    for (let i = marked.length - 1; i >= 0; i--) stack.push(marked[i]);
  }
  return found;
}

/**
 * The node of `to` that has the same path of methods as `node` of `from`, or as much of that path as there is.
 * @returns 0 when not even the root is there
 */
export function samePath(
  from: ExactTree,
  node: number,
  to: ExactTree,
  { start, children }: ChildIndex,
): number {
  let at = 0;
  for (const ancestor of [...ancestors(from, node).toReversed(), node]) {
    const wanted = from.method[ancestor];
    let child = -1;
    for (let i = start[at]; i < start[at + 1] && child < 0; i++) {
      if (to.method[children[i]] === wanted) child = children[i];
    }
    if (child < 0) return at;
    at = child;
  }
  return at;
}
