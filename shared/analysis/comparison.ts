import { differenceCauses, type DifferenceCauses } from './differenceCauses.ts';
import { summedDiff, type DiffTree } from './diffTrees.ts';
import { summedInto, type ReshapedTree } from './treeMaker.ts';

/** Two trees laid over each other, A before and B after, and why their times differ. */
export interface Comparison {
  readonly tree: DiffTree;
  readonly causes: DifferenceCauses;
}

/** O(nodes). */
export function comparisonOf(tree: DiffTree): Comparison {
  return { tree, causes: differenceCauses(tree) };
}

/**
 * Both sides after what was done to the nodes. What calls explain is summed up as times are, so a node that stands for several
 * contexts says the same as the methods in a list.
 * @param image of a node: where it went; see ReshapedTree
 */
export function reshapedComparison(
  { tree, causes }: Comparison,
  { tree: shape, image }: ReshapedTree,
): Comparison {
  const byCalls = summedInto(shape, { ...tree.b, selfNs: causes.selfByCallsNs }, image);
  return {
    tree: summedDiff(tree, shape, image),
    causes: { selfByCallsNs: byCalls.selfNs, totalByCallsNs: byCalls.totalNs },
  };
}
