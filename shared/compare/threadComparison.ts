import { ownChanges } from '../analysis/diffNumbers.ts';
import type { Comparison } from '../analysis/comparison.ts';
import { metricIds } from '../cct/metricColumns.ts';
import { sumOf } from '../base/sumOf.ts';
import { threadRows, type ThreadRows } from '../rows/threadRows.ts';
import type { ComparedColumns } from './comparedList.ts';

/** What one thread did in two recordings. */
export interface ThreadChange {
  /** Of A, of B. */
  readonly sides: ThreadRows;
  /** ns of the difference of the totals that more (or fewer, < 0) calls explain */
  readonly byCallsNs: number;
  /** How much of the own times, or without times of the calls, of its contexts has changed, either way. */
  readonly changed: number;
}

/** O(nodes). @param timed false: only calls can be compared */
export function threadChange({ tree, causes }: Comparison, timed: boolean): ThreadChange {
  return {
    sides: threadRows([tree.a, tree.b]),
    byCallsNs: causes.totalByCallsNs[0],
    changed: sumOf(ownChanges(tree, timed)),
  };
}

/** As a list: a thread's own time is its total. */
export function threadComparison(threads: readonly ThreadChange[]): ComparedColumns {
  const side = (row: 0 | 1): ComparedColumns['a'] => {
    const pick = (name: Exclude<keyof ThreadRows, 'metrics'>): Float64Array =>
      Float64Array.from(threads, ({ sides }) => sides[name][row]);
    const further = metricIds(threads.map(({ sides }) => sides)).map((id) => {
      const total = Float64Array.from(threads, ({ sides }) => sides.metrics?.get(id)?.total[row] ?? 0);
      return [id, { self: total, total }] as const;
    });
    return {
      calls: pick('calls'),
      totalNs: pick('totalNs'),
      selfNs: pick('totalNs'),
      errorNs: pick('errorNs'),
      contexts: pick('contexts'),
      counted: new Uint8Array(threads.length),
      ...(further.length === 0 ? {} : { metrics: new Map(further) }),
    };
  };
  const byCallsNs = threads.map((thread) => thread.byCallsNs);
  return {
    a: side(0),
    b: side(1),
    selfByCallsNs: byCallsNs,
    totalByCallsNs: byCallsNs,
    totalErrorNs: threads.map(({ sides }) => sumOf(sides.errorNs)),
    changed: threads.map(({ changed }) => changed),
  };
}
