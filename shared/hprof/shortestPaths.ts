import { eachTarget } from './heapDump.ts';
import type { HeapGraph } from './heapGraph.ts';

export const IS_ROOT = -1;
export const NOT_REACHED = -2;

/** The shortest way from a root to each object. */
export interface ShortestPaths {
  /** Objects that are reached, the nearest ones first. */
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
  for (const root of graph.roots) {
    before[root] = IS_ROOT;
    order[end++] = root;
  }
  for (let at = 0; at < end; at++) {
    const object = order[at];
    eachTarget(graph, object, (target) => {
      if (before[target] !== NOT_REACHED) return;
      before[target] = object;
      order[end++] = target;
    });
  }
  return { order: order.subarray(0, end), before };
}

/** From its root to an object, both in it; empty where none reaches it. */
export function pathTo({ before }: ShortestPaths, object: number): number[] {
  if (before[object] === NOT_REACHED) return [];
  const path = [object];
  for (let at = object; before[at] >= 0;) path.push((at = before[at]));
  return path.reverse();
}
