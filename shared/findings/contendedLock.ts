import { sumOf } from '../base/sumOf.ts';
import { LOCKS_SET } from '../jvmEvents/lockRows.ts';
import { formatCountOf, formatPercent, formatTime, SEPARATOR } from '../naming/formatNumbers.ts';
import { textsNamed, valuesNamed } from '../recording/dataSets/dataSetParts.ts';
import type { DataSet } from '../recording/dataSets/dataSet.ts';
import type { FindingRule } from './finding.ts';

/** Of the recording, summed over its threads: less is no matter. */
const LEAST_BLOCKED = 0.01;
const NS_PER_MS = 1e6;

/** One class of locks holds most of those that are blocked up. */
export const CONTENDED_LOCK: FindingRule = {
  id: 'contended-lock',
  title: 'One lock blocks most',
  threshold: 0.5,
  isOf: ({ dataSets }) => dataSets.some(({ id }) => id === LOCKS_SET),
  find: ({ snapshot: { dataSets, durationMs } }) => {
    const waits = blockedBy(dataSets.find(({ id }) => id === LOCKS_SET));
    const allNs = sumOf(waits.map(({ ns }) => ns));
    if (waits.length === 0 || allNs < LEAST_BLOCKED * durationMs * NS_PER_MS) return [];
    const [{ lock, heldBy, ns, times }] = waits;
    const share = ns / allNs;
    if (share < CONTENDED_LOCK.threshold) return [];
    const holder = heldBy === '' ? '' : `, mostly held by ${heldBy}`;
    return [
      {
        text:
          `${lock} has ${formatPercent(ns, allNs)} of the ${formatTime(allNs)} for which threads were blocked ` +
          `(${formatCountOf(times, 'wait', 'waits', SEPARATOR)}${holder}). Waits below the recorder's threshold are not in it.`,
        row: lock,
        view: LOCKS_SET,
        ...{ share, shareError: null, times },
      },
    ];
  },
};

interface Blocked {
  readonly lock: string;
  /** That made others wait longest; "": not known. */
  readonly heldBy: string;
  readonly ns: number;
  readonly times: number;
}

/** By class of the lock, the longest first. */
function blockedBy(set: DataSet | undefined): readonly Blocked[] {
  const [states, locks, holders] = ['state', 'lock', 'heldBy'].map((id) => textsNamed(set, id));
  const [times, ns] = ['times', 'stillNs'].map((id) => valuesNamed(set, id));
  if (states === undefined || locks === undefined || times === undefined || ns === undefined) return [];
  const byLock = new Map<string, { ns: number; times: number; holders: Map<string, number> }>();
  for (const [row, lock] of locks.entries()) {
    if (states[row] !== 'blocked') continue;
    let sum = byLock.get(lock);
    if (sum === undefined) byLock.set(lock, (sum = { ns: 0, times: 0, holders: new Map() }));
    sum.ns += ns[row];
    sum.times += times[row];
    const holder = holders?.[row] ?? '';
    sum.holders.set(holder, (sum.holders.get(holder) ?? 0) + ns[row]);
  }
  return [...byLock]
    .map(([lock, sum]) => ({ lock, heldBy: largestOf(sum.holders), ns: sum.ns, times: sum.times }))
    .sort((a, b) => b.ns - a.ns);
}

function largestOf(sums: ReadonlyMap<string, number>): string {
  return [...sums].reduce((a, b) => (b[1] > a[1] ? b : a))[0];
}
