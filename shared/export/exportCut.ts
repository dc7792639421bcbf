import { OTHER_METHOD } from '../base/ids.ts';
import { foldRows, type ThreadRows } from './threadRows.ts';

/** How much of a recording goes into a file: servers and viewers take so many contexts and no more. */
export interface ExportCut {
  /** Contexts below this share of the total of all threads, 0 to 1, are cut; as `hideSmall` hides them. */
  readonly share: number;
  /** At most so many rows of all threads together, what stands for those that are cut among them; null: all. */
  readonly topNodes: number | null;
}

export const UNCUT: ExportCut = { share: 0, topNodes: null };

/** Of one recording: the rows that are left, and how many were cut. */
export interface CutThreads {
  readonly threads: readonly ThreadRows[];
  readonly cutRows: number;
}

/**
 * The largest contexts. What is cut is summed up in one row OTHER_METHOD below its caller, so that all sums stay what they were.
 * A caller weighs as much as its callee at least, so it is there whenever its callee is. O(rows) for a share, O(rows log rows) for a
 * number of rows.
 *
 *     A  100          A  100
 *      ├ B  60   ->    ├ B  60         share 0.1
 *      ├ C   5         └ (smaller rows)  8
 *      └ D   3
 */
export function cutThreads(
  threads: readonly ThreadRows[],
  isTimed: boolean,
  { share, topNodes }: ExportCut,
): CutThreads {
  const weights = threads.map((rows) => (isTimed ? rows.totalNs : callsBelow(rows)));
  const total = threads.reduce((sum, rows, i) => sum + topLevel(rows, weights[i]), 0);
  let shown: Uint8Array[] = weights.map((column) =>
    Uint8Array.from(column, (weight) => (weight >= share * total ? 1 : 0)),
  );
  if (topNodes !== null && rowsLeft(threads, shown) > topNodes) {
    // What stands for the cut rows takes room as well: the most rows with which all fit.
    const sorted = sortedWeights(weights);
    let [fits, most] = [0, topNodes];
    while (fits < most) {
      const middle = Math.ceil((fits + most) / 2);
      if (rowsLeft(threads, both(shown, largest(weights, middle, sorted))) <= topNodes) fits = middle;
      else most = middle - 1;
    }
    shown = both(shown, largest(weights, fits, sorted));
  }
  const cutRows = shown.reduce((sum, column) => sum + column.length - column.reduce((a, b) => a + b, 0), 0);
  if (cutRows === 0) return { threads, cutRows };
  const left = threads.map((rows, i) =>
    foldRows(
      rows,
      shown[i].map((isShown) => 1 - isShown),
      OTHER_METHOD,
    ),
  );
  return { threads: left, cutRows };
}

/** What a context weighs where there are no times: calls of its own and of all below it. */
function callsBelow({ length, depth, calls }: ThreadRows): Float64Array {
  const sums = calls.slice();
  const open: number[] = []; // depth -> row
  const parent = Int32Array.from({ length }, (_, row) => {
    open[depth[row]] = row;
    return depth[row] === 0 ? -1 : open[depth[row] - 1];
  });
  for (let row = length - 1; row >= 0; row--) if (parent[row] >= 0) sums[parent[row]] += sums[row];
  return sums;
}

/** row -> 1 for the `limit` rows of largest weight. A caller weighs as much as its callee at least and stands before it,
 *  so it is among them whenever its callee is. */
function largest(
  weights: readonly Float64Array[],
  limit: number,
  sorted = sortedWeights(weights),
): Uint8Array[] {
  if (sorted.length <= limit) return weights.map(({ length }) => new Uint8Array(length).fill(1));
  if (limit === 0) return weights.map(({ length }) => new Uint8Array(length));
  const least = sorted[sorted.length - limit];
  let above = limit; // rows that weigh more
  while (above > 0 && sorted[sorted.length - above] === least) above--;
  let left = limit - above;
  return weights.map((column) =>
    Uint8Array.from(column, (weight) => (weight > least || (weight === least && left-- > 0) ? 1 : 0)),
  );
}

/** Ascending. */
function sortedWeights(weights: readonly Float64Array[]): Float64Array {
  const all = new Float64Array(weights.reduce((sum, { length }) => sum + length, 0));
  weights.reduce((at, column) => (all.set(column, at), at + column.length), 0);
  return all.sort();
}

function both(one: readonly Uint8Array[], other: readonly Uint8Array[]): Uint8Array[] {
  return one.map((column, i) => column.map((isIn, row) => isIn & other[i][row]));
}

/** Shown rows, and one for each caller of which something is cut. */
function rowsLeft(threads: readonly ThreadRows[], shown: readonly Uint8Array[]): number {
  let count = 0;
  for (const [i, { depth, length }] of threads.entries()) {
    const hasCut: boolean[] = []; // depth of the callees -> something of the open caller is cut
    let cutLevel = Infinity; // of the row that is cut, while those below it come
    for (let row = 0; row < length; row++) {
      const level = depth[row];
      if (level > cutLevel) continue;
      if (shown[i][row] === 1) {
        cutLevel = Infinity;
        count++;
        hasCut[level + 1] = false;
      } else {
        cutLevel = level;
        if (!hasCut[level]) count++;
        hasCut[level] = true;
      }
    }
  }
  return count;
}

function topLevel({ depth, length }: ThreadRows, weights: Float64Array): number {
  let sum = 0;
  for (let row = 0; row < length; row++) if (depth[row] === 0) sum += weights[row];
  return sum;
}
