import type { DifferenceCauses } from './differenceCauses.ts';
import type { DiffTree } from './diffTrees.ts';
import { allChildren } from './rowSource.ts';
import type { RowSource, RowTree } from './rowSource.ts';

/** What differences can be sorted by; changes are B - A. */
export type DiffColumn =
  | 'totalChange'
  | 'totalByCalls'
  | 'totalByTime'
  | 'selfChange'
  | 'selfByCalls'
  | 'selfByTime'
  | 'callsChange'
  | 'totalA'
  | 'totalB'
  | 'selfA'
  | 'selfB'
  | 'callsA'
  | 'callsB';

/** Two trees compared, as the rows of one. The hot path goes where most has changed, either way. */
export function diffRows(diff: DiffTree, causes: DifferenceCauses): RowSource<RowTree, DiffColumn> {
  const columns: Partial<Record<DiffColumn | 'weights', Float64Array>> = {}; // made when first sorted by
  return {
    ...allChildren(diff.a),
    tree: diff.a,
    values: (column) => (columns[column] ??= diffColumn(diff, causes, column)),
    weights: () => (columns.weights ??= changes(diff)),
  };
}

/** NodeIndex -> ns or calls. O(nodes). */
export function diffColumn({ a, b }: DiffTree, causes: DifferenceCauses, column: DiffColumn): Float64Array {
  switch (column) {
    case 'totalChange':
      return less(b.totalNs, a.totalNs);
    case 'totalByCalls':
      return causes.totalByCallsNs;
    case 'totalByTime':
      return less(less(b.totalNs, a.totalNs), causes.totalByCallsNs);
    case 'selfChange':
      return less(b.selfNs, a.selfNs);
    case 'selfByCalls':
      return causes.selfByCallsNs;
    case 'selfByTime':
      return less(less(b.selfNs, a.selfNs), causes.selfByCallsNs);
    case 'callsChange':
      return less(b.calls, a.calls);
    case 'totalA':
      return a.totalNs;
    case 'totalB':
      return b.totalNs;
    case 'selfA':
      return a.selfNs;
    case 'selfB':
      return b.selfNs;
    case 'callsA':
      return a.calls;
    case 'callsB':
      return b.calls;
  }
}

/** How much has changed, either way; without times in calls. */
function changes({ a, b }: DiffTree): Float64Array {
  const isTimed = a.totalNs[0] > 0 || b.totalNs[0] > 0;
  return (isTimed ? less(b.totalNs, a.totalNs) : less(b.calls, a.calls)).map(Math.abs);
}

function less(values: Float64Array, by: Float64Array): Float64Array {
  return values.map((value, node) => value - by[node]);
}
