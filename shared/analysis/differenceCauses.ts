import { subtreeSums } from '../cct/subtreeSums.ts';
import type { DiffTree } from './diffTrees.ts';

/**
 * Why times differ, B - A: because there are more or fewer calls, or because a call takes longer or shorter.
 *
 * Calls that both sides have differ by their time per call; those that one side has more are there with what they take on
 * that side:
 *
 *     by time  = min(callsA, callsB) * (perCallB - perCallA)
 *     by calls = (callsB - callsA) * (per call of the side with more calls)
 *
 * The two add up to the difference, comparing B with A gives the same numbers with the other sign, and neither is larger
 * than the own time of the node on one of the sides. (With the mean of both sides for what is held still, a node of 2 calls of a second
 * against 1,000 of a millisecond would have -500 s by calls and +501 s by time.)
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
function byCallsNs(callsA: number, nsA: number, callsB: number, nsB: number): number {
  if (callsA === 0 || callsB === 0) return nsB - nsA;
  return (callsB - callsA) * (callsB > callsA ? nsB / callsB : nsA / callsA);
}
