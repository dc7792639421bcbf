import type { ReportRows } from '../../shared/export/reportData.ts';
import { subtreeEnds } from './treeTable.ts';

/** Where the frames of a flame graph lie: from 0 to 1 across, by row. */
export interface FlameLayout {
  readonly from: Float64Array; //   row -> left edge
  readonly to: Float64Array; //     row -> right edge
  readonly end: Int32Array; //      row -> the row behind its last descendant
  readonly caller: Int32Array; //   row -> the row that called it, -1 for root methods
}

/** Callees lie side by side from the caller's left edge on; what is free at the right is its self time. */
export function flameLayout(rows: ReportRows, clock: string): FlameLayout {
  const { depth } = rows;
  const end = subtreeEnds(depth);
  const caller = callers(depth);
  const weight = clock === 'none' ? callsBelow(rows, caller) : Float64Array.from(rows.totalNs);
  const from = new Float64Array(depth.length);
  const to = new Float64Array(depth.length);
  const cursor: number[] = [0]; // depth -> where the next frame begins
  let sum = 0;
  for (let row = 0; row < depth.length; row = end[row]) sum += weight[row];
  for (let row = 0; row < depth.length; row++) {
    const level = depth[row];
    from[row] = cursor[level];
    to[row] = cursor[level] + (sum > 0 ? weight[row] / sum : 0);
    cursor[level] = to[row];
    cursor[level + 1] = from[row];
  }
  return { from, to, end, caller };
}

function callers(depth: readonly number[]): Int32Array {
  const open: number[] = [];
  return Int32Array.from(depth, (level, row) => {
    open[level] = row;
    return level === 0 ? -1 : open[level - 1];
  });
}

function callsBelow({ calls }: ReportRows, caller: Int32Array): Float64Array {
  const sums = Float64Array.from(calls);
  for (let row = calls.length - 1; row >= 0; row--) if (caller[row] >= 0) sums[caller[row]] += sums[row];
  return sums;
}
