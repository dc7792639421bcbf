import type { ExactTree } from '../cct/cctTable.ts';
import { childIndex } from '../cct/childIndex.ts';
import { subtreeSums } from '../cct/subtreeSums.ts';
import type { BackTraces } from './backTraces.ts';
import { numbersOf } from './rowSource.ts';

/** What a flame graph is drawn of. Row 0 is all; children may come into being when they are asked for. */
export interface FlameTree {
  /** Its columns may be replaced when children are made: read them anew. */
  readonly tree: ExactTree;
  /** How wide a node is. */
  weightOf(node: number): number;
  /** How wide its children are together. */
  childWeight(node: number): number;
  /** In an order of who draws them, who sorts them in place. */
  childrenOf(node: number): Int32Array;
  /** Nodes at and below it, as far as they have been made. */
  framesAt(node: number): number;
}

/** NodeIndex -> total time, or without times all calls at and below it. */
export function flameWeights(tree: ExactTree): Float64Array {
  return isTimed(tree) ? tree.totalNs : subtreeSums(tree.parent, tree.calls);
}

/** A call tree, callees upon their callers. O(nodes); 12 bytes a node besides the tree. */
export function callFlames(tree: ExactTree): FlameTree {
  const weights = flameWeights(tree);
  const own = isTimed(tree) ? tree.selfNs : tree.calls;
  return madeFlames(tree, weights, (node) => weights[node] - own[node]);
}

/** @param childWeight node -> how wide its children are together */
function madeFlames(
  tree: ExactTree,
  weights: Float64Array,
  childWeight: (node: number) => number,
): FlameTree {
  const { start, children } = childIndex(tree);
  const frames = new Int32Array(tree.length).fill(1);
  for (let node = tree.length - 1; node > 0; node--) frames[tree.parent[node]] += frames[node];
  return {
    tree,
    weightOf: (node) => weights[node],
    childWeight,
    childrenOf: (node) => children.subarray(start[node], start[node + 1]),
    framesAt: (node) => frames[node],
  };
}

/**
 * The same turned round: methods as wide as their self time, or without times their calls, and upon each its callers, as wide
 * as what of it was called by them. Callers are made when they are asked for: all of them would be a node for each step of each path.
 * @param widths which numbers of the nodes say how wide they are: those of the tree, or of one beside it
 */
export function invertedFlames(
  traces: BackTraces,
  widths: (traces: BackTraces) => ExactTree = ({ tree }) => tree,
): FlameTree {
  const column = isTimed(widths(traces)) ? 'self' : 'calls';
  const weights = (): Float64Array => numbersOf(widths(traces), column);
  const childWeight = (node: number): number => {
    traces.makeChildren(node);
    const { children, childStart, childEnd } = traces;
    const weightOf = weights();
    let sum = 0;
    for (let at = childStart[node]; at < childEnd[node]; at++) sum += weightOf[children[at]];
    return sum;
  };
  const whole = childWeight(0);
  return {
    get tree() {
      return traces.tree;
    },
    weightOf: (node) => (node === 0 ? whole : weights()[node]),
    childWeight,
    childrenOf: (node) => {
      traces.makeChildren(node);
      return traces.children.subarray(traces.childStart[node], traces.childEnd[node]);
    },
    framesAt: () => 1,
  };
}

/** A tree whose rows have by themselves what those below them have together: as wide as that. O(nodes); 12 bytes a node. */
export function summedFlames(tree: ExactTree): FlameTree {
  const own = ownWidths(tree);
  const hasChildren = new Uint8Array(tree.length);
  for (let node = 1; node < tree.length; node++) hasChildren[tree.parent[node]] = 1;
  return madeFlames(tree, own, (node) => (hasChildren[node] === 1 ? own[node] : 0));
}

/** NodeIndex -> self time, or without times calls, of a tree as of summedFlames; of node 0 what all have. */
export function ownWidths(tree: ExactTree): Float64Array {
  const own = (isTimed(tree) ? tree.selfNs : tree.calls).slice();
  own[0] = own.reduce((sum, value, node) => (tree.parent[node] === 0 ? sum + value : sum), 0);
  return own;
}

function isTimed({ totalNs }: ExactTree): boolean {
  return totalNs[0] > 0;
}
