import { eachTarget } from './heapDump.ts';
import type { HeapGraph } from './heapGraph.ts';

export const IS_ROOT = -1;
export const NOT_REACHED = -2;

/**
 * The shortest way from a root to each object. A way from a root that lasts, as a static field or a thread, goes before one from a local
 * variable, however short that is: it is why the object stays.
 */
export interface ShortestPaths {
  /** Objects that are reached, each behind the one before it. */
  readonly order: Int32Array;
  /** object -> the one before it on its way, IS_ROOT, NOT_REACHED. */
  readonly before: Int32Array;
}

/** By breadth. O(objects + references). */
export function shortestPaths(graph: HeapGraph): ShortestPaths {
  const { count } = graph.objects;
  const before = new Int32Array(count).fill(NOT_REACHED);
  const order = new Int32Array(count);
  let end = 0;
  let at = 0;
  const spreadFrom = (roots: Int32Array): void => {
    for (const root of roots) {
      if (before[root] !== NOT_REACHED) continue;
      before[root] = IS_ROOT;
      order[end++] = root;
    }
    for (; at < end; at++) {
      const object = order[at];
      eachTarget(graph, object, (target) => {
        if (before[target] !== NOT_REACHED) return;
        before[target] = object;
        order[end++] = target;
      });
    }
  };
  spreadFrom(graph.roots.subarray(0, graph.lastingRoots));
  spreadFrom(graph.roots.subarray(graph.lastingRoots));
  return { order: order.subarray(0, end), before };
}

/** From its root to an object, both in it; empty where none reaches it. */
export function pathTo({ before }: ShortestPaths, object: number): number[] {
  if (before[object] === NOT_REACHED) return [];
  const path = [object];
  for (let at = object; before[at] >= 0;) path.push((at = before[at]));
  return path.reverse();
}
