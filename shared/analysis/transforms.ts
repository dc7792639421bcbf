import type { ExactTree } from '../cct/cctTable.ts';
import { subtreeSums } from '../cct/subtreeSums.ts';
import { FATE, reshape } from './reshape.ts';
import type { ReshapedTree } from './treeMaker.ts';

/**
 * What a user can do to a tree to see what is in it. Each is pure and O(nodes); methods are given as a column, MethodId -> 1.
 * Time moves, and is never made or lost: a tree's own times add up to those of the old tree without what is GONE, which only
 * focus and drop let go.
 */

/** The node and what is below it; nothing, when there is no such node (0). */
export function focusSubtree(tree: ExactTree, focus: number): ReshapedTree {
  const fates = new Uint8Array(tree.length);
  for (let node = 1; node < tree.length; node++) if (tree.parent[node] === 0) fates[node] = FATE.drop;
  if (focus > 0) fates[focus] = FATE.root;
  return reshape(tree, fates);
}

/** All calls of the methods, each merged into one root with all that is below it: what they call, the callees. A call within
 *  another one of these methods is part of that one, not a root of its own, so no moment counts twice. */
export function focusMethods(tree: ExactTree, methods: Uint8Array): ReshapedTree {
  const { length, method, parent } = tree;
  const fates = new Uint8Array(length).fill(FATE.drop);
  for (let node = 1; node < length; node++) {
    if (fates[parent[node]] !== FATE.drop) fates[node] = FATE.keep;
    else if (methods[method[node]] === 1) fates[node] = FATE.root;
  }
  return reshape(tree, fates);
}

/** Without the methods and all that they call; their callers keep their own times. */
export function dropMethods(tree: ExactTree, methods: Uint8Array): ReshapedTree {
  return reshapeMethods(tree, methods, FATE.drop);
}

/** As if the methods had been compiled into their callers: own time and callees go to these. */
export function mergeMethods(tree: ExactTree, methods: Uint8Array): ReshapedTree {
  return reshapeMethods(tree, methods, FATE.merge);
}

/** The same for one node only. */
export function mergeNode(tree: ExactTree, merged: number): ReshapedTree {
  const fates = new Uint8Array(tree.length);
  if (merged > 0) fates[merged] = FATE.merge;
  return reshape(tree, fates);
}

/** What the methods call is not shown: its time is their own. */
export function collapseMethods(tree: ExactTree, methods: Uint8Array): ReshapedTree {
  const { length, method, parent } = tree;
  const fates = new Uint8Array(length);
  for (let node = 1; node < length; node++) {
    const above = parent[node];
    if (fates[above] === FATE.merge || (above > 0 && methods[method[above]] === 1)) fates[node] = FATE.merge;
  }
  return reshape(tree, fates);
}

/** Calls that the methods make to each other are not shown: of a library, what it is entered by stays, with all its time.
 *  What it calls outside of itself, back to the program, is below. */
export function collapseLibrary(tree: ExactTree, methods: Uint8Array): ReshapedTree {
  const { length, method, parent } = tree;
  const fates = new Uint8Array(length);
  for (let node = 1; node < length; node++) {
    const isWithin = parent[node] > 0 && methods[method[node]] === 1 && methods[method[parent[node]]] === 1;
    if (isWithin) fates[node] = FATE.merge;
  }
  return reshape(tree, fates);
}

/** Hides all nodes below this share of the total, or without times of all calls. */
export function hideSmall(tree: ExactTree, share: number): ReshapedTree {
  const weights = tree.totalNs[0] > 0 ? tree.totalNs : subtreeSums(tree.parent, tree.calls);
  const limit = share * weights[0];
  const shown = new Uint8Array(tree.length);
  for (let node = 0; node < tree.length; node++) if (weights[node] >= limit) shown[node] = 1;
  return showOnly(tree, shown);
}

/** Hides all but the methods and their callers. */
export function showPathsTo(tree: ExactTree, methods: Uint8Array): ReshapedTree {
  const { length, method, parent } = tree;
  const shown = new Uint8Array(length);
  for (let node = length - 1; node > 0; node--) {
    if (shown[node] === 1 || methods[method[node]] === 1) shown[node] = shown[parent[node]] = 1;
  }
  return showOnly(tree, shown);
}

/** @param shown NodeIndex -> 1; what is below a hidden node is hidden too */
function showOnly(tree: ExactTree, shown: Uint8Array): ReshapedTree {
  const fates = new Uint8Array(tree.length);
  for (let node = 1; node < tree.length; node++) {
    const fateAbove = fates[tree.parent[node]];
    if (fateAbove !== FATE.keep) fates[node] = FATE.merge;
    else if (shown[node] === 0) fates[node] = FATE.hide;
  }
  return reshape(tree, fates);
}

function reshapeMethods(tree: ExactTree, methods: Uint8Array, fate: number): ReshapedTree {
  const fates = new Uint8Array(tree.length);
  for (let node = 1; node < tree.length; node++) if (methods[tree.method[node]] === 1) fates[node] = fate;
  return reshape(tree, fates);
}
