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
    const row = rows.rowOf(at);
    const child = rows.nodes[row + 1];
    const isChild = rows.depths[row + 1] === rows.depths[row] + 1;
    const isOnly = isChild && nextSiblingRow(rows, row + 1) < 0;
    if (!isOnly) return at;
    at = child;
  }
}

/** The row of the next node with the same parent, -1 when there is none. */
function nextSiblingRow({ nodes, depths }: TableRows, row: number): number {
  for (let next = row + 1; next < nodes.length && depths[next] >= depths[row]; next++) {
    if (depths[next] === depths[row]) return next;
  }
  return -1;
}
