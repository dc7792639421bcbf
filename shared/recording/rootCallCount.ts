import type { CctTable } from '../cct/cctTable.ts';

/** Calls of root methods from outside the subgraph. O(nodes). @param roots ids of methods */
export function rootCallCount(
  { length, method, parent, calls }: Pick<CctTable, 'length' | 'method' | 'parent' | 'calls'>,
  roots: ReadonlySet<number>,
): number {
  let count = 0;
  // A thread that the subgraph started begins with what it runs, which need not be a root.
  for (let node = 1; node < length; node++)
    if (parent[node] === 0 && roots.has(method[node])) count += calls[node];
  return count;
}
