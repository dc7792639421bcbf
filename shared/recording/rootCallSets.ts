import { bucketFromNs, MOST_SLOTS, type RootDurationTable } from '../cct/rootDurations.ts';
import { tellsDurations, type TimeSource } from '../events/clock.ts';
import { formatTimeIn, SEPARATOR, timeUnitFor } from '../naming/formatNumbers.ts';
import type { DataSet, ValueColumn } from './dataSet.ts';

/** Rows: all root calls with a duration, then those of each slot of time; and how many calls there were without one. */
export const ROOT_CALLS_SET = 'root-calls';
/** Rows: how many root calls began in a slot of time and lasted so long; what a heat map draws. */
export const ROOT_CALL_DURATIONS_SET = 'root-call-durations';

const NS = { unit: 'ns', isExact: false } as const;

/**
 * How long root calls lasted, in two tables; none where no root call has ended, or the clock tells none.
 *
 *     part             calls   p50    p90    p99   longest   untimed        part             at least   less than   calls
 *     all                900   4 ms   6 ms  98 ms   120 ms         2        0.000 to 0.537 s   3.9 ms      4.3 ms     410
 *
 * Calls without a duration are those that a loss, a pause or a missing exit has cut. Calls that are open are not counted yet.
 * Of a percentile the bucket is known: it is told as the middle of that, 4.5 % off at most. Times count from the first root call.
 */
export function rootCallSets(table: RootDurationTable | null, clock: TimeSource): readonly DataSet[] {
  if (table === null || !tellsDurations(clock)) return [];
  return [summarySet(table), durationSet(table)];
}

function summarySet(table: RootDurationTable): DataSet {
  const { slotNs, slots, buckets, calls, longestNs, untimed } = table;
  const all = new Float64Array(buckets);
  for (const [at, count] of calls.entries()) all[at % buckets] += count;
  const ofSlots = Array.from({ length: slots }, (_, slot) => ({
    name: partName(slot, table),
    fromNs: slot * slotNs,
    untimed: NaN, // told of all slots together
    counts: calls.subarray(slot * buckets, (slot + 1) * buckets),
    longestNs: longestNs[slot],
  })).filter(({ counts }) => counts.some((count) => count > 0));
  const rows = [
    { name: 'all', fromNs: 0, untimed, counts: all, longestNs: Math.max(...longestNs) },
    ...ofSlots,
  ];
  const column = (values: (row: (typeof rows)[number]) => number): Float64Array =>
    Float64Array.from(rows, values);
  return {
    id: ROOT_CALLS_SET,
    title: 'Root Calls',
    rows: rows.length,
    texts: [{ id: 'part', title: 'Part', texts: rows.map(({ name }) => name) }],
    links: [],
    values: [
      { ...NS, id: 'from', title: 'From', values: column(({ fromNs }) => fromNs) },
      callsColumn(column(({ counts }) => counts.reduce((sum, count) => sum + count, 0))),
      ...[50, 90, 99].map((percent) => ({
        ...NS,
        id: `p${percent}`,
        title: `P${percent}`,
        values: column((row) => Math.min(row.longestNs, percentileOf(row.counts, percent))),
      })),
      { ...NS, id: 'longest', title: 'Longest', values: column((row) => row.longestNs) },
      {
        ...{ id: 'untimed', title: 'Untimed', unit: 'count', isExact: false },
        values: column((row) => row.untimed),
      },
    ],
  };
}

function durationSet(table: RootDurationTable): DataSet {
  const { slotNs, slots, buckets, calls } = table;
  const names = Array.from({ length: slots }, (_, slot) => partName(slot, table));
  const cells = Array.from(calls.keys()).filter((cell) => calls[cell] > 0);
  const column = (values: (cell: number) => number): Float64Array => Float64Array.from(cells, values);
  const slotOf = (cell: number): number => Math.floor(cell / buckets);
  return {
    id: ROOT_CALL_DURATIONS_SET,
    title: 'Durations of Root Calls',
    rows: cells.length,
    texts: [{ id: 'part', title: 'Part', texts: cells.map((cell) => names[slotOf(cell)]) }],
    links: [],
    values: [
      { ...NS, id: 'from', title: 'From', values: column((cell) => slotOf(cell) * slotNs) },
      { ...NS, id: 'to', title: 'To', values: column((cell) => (slotOf(cell) + 1) * slotNs) },
      { ...NS, id: 'atLeast', title: 'At Least', values: column((cell) => bucketFromNs(cell % buckets)) },
      {
        ...NS,
        id: 'lessThan',
        title: 'Less Than',
        values: column((cell) => bucketFromNs((cell % buckets) + 1)),
      },
      callsColumn(column((cell) => calls[cell])),
    ],
  };
}

/** When the root calls of a slot began, after the first one: 1.049 to 2.097 s. No two slots have one name. */
function partName(slot: number, { slotNs }: RootDurationTable): string {
  const unit = timeUnitFor(MOST_SLOTS * slotNs); // recordings with slots of one length have the same names
  const [from, to] = [slot, slot + 1].map((end) => formatTimeIn(end * slotNs, unit, SEPARATOR));
  return `${from} to ${to} ${unit.name}`;
}

function callsColumn(values: Float64Array): ValueColumn {
  return { id: 'calls', title: 'Calls', unit: 'count', isExact: true, values };
}

/** The middle of the bucket within which so many of the calls are. */
function percentileOf(counts: Float64Array, percent: number): number {
  const wanted = (counts.reduce((sum, count) => sum + count, 0) * percent) / 100;
  let sum = 0;
  let bucket = 0;
  while (bucket < counts.length - 1 && sum + counts[bucket] < wanted) sum += counts[bucket++];
  return bucket === 0 ? 0 : Math.sqrt(bucketFromNs(bucket) * bucketFromNs(bucket + 1));
}
