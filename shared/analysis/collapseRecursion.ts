import type { ExactTree } from '../cct/cctTable.ts';
import { siblingLinks } from '../cct/siblingLinks.ts';
import { FATE, reshape } from './reshape.ts';
import type { ReshapedTree } from './treeMaker.ts';

/**
 * Cuts the loops out of all paths: where a method is called again, what follows goes on from its first call.
 *
 *     A > B > A > C    is    A > C        both calls of A are counted in A; B keeps its own time below A
 *
 * One walk in depth-first order that knows the path without loops: O(nodes).
 * @param methods MethodId -> 1 for those whose recursion is collapsed; null = all
 */
export function collapseRecursion(tree: ExactTree, methods: Uint8Array | null): ReshapedTree {
  const { length, method, parent } = tree;
  const { firstChild, nextSibling } = siblingLinks(tree);
  const fates = new Uint8Array(length);
  const kept = new Int32Array(length); // the node itself, or the first call that it goes into
  const depth = new Int32Array(length); // of what is kept: steps from row 0 on the path without loops
  const path = new Int32Array(length + 1); // depth -> kept node, up to the depth of the present one
  const last = new Int32Array(idLimitOf(tree)); // MethodId -> the kept node that was entered last, 0 = none
  const pathBefore = new Int32Array(length); // what a kept node has replaced in path and in last, to be put back
  const lastBefore = new Int32Array(length);

  let node = firstChild[0];
  while (node !== 0) {
    const id = method[node];
    const above = kept[parent[node]];
    const first = last[id];
    const isOpen = first !== 0 && depth[first] <= depth[above] && path[depth[first]] === first;
    if (isOpen && (methods === null || methods[id] === 1)) {
      fates[node] = FATE.merge;
      kept[node] = first;
    } else {
      kept[node] = node;
      depth[node] = depth[above] + 1;
      pathBefore[node] = path[depth[node]];
      lastBefore[node] = first;
      path[depth[node]] = last[id] = node;
    }
    let next = firstChild[node];
    while (next === 0 && node !== 0) {
      if (kept[node] === node) {
        path[depth[node]] = pathBefore[node];
        last[method[node]] = lastBefore[node];
      }
      next = nextSibling[node];
      node = parent[node];
    }
    node = next;
  }
  return reshape(tree, fates, kept);
}

function idLimitOf({ length, method }: ExactTree): number {
  let limit = 0;
  for (let node = 1; node < length; node++) if (method[node] >= limit) limit = method[node] + 1;
  return limit;
}

/** Merges only calls that a method makes to itself, without others in between. */
export function collapseDirectRecursion(tree: ExactTree, methods: Uint8Array | null): ReshapedTree {
  const { length, method, parent } = tree;
  const fates = new Uint8Array(length);
  for (let node = 1; node < length; node++) {
    const isSelfCall = method[node] === method[parent[node]];
    if (isSelfCall && (methods === null || methods[method[node]] === 1)) fates[node] = FATE.merge;
  }
  return reshape(tree, fates);
}
