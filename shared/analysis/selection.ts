import type { ExactTree } from '../cct/cctTable.ts';
import { callPathOf, heaviestEndingIn, heaviestOf, type CallPath } from './callPath.ts';

/**
 * One selection for all views: a call path. Each view shows it as its own kind of row, and a row that is chosen in a view is
 * a call path again:
 *
 *     selected: A > B > C      Call Tree, Flame Graph    the node at the end of the path (callPath.ts)
 *                              Hot Spots                 C
 *                              Back Traces               C > B > A, as far as it is open
 *                              Callees of B              B > C
 */

/** Where the selection stands in back traces: TreeRows.nodeAt follows it. */
export function backTraceOf(selected: CallPath): CallPath {
  return selected.toReversed();
}

/**
 * The selection after a row was chosen that stands for several call paths, which all end the same way: a method of Hot
 * Spots (its path is itself), a row of Back Traces (read backwards), a callee. It stays if it is one of them, else the
 * heaviest is taken.
 * @param before of a comparison, whose side after is `tree`: it decides where the side after has no call
 * @returns empty when the tree has none
 */
export function selectedEndingIn(
  tree: ExactTree,
  selected: CallPath,
  ending: CallPath,
  before: ExactTree = tree,
): CallPath {
  const isOne = ending.every((method, i) => selected[selected.length - ending.length + i] === method);
  return isOne ? selected : heaviestPath(tree, before, (side) => heaviestEndingIn(side, ending));
}

/** The same for a row that stands for the calls of several methods: a class, a package. @param methods MethodId -> 1 */
export function selectedAmong(
  tree: ExactTree,
  selected: CallPath,
  methods: Uint8Array,
  before: ExactTree = tree,
): CallPath {
  const isOne = methods[selected.at(-1) ?? -1] === 1;
  return isOne ? selected : heaviestPath(tree, before, (side) => heaviestOf(side, methods));
}

/** @param before has the same nodes */
function heaviestPath(tree: ExactTree, before: ExactTree, heaviest: (side: ExactTree) => number): CallPath {
  const node = heaviest(tree);
  return callPathOf(tree, tree.calls[node] > 0 ? node : heaviest(before));
}
