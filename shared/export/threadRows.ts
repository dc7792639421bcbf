import { childIndex } from '../cct/childIndex.ts';
import type { ExactTree } from '../cct/cctTable.ts';
import { errorKind, errorTerm, finishErrors, type ErrorKind } from '../cct/errorSums.ts';
import { selvesOf, type SelfColumns } from '../cct/metricColumns.ts';

/** Stands for all methods of a context that lies deeper than a format can say (foldDeepRows). */
export const DEEPER = -2;

/**
 * The tree of a thread as exports need it: its nodes in depth-first order without the thread itself, times in whole ns.
 *
 *     A              method  A B C B
 *      ├ B           depth   0 1 2 1        the callers of a row: the nearest rows above it of smaller depths
 *      │  └ C
 *      └ B
 *
 * totalNs is the sum of the selfNs that are written, so whoever adds them up gets the same.
 */
export interface ThreadRows extends ErrorKind {
  readonly length: number;
  readonly method: Int32Array; //    row -> MethodId | DEEPER
  readonly depth: Int32Array; //     row -> 0 for root methods
  readonly calls: Float64Array; //   row -> invocations
  readonly selfNs: Float64Array; //  row -> whole ns
  readonly totalNs: Float64Array; // row -> whole ns, self plus all descendants
  readonly errorNs: Float64Array; // row -> whole ns, bound of the error of selfNs
  readonly counted: Uint8Array; //   row -> 1: calls were counted, times were not taken
  readonly further: SelfColumns; //  metric -> row -> value of the row alone
}

/** O(nodes), no recursion. @param compare order of siblings */
export function threadRows(tree: ExactTree, compare: (a: number, b: number) => number): ThreadRows {
  const { start, children } = childIndex(tree);
  const selves = selvesOf(tree.metrics) ?? NOTHING;
  const rows = emptyRows(tree.length - 1, selves, tree);
  const next = start.slice(0, tree.length); // per open node: its child to visit next
  children.subarray(start[0], start[1]).sort(compare);
  let row = 0;
  let depth = 0;
  let node = 0;
  for (;;) {
    if (next[node] === start[node + 1]) {
      if (node === 0) break;
      node = tree.parent[node];
      depth--;
      continue;
    }
    node = children[next[node]++];
    if (start[node + 1] - start[node] > 1) children.subarray(start[node], start[node + 1]).sort(compare);
    rows.method[row] = tree.method[node];
    rows.depth[row] = depth++;
    rows.calls[row] = tree.calls[node];
    rows.selfNs[row] = Math.round(tree.selfNs[node]);
    rows.errorNs[row] = Math.ceil(tree.errorNs[node]);
    for (const [id, column] of rows.further) column[row] = selves.get(id)?.[node] ?? 0;
    rows.counted[row++] = tree.counted[node];
  }
  sumTotals(rows);
  return rows;
}

/**
 * The rows of at most `levels` levels: what lies deeper becomes one row DEEPER of the caller at the limit. For formats that
 * spell every stack out, whose size grows with the square of the depth. The sums stay as they are.
 */
export function foldDeepRows(rows: ThreadRows, levels: number): ThreadRows {
  if (rows.depth.every((depth) => depth < levels)) return rows;
  return foldRows(
    rows,
    Uint8Array.from(rows.depth, (depth) => (depth >= levels - 1 ? 1 : 0)),
    DEEPER,
  );
}

/**
 * Of each caller one row in place of all its callees that are folded, and of what lies below them. The sums stay as they are.
 * @param folded row -> 1
 * @param method of the rows that stand for others
 */
export function foldRows(rows: ThreadRows, folded: Uint8Array, method: number): ThreadRows {
  const made = emptyRows(rows.length, rows.further, rows);
  let length = 0;
  let foldedLevel = Infinity; // of the folded row, while those below it come
  const places: number[] = []; // depth -> the row for others of the open caller, -1: none yet
  places[0] = -1;
  for (let row = 0; row < rows.length; row++) {
    const level = rows.depth[row];
    const isBelow = level > foldedLevel;
    const isFolded = isBelow || folded[row] === 1;
    if (!isBelow) foldedLevel = isFolded ? level : Infinity;
    const known = isFolded ? places[foldedLevel] : -1;
    const to = known >= 0 ? known : length++;
    if (known < 0) {
      made.method[to] = isFolded ? method : rows.method[row];
      made.depth[to] = level;
      made.counted[to] = 1;
      if (isFolded) places[level] = to;
      else places[level + 1] = -1;
    }
    made.calls[to] += rows.calls[row];
    made.selfNs[to] += rows.selfNs[row];
    made.errorNs[to] += errorTerm(rows, rows.errorNs[row]);
    for (const [id, column] of made.further) column[to] += rows.further.get(id)?.[row] ?? 0;
    made.counted[to] &= rows.counted[row];
  }
  finishErrors(rows, made.errorNs);
  const shorter = {
    ...errorKind(rows),
    length,
    method: made.method.subarray(0, length),
    depth: made.depth.subarray(0, length),
    calls: made.calls.subarray(0, length),
    selfNs: made.selfNs.subarray(0, length),
    totalNs: made.totalNs.subarray(0, length),
    errorNs: made.errorNs.subarray(0, length),
    counted: made.counted.subarray(0, length),
    further: new Map(Array.from(made.further, ([id, column]) => [id, column.subarray(0, length)])),
  };
  sumTotals(shorter);
  return shorter;
}

/** Of recordings of calls and times alone. */
const NOTHING: SelfColumns = new Map();

/** @param further whose metrics there are @param kind of their errors */
function emptyRows(length: number, further: SelfColumns, kind: ErrorKind): ThreadRows {
  return {
    ...errorKind(kind),
    length,
    method: new Int32Array(length),
    depth: new Int32Array(length),
    calls: new Float64Array(length),
    selfNs: new Float64Array(length),
    totalNs: new Float64Array(length),
    errorNs: new Float64Array(length),
    counted: new Uint8Array(length),
    further: new Map(Array.from(further.keys(), (id) => [id, new Float64Array(length)])),
  };
}

/** Backwards: open[d] holds what the rows of depth d under the caller to come add up to. */
function sumTotals({ length, depth, selfNs, totalNs }: ThreadRows): void {
  const deepest = depth.reduce((max, level) => Math.max(max, level), 0);
  const open = new Float64Array(deepest + 2);
  for (let row = length - 1; row >= 0; row--) {
    const level = depth[row];
    totalNs[row] = selfNs[row] + open[level + 1];
    open[level + 1] = 0;
    open[level] += totalNs[row];
  }
}
