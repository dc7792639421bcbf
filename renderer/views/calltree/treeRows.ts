import type { ExactTree } from '../../../shared/cct/cctTable.ts';
import type { ChildIndex } from '../../../shared/cct/childIndex.ts';

export type SortColumn = 'name' | 'total' | 'self' | 'calls';

export interface SortOrder {
  readonly column: SortColumn;
  readonly falling: boolean;
}

/** What a table of a tree shows, from top to bottom. */
export interface TreeRows {
  readonly length: number;
  /** row -> NodeIndex; longer than `length` */
  readonly node: Int32Array;
  /** row -> 1 for children of the invisible row 0, and so on */
  readonly depth: Int32Array;
}

/** Compares two siblings: below 0 = a comes first. */
export type SiblingOrder = (a: number, b: number) => number;

/**
 * Equal siblings stay in the order of their first call.
 * @param nameRank method -> place of its name in alphabetical order
 */
export function siblingOrder(
  tree: ExactTree,
  sort: SortOrder,
  nameRank: (method: number) => number,
): SiblingOrder {
  const sign = sort.falling ? -1 : 1;
  if (sort.column === 'name') {
    const { method } = tree;
    return (a, b) => sign * (nameRank(method[a]) - nameRank(method[b])) || a - b;
  }
  const key = { total: tree.totalNs, self: tree.selfNs, calls: tree.calls }[sort.column];
  return (a, b) => sign * (key[a] - key[b]) || a - b;
}

/**
 * The rows of all nodes whose ancestors are open. Only children of open nodes are sorted: O(rows log rows) however large
 * the tree is, and no object per node.
 */
export function treeRows(
  index: ChildIndex,
  isOpen: (node: number) => boolean,
  order: SiblingOrder,
): TreeRows {
  const { start, children } = index;
  let node = new Int32Array(1024);
  let depth = new Int32Array(1024);
  let length = 0;
  // Nodes still to be shown, the next one on top: a copy of each open node's children, sorted, last first.
  let stack = new Int32Array(1024);
  let stackDepth = new Int32Array(1024);
  let top = 0;
  const push = (parent: number, childDepth: number): void => {
    const sorted = children.slice(start[parent], start[parent + 1]);
    if (sorted.length > 1) sorted.sort(order);
    if (top + sorted.length > stack.length) {
      stack = grown(stack, top + sorted.length);
      stackDepth = grown(stackDepth, top + sorted.length);
    }
    for (let i = sorted.length - 1; i >= 0; i--) {
      stack[top] = sorted[i];
      stackDepth[top++] = childDepth;
    }
  };
  if (start.length > 1) push(0, 1);
  while (top > 0) {
    const shown = stack[--top];
    const shownDepth = stackDepth[top];
    if (length === node.length) {
      node = grown(node, length + 1);
      depth = grown(depth, length + 1);
    }
    node[length] = shown;
    depth[length++] = shownDepth;
    if (start[shown] < start[shown + 1] && isOpen(shown)) push(shown, shownDepth + 1);
  }
  return { length, node, depth };
}

/** The row of a node, -1 when it is not shown. O(rows) */
export function rowOf(rows: TreeRows, node: number): number {
  const row = rows.node.indexOf(node);
  return row < rows.length ? row : -1;
}

function grown(column: Int32Array, needed: number): Int32Array<ArrayBuffer> {
  const larger = new Int32Array(Math.max(needed, column.length * 2));
  larger.set(column);
  return larger;
}
