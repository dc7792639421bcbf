import type { CctTable, ExactTree } from '../cct/cctTable.ts';
import { codeDoubtNs } from '../cct/codeDoubt.ts';
import { errorKind, errorTerm, finishErrors } from '../cct/errorSums.ts';
import { selvesOf, summedSelves, treeMetrics } from '../cct/metricColumns.ts';
import { subtreeSums } from '../cct/subtreeSums.ts';
import { GONE, summedInto, TreeMaker } from './treeMaker.ts';

/**
 * Two trees, A (before) and B (after), laid over each other by call path: one node for each path that either has.
 *
 *     A  main        B  main           node   sides    a.calls  b.calls
 *         ├ X  2         ├ X  3         main   both        1        1
 *         └ Y  1         └ Z  1         X      both        2        3
 *                                       Y      onlyA       1        0       vanished
 *                                       Z      onlyB       0        1       new
 *
 * Each side is a whole tree over the common nodes: what is not in it has 0 calls and no time there, and is as trivial
 * as on the other side. So everything that reads an ExactTree reads a side. 78 bytes a node. The errors are those of a
 * difference: what probes make of the code around them (codeDoubt.ts) both sides have alike, so it is not in them.
 */
export interface DiffTree {
  /** Both sides have the same length, and share the columns method and parent. */
  readonly a: ExactTree;
  readonly b: ExactTree;
  readonly sides: Uint8Array; // NodeIndex -> SIDE
}

export const SIDE = { onlyA: 1, onlyB: 2, both: 3 } as const;

/**
 * Nodes of the two trees that end in one place are summed. O(nodes of both).
 * @param idsA MethodId of A -> MethodId of the joint tree; null = the same
 */
export function diffTrees(
  a: ExactTree,
  b: ExactTree,
  idsA: Int32Array | null = null,
  idsB: Int32Array | null = null,
): DiffTree {
  const joint = new TreeMaker(a.length + b.length);
  const placesA = placeAll(joint, a, idsA);
  const placesB = placeAll(joint, b, idsB);
  const { length } = joint;
  const method = joint.method.slice(0, length);
  const parent = joint.parent.slice(0, length);
  const sides = new Uint8Array(length);
  for (const place of placesA) sides[place] |= SIDE.onlyA;
  for (const place of placesB) sides[place] |= SIDE.onlyB;
  const shape = { length, method, parent };
  const diff = { a: sideOf(shape, a, placesA), b: sideOf(shape, b, placesB), sides };
  for (let node = 1; node < length; node++) {
    if (sides[node] === SIDE.onlyA) diff.b.counted[node] = diff.a.counted[node];
    else if (sides[node] === SIDE.onlyB) diff.a.counted[node] = diff.b.counted[node];
  }
  return diff;
}

/**
 * Both sides summed up where the nodes have gone. O(nodes).
 * @param shape of the tree that they have gone to
 * @param image NodeIndex -> NodeIndex there | GONE
 */
export function summedDiff(
  { a, b, sides }: DiffTree,
  shape: Pick<ExactTree, 'length' | 'method' | 'parent'>,
  image: Int32Array,
): DiffTree {
  const sidesThere = new Uint8Array(shape.length);
  sidesThere[0] = sides[0];
  for (let node = 1; node < sides.length; node++) {
    if (image[node] !== GONE) sidesThere[image[node]] |= sides[node];
  }
  return { a: summedInto(shape, a, image), b: summedInto(shape, b, image), sides: sidesThere };
}

/** @returns NodeIndex of the tree -> NodeIndex of the joint one */
function placeAll(joint: TreeMaker, tree: ExactTree, ids: Int32Array | null): Int32Array {
  const { length, method, parent } = tree;
  const places = new Int32Array(length);
  for (let node = 1; node < length; node++) {
    const id = ids === null ? method[node] : ids[method[node]];
    places[node] = joint.child(places[parent[node]], id);
  }
  return places;
}

function sideOf(
  shape: Pick<CctTable, 'length' | 'method' | 'parent'>,
  tree: ExactTree,
  places: Int32Array,
): ExactTree {
  const calls = new Float64Array(shape.length);
  const selfNs = new Float64Array(shape.length);
  const errorNs = new Float64Array(shape.length);
  const counted = new Uint8Array(shape.length);
  // Samples change no code.
  const doubtNs = tree.independentErrors === true ? () => 0 : codeDoubtNs;
  for (let node = 1; node < tree.length; node++) {
    const place = places[node];
    calls[place] += tree.calls[node];
    selfNs[place] += tree.selfNs[node];
    errorNs[place] += errorTerm(tree, tree.errorNs[node] - doubtNs(tree.selfNs[node]));
    counted[place] |= tree.counted[node];
  }
  finishErrors(tree, errorNs);
  const further = summedSelves([{ selves: selvesOf(tree.metrics), image: places }], shape.length);
  return {
    ...errorKind(tree),
    ...{ ...shape, calls, selfNs, errorNs, counted },
    totalNs: subtreeSums(shape.parent, selfNs),
    ...treeMetrics(further, shape.parent),
  };
}
