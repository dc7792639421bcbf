import type { CctTable } from './cctTable.ts';
import { siblingLinks } from './siblingLinks.ts';

/**
 * NodeIndex -> 1 where no node above is of the same group: what a recursion was entered by. The sum of totals over these
 * counts each moment once, however often a group calls itself.
 *
 *     A            1
 *      └ B         1
 *         └ A      0        groups are methods here
 *
 * One walk in depth-first order that knows which groups are open: O(nodes), 9 bytes a node. No recursion: trees may be 100,000 deep.
 * @param groupOf    MethodId -> group; null = each method is its own
 * @param groupLimit one more than the largest group
 */
export function outermost(
  tree: Pick<CctTable, 'length' | 'method' | 'parent'>,
  groupOf: Int32Array | null,
  groupLimit: number,
): Uint8Array {
  const { length, method, parent } = tree;
  const { firstChild, nextSibling } = siblingLinks(tree);
  const isOutermost = new Uint8Array(length);
  const openCalls = new Int32Array(groupLimit);
  let node = firstChild[0];
  while (node !== 0) {
    const group = groupOf === null ? method[node] : groupOf[method[node]];
    if (openCalls[group]++ === 0) isOutermost[node] = 1;
    let next = firstChild[node];
    while (next === 0 && node !== 0) {
      openCalls[groupOf === null ? method[node] : groupOf[method[node]]]--;
      next = nextSibling[node];
      node = parent[node];
    }
    node = next;
  }
  return isOutermost;
}
