import type { ExactTree } from '../cct/cctTable.ts';
import type { HotMethods } from '../cct/hotMethods.ts';
import { hotMethods } from '../cct/hotMethods.ts';
import { subtreeSums } from '../cct/subtreeSums.ts';
import { diffHotMethods } from './recordingDiff.ts';
import type { RecordingDiff } from './recordingDiff.ts';

/** What each method took in two recordings, A before and B after, over all contexts. Rows of `a` and `b` are the same method. */
export interface ComparedMethods {
  readonly a: HotMethods;
  readonly b: HotMethods;
  /** row -> ns of selfNs B - A that more (or fewer, < 0) calls explain; what is left is the time per call. */
  readonly selfByCallsNs: Float64Array;
  readonly totalErrorNsA: Float64Array; // row -> ns, bound of the error of a.totalNs
  readonly totalErrorNsB: Float64Array;
}

/** The causes are summed over contexts, so that methods and tree agree. */
export function comparedMethods({ tree, causes }: RecordingDiff): ComparedMethods {
  const { a, b } = diffHotMethods(tree);
  const rowOf = new Map(Array.from(a.method, (method, row) => [method, row]));
  const selfByCallsNs = new Float64Array(a.length);
  for (let node = 1; node < tree.a.length; node++) {
    const row = rowOf.get(tree.a.method[node]);
    if (row !== undefined) selfByCallsNs[row] += causes.selfByCallsNs[node];
  }
  return {
    a,
    b,
    selfByCallsNs,
    totalErrorNsA: totalErrorNs(tree.a),
    totalErrorNsB: totalErrorNs(tree.b),
  };
}

/** Added up as total times are: of recursive methods over the outermost calls. */
function totalErrorNs(tree: ExactTree): Float64Array {
  return hotMethods([{ ...tree, totalNs: subtreeSums(tree.parent, tree.errorNs) }]).totalNs;
}
