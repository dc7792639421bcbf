import { subtreeSums } from '../cct/subtreeSums.ts';
import type { DiffTree } from './diffTrees.ts';

/**
 * Why times differ, B - A: because there are more or fewer calls, or because a call takes longer or shorter.
 *
 * The own time of a node is calls * time per call. With both sides' mean taken for the factor that is held still, the two
 * causes add up to the difference, and comparing B with A gives the same numbers with the other sign:
 *
 *     by calls = (callsB - callsA) * (perCallA + perCallB) / 2
 *     by time  = (perCallB - perCallA) * (callsA + callsB) / 2
 *
 * A path that only one side calls differs by its calls altogether. The causes of a total time are the sums over the
 * subtree: a method that is called once, as before, but calls another twice as often, differs by calls.
 */
export interface DifferenceCauses {
  readonly selfByCallsNs: Float64Array; //  NodeIndex -> ns of selfNs B - A that more (or fewer, < 0) calls explain
  readonly totalByCallsNs: Float64Array; // NodeIndex -> the same of totalNs; what is left of B - A is by time per call
}

/** O(nodes). */
export function differenceCauses({ a, b }: DiffTree): DifferenceCauses {
  const selfByCallsNs = new Float64Array(a.length);
  for (let node = 1; node < a.length; node++) {
    selfByCallsNs[node] = byCallsNs(a.calls[node], a.selfNs[node], b.calls[node], b.selfNs[node]);
  }
  return { selfByCallsNs, totalByCallsNs: subtreeSums(a.parent, selfByCallsNs) };
}

/** The part of nsB - nsA that the numbers of calls explain; the rest is the time per call. */
export function byCallsNs(callsA: number, nsA: number, callsB: number, nsB: number): number {
  if (callsA === 0 || callsB === 0) return nsB - nsA;
  return ((callsB - callsA) * (nsA / callsA + nsB / callsB)) / 2;
}
