import type { ExactTree } from '../../../shared/cct/cctTable.ts';
import type { TableRows } from './tableContent.ts';

/** Whether the same method is open already further up: a recursive call. */
export function isRecursive({ method, parent }: ExactTree, node: number): boolean {
  for (let at = parent[node]; at > 0; at = parent[at]) if (method[at] === method[node]) return true;
  return false;
}

/** Opens the chain of only children below a node. @returns its last node, where the tree branches or ends */
export function openChain(rows: TableRows, node: number): number {
  for (let at = node; ;) {
    rows.open(at);
    const child = rows.onlyChild(at);
    if (child === 0) return at;
    at = child;
  }
}
