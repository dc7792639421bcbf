import type { ExactTree } from '../cct/cctTable.ts';
import { childIndex } from '../cct/childIndex.ts';
import { COUNTED_CALLS } from '../cct/metricColumns.ts';

/** What any tree with rows has; the columns may be replaced when the tree grows. */
export type RowTree = Pick<ExactTree, 'length' | 'method' | 'parent'>;

/** The numbers of an ExactTree that rows can be sorted by. */
export type NumberColumn = 'total' | 'self' | 'calls';

/**
 * A tree as a view with rows looks at it: whole, or one whose nodes come into being when they are looked at.
 * Row 0 is no row of the view; a node's index is larger than its parent's and never changes.
 *
 * The children of a node are children[childStart[node], childEnd[node]): an empty range until they are made. Their order
 * is the view's, which sorts them in place; so every view has a source of its own.
 */
export interface RowSource<Tree extends RowTree = ExactTree, Column extends string = NumberColumn> {
  readonly tree: Tree;
  readonly childStart: Int32Array;
  readonly childEnd: Int32Array;
  readonly children: Int32Array;
  /** Known without making them. */
  hasChildren(node: number): boolean;
  /** Makes the children of the node, if they are not there yet. Replaces columns: read them anew. */
  makeChildren(node: number): void;
  /** NodeIndex -> what rows are sorted by. */
  values(column: Column): ArrayLike<number>;
  /** NodeIndex -> how much of its parent a node is: what the hot path follows. */
  weights(): Float64Array;
}

/**
 * A tree that is all there. O(nodes); 8 bytes a node besides the tree.
 * @param sameNodes of another moment of the tree, whose nodes are the same: its children are shared, and no longer to be sorted
 *   by who had it. O(1)
 */
export function wholeTree(tree: ExactTree, sameNodes: RowSource | null = null): RowSource {
  return {
    ...(sameNodes ? childrenOf(sameNodes) : allChildren(tree)),
    tree,
    values: (column) => numbersOf(tree, column),
    weights: () => weightsOf(tree),
  };
}

/** The part of a source that does not depend on what its numbers are. */
type Children = Pick<RowSource, 'childStart' | 'childEnd' | 'children' | 'hasChildren' | 'makeChildren'>;

function childrenOf({ childStart, childEnd, children, hasChildren, makeChildren }: RowSource): Children {
  return { childStart, childEnd, children, hasChildren, makeChildren };
}

function allChildren(tree: RowTree): Children {
  const { start, children } = childIndex(tree);
  return {
    childStart: start,
    childEnd: start.subarray(1),
    children,
    hasChildren: (node) => start[node] < start[node + 1],
    makeChildren: () => undefined,
  };
}

export function numbersOf(
  { totalNs, selfNs, calls }: Pick<ExactTree, 'totalNs' | 'selfNs' | 'calls'>,
  column: NumberColumn,
): Float64Array {
  return { total: totalNs, self: selfNs, calls }[column];
}

/** Total time; without a clock the calls stand for it, with all below where that is known. */
export function weightsOf({
  totalNs,
  calls,
  metrics,
}: Pick<ExactTree, 'totalNs' | 'calls' | 'metrics'>): Float64Array {
  return totalNs[0] > 0 ? totalNs : (metrics?.get(COUNTED_CALLS)?.total ?? calls);
}
