import type { ExactTree } from '../cct/cctTable.ts';
import { OTHER_METHOD } from '../base/ids.ts';
import { GONE, TreeMaker, type ReshapedTree } from './treeMaker.ts';

/** What happens to a node; that of its children is said for each of them. */
export const FATE = {
  /** It stays below what its parent became, and is gone when that is. */
  keep: 0,
  /** Its own time becomes that of the node above it that is not merged, its children too. */
  merge: 1,
  /** It is gone, with its time. */
  drop: 2,
  /** It becomes a root. */
  root: 3,
  /** It is hidden in its parent's child OTHER_METHOD. */
  hide: 4,
} as const;

/**
 * The tree that is left when each node has met its fate. Contexts that have become equal are one node.
 * O(nodes). A look for an equal sibling costs much more than all the rest, so there is one only below nodes
 * that may be the image of several.
 * @param fates NodeIndex -> FATE; row 0 stays
 * @param into  NodeIndex -> for one that is merged: the node above it, not merged itself, that it goes into; null = the nearest
 */
export function reshape(tree: ExactTree, fates: Uint8Array, into: Int32Array | null = null): ReshapedTree {
  const { length, method, parent } = tree;
  const maker = new TreeMaker(length);
  const image = new Int32Array(length);
  const { kept, isMixed } = mixedNodes(tree, fates, into);
  for (let node = 1; node < length; node++) {
    const above = image[parent[node]];
    const fate = fates[node];
    if (fate === FATE.drop || (above === GONE && fate !== FATE.root)) image[node] = GONE;
    else if (fate === FATE.merge) image[node] = image[kept[node]];
    else if (fate === FATE.hide || method[node] === OTHER_METHOD) image[node] = maker.other(above);
    else {
      const isRoot = fate === FATE.root;
      const under = isRoot ? 0 : above;
      if (isMixed[isRoot ? 0 : kept[parent[node]]] === 1) {
        isMixed[node] = 1;
        image[node] = maker.child(under, method[node]);
      } else image[node] = maker.append(under, method[node]);
    }
  }
  return maker.finish(tree, image);
}

/**
 * @returns kept: NodeIndex -> itself, or the node above it that it is merged into; isMixed: NodeIndex -> 1 where nodes are merged
 *   into it; those below such a node, which may have equal siblings, are marked as they are met
 */
function mixedNodes(
  { length, parent }: ExactTree,
  fates: Uint8Array,
  into: Int32Array | null,
): { readonly kept: Int32Array; readonly isMixed: Uint8Array } {
  const kept = new Int32Array(length);
  const isMixed = new Uint8Array(length);
  let roots = 0;
  for (let node = 1; node < length; node++) {
    if (fates[node] === FATE.root) roots++;
    if (fates[node] !== FATE.merge) kept[node] = node;
    else isMixed[(kept[node] = into === null ? kept[parent[node]] : into[node])] = 1;
  }
  if (roots > 1) isMixed[0] = 1;
  return { kept, isMixed };
}
