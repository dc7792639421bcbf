import type { ExactTree } from '../cct/cctTable.ts';

/** Less of the work than that is not worth a recording. */
const LEAST_SHARE = 0.01;

export interface SuggestedRoot {
  readonly methodId: number;
  /** Of all the work, what it and its callees had: 0 to 1. */
  readonly share: number;
}

/**
 * Methods that a recording of calls could begin with: of the program itself, those below which most of the work was found, the largest
 * first. What a thread entered outermost is left out where anything is below it: main and the loops of threads are entered once, and
 * a recording sees no call of them.
 *
 *     Thread.run (core)          left out: core
 *      └ Worker.loop             left out: outermost of its own
 *         └ Server.handle        suggested
 *            └ Shop.order        suggested, after it
 *
 * @param tree sampled, all threads together
 * @param isCore methodId -> whether it is of the JDK
 */
export function suggestedRoots(
  tree: ExactTree,
  isCore: (methodId: number) => boolean,
): readonly SuggestedRoot[] {
  const { length, method, parent, totalNs } = tree;
  const isOwn = new Uint8Array(length);
  const ownAbove = new Uint8Array(length); // 1: a method of the program is above
  const inner = new Map<number, number>();
  const outermost = new Map<number, number>();
  for (let node = 1; node < length; node++) {
    const above = parent[node];
    ownAbove[node] = ownAbove[above] | isOwn[above];
    if (isCore(method[node])) continue;
    isOwn[node] = 1;
    const sums = ownAbove[node] === 1 ? inner : outermost;
    if (!isRecursive(tree, node)) sums.set(method[node], (sums.get(method[node]) ?? 0) + totalNs[node]);
  }
  const found = inner.size > 0 ? inner : outermost;
  return [...found]
    .filter(([, ns]) => ns >= LEAST_SHARE * totalNs[0])
    .sort(([a, x], [b, y]) => y - x || a - b)
    .map(([methodId, ns]) => ({ methodId, share: ns / totalNs[0] }));
}

/** Below a call of itself: its time is in that one. O(depth) */
function isRecursive({ method, parent }: ExactTree, node: number): boolean {
  for (let above = parent[node]; above > 0; above = parent[above])
    if (method[above] === method[node]) return true;
  return false;
}
