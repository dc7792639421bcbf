import { ownChanges } from '../analysis/diffNumbers.ts';
import type { Comparison } from '../analysis/comparison.ts';
import { errorKind, errorOfBoth } from '../cct/errorSums.ts';
import { metricIds } from '../cct/metricColumns.ts';
import { sumOf } from '../base/sumOf.ts';
import { threadRows, type ThreadNumber, type ThreadRows } from '../rows/threadRows.ts';
import type { ComparedColumns } from './comparedList.ts';

/** What one thread did in two recordings. */
export interface ThreadChange {
  /** Of A, of B. */
  readonly sides: Readonly<Record<'a' | 'b', ThreadRows>>;
  /** ns of the difference of the totals that more (or fewer, < 0) calls explain */
  readonly byCallsNs: number;
  /** How much of the own times, or without times of the calls, of its contexts has changed, either way. */
  readonly changed: number;
}

/** O(nodes). @param timed false: only calls can be compared */
export function threadChange({ tree, causes }: Comparison, timed: boolean): ThreadChange {
  return {
    sides: { a: threadRows([tree.a]), b: threadRows([tree.b]) },
    byCallsNs: causes.totalByCallsNs[0],
    changed: sumOf(ownChanges(tree, timed)),
  };
}

/** As a list: a thread's own time is its total. */
export function threadComparison(threads: readonly ThreadChange[]): ComparedColumns {
  const side = (of: 'a' | 'b'): ComparedColumns['a'] => {
    const rows = threads.map(({ sides }) => sides[of]);
    const pick = (name: ThreadNumber): Float64Array => Float64Array.from(rows, (row) => row[name][0]);
    const further = metricIds(rows).map((id) => {
      const total = Float64Array.from(rows, ({ metrics }) => metrics?.get(id)?.total[0] ?? 0);
      return [id, { self: total, total }] as const;
    });
    return {
      ...errorKind(rows.at(0) ?? {}),
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
    a: side('a'),
    b: side('b'),
    selfByCallsNs: byCallsNs,
    totalByCallsNs: byCallsNs,
    totalErrorNs: threads.map(({ sides: { a, b } }) => errorOfBoth(a, b, a.errorNs[0], b.errorNs[0])),
    changed: threads.map(({ changed }) => changed),
  };
}
