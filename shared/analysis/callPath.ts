import type { ExactTree } from '../cct/cctTable.ts';

/**
 * A place in a program that survives everything a view may do: the methods called, from a root down to the one meant.
 * Nodes are numbers of one moment and one tree; the same path is found again in the next snapshot, in another thread, in a
 * transformed tree, and, read from its end, in back traces.
 */
export type CallPath = readonly number[];

/** Nothing is selected. */
export const NO_PATH: CallPath = [];

export function isSamePath(a: CallPath, b: CallPath): boolean {
  return a.length === b.length && a.every((method, i) => method === b[i]);
}

/** The path to a caller of its last method, so many calls above; at least to the root. */
export function callerPath(path: CallPath, callsAbove: number): CallPath {
  return callsAbove === 0 ? path : path.slice(0, Math.max(1, path.length - callsAbove));
}

type PathTree = Pick<ExactTree, 'length' | 'method' | 'parent'>;

/** Of row 0: the empty path. */
export function callPathOf({ method, parent }: PathTree, node: number): CallPath {
  const path: number[] = [];
  for (let at = node; at > 0; at = parent[at]) path.push(method[at]);
  return path.reverse();
}

/** The node at the end of the path; 0 when it is not there. O(nodes), one pass. */
export function nodeAtPath(tree: PathTree, path: CallPath): number {
  const { node, steps } = followPath(tree, path);
  return steps === path.length ? node : 0;
}

/** The node at the end of as much of the path as there is; 0 when not even its root is. */
export function nearestAtPath(tree: PathTree, path: CallPath): number {
  return followPath(tree, path).node;
}

function followPath(
  { length, method, parent }: PathTree,
  path: CallPath,
): { readonly node: number; readonly steps: number } {
  let node = 0;
  let steps = 0;
  for (let other = 1; other < length && steps < path.length; other++) {
    if (parent[other] !== node || method[other] !== path[steps]) continue;
    node = other; // its children come after it
    steps++;
  }
  return { node, steps };
}

/** The node of the largest total time, or of most calls, whose path ends in this one; 0 when there is none. O(nodes). */
export function heaviestEndingIn(tree: ExactTree, path: CallPath): number {
  const { length, method, totalNs, calls } = tree;
  const last = path.at(-1);
  let heaviest = 0;
  for (let node = 1; node < length; node++) {
    if (method[node] !== last) continue;
    const isHeavier =
      heaviest === 0 ||
      totalNs[node] > totalNs[heaviest] ||
      (totalNs[node] === totalNs[heaviest] && calls[node] > calls[heaviest]);
    if (isHeavier && endsIn(tree, node, path)) heaviest = node;
  }
  return heaviest;
}

/** The node of the largest total time, or of most calls, among the calls of these methods; 0 when there is none. O(nodes).
 *  @param methods MethodId -> 1 */
export function heaviestOf({ length, method, totalNs, calls }: ExactTree, methods: Uint8Array): number {
  let heaviest = 0;
  for (let node = 1; node < length; node++) {
    if (methods[method[node]] !== 1) continue;
    const isHeavier =
      heaviest === 0 ||
      totalNs[node] > totalNs[heaviest] ||
      (totalNs[node] === totalNs[heaviest] && calls[node] > calls[heaviest]);
    if (isHeavier) heaviest = node;
  }
  return heaviest;
}

function endsIn({ method, parent }: PathTree, node: number, path: CallPath): boolean {
  let at = node;
  for (let step = path.length - 1; step >= 0; step--) {
    if (at <= 0 || method[at] !== path[step]) return false;
    at = parent[at];
  }
  return true;
}
