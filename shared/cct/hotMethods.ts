import type { ExactTree } from './cctTable.ts';
import { childIndex } from './childIndex.ts';

/** What each method took, over all contexts of all given trees. Columns; methods in the order of their ids. */
export interface HotMethods {
  readonly length: number;
  readonly method: Int32Array; //    row -> MethodId
  readonly calls: Float64Array; //   row -> invocations
  readonly selfNs: Float64Array; //  row -> ns
  readonly totalNs: Float64Array; // row -> ns; a recursive call's time is counted once, in the outermost call
  readonly errorNs: Float64Array; // row -> ns, bound of the error of selfNs
  readonly counted: Uint8Array; //   row -> 1: its calls were counted only, it has no times
}

/** O(nodes): one walk in depth-first order that knows which methods are open. */
export function hotMethods(trees: readonly ExactTree[]): HotMethods {
  const idLimit = 1 + trees.reduce((max, { method }) => method.reduce((a, b) => Math.max(a, b), max), -1);
  const seen = new Uint8Array(idLimit);
  const calls = new Float64Array(idLimit);
  const selfNs = new Float64Array(idLimit);
  const totalNs = new Float64Array(idLimit);
  const errorNs = new Float64Array(idLimit);
  const counted = new Uint8Array(idLimit);
  for (const tree of trees) {
    for (let node = 1; node < tree.length; node++) {
      const method = tree.method[node];
      seen[method] = 1;
      calls[method] += tree.calls[node];
      selfNs[method] += tree.selfNs[node];
      errorNs[method] += tree.errorNs[node];
      counted[method] |= tree.counted[node];
    }
    forEachOutermost(tree, idLimit, (node) => (totalNs[tree.method[node]] += tree.totalNs[node]));
  }
  const method = Int32Array.from(
    (function* () {
      for (let id = 0; id < idLimit; id++) if (seen[id] === 1) yield id;
    })(),
  );
  const pick = (column: Float64Array): Float64Array => Float64Array.from(method, (id) => column[id]);
  return {
    length: method.length,
    method,
    calls: pick(calls),
    selfNs: pick(selfNs),
    totalNs: pick(totalNs),
    errorNs: pick(errorNs),
    counted: Uint8Array.from(method, (id) => counted[id]),
  };
}

/** Visits the nodes that have no ancestor of the same method. No recursion: trees may be 100,000 deep. */
function forEachOutermost(tree: ExactTree, idLimit: number, visit: (node: number) => void): void {
  const { start, children } = childIndex(tree);
  const openCalls = new Int32Array(idLimit);
  const next = start.slice(0, tree.length); // per node: its child to visit next
  let node = 0;
  for (;;) {
    if (next[node] < start[node + 1]) {
      node = children[next[node]++];
      if (openCalls[tree.method[node]]++ === 0) visit(node);
    } else if (node === 0) {
      return;
    } else {
      openCalls[tree.method[node]]--;
      node = tree.parent[node];
    }
  }
}
