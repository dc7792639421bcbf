import { sumOf } from '../../base/sumOf.ts';
import { bucketFromNs, MOST_SLOTS, type RootDurationTable } from '../../cct/rootDurations.ts';
import { tellsDurations, type TimeSource } from '../../events/clock.ts';
import { formatTimeIn, SEPARATOR, timeUnitFor } from '../../naming/formatNumbers.ts';
import type { DataSet } from '../dataSets/dataSet.ts';
import { columnsOf, type RowValue } from '../dataSets/rowColumns.ts';

/** Rows: all root calls with a duration, then those of each slot of time; and how many calls there were without one. */
export const ROOT_CALLS_SET = 'root-calls';
/** Rows: how many root calls began in a slot of time and lasted so long; what a heat map draws. */
export const ROOT_CALL_DURATIONS_SET = 'root-call-durations';

const NO_CALLS: RootDurationTable = {
  ...{ slotNs: 1, slots: 0, buckets: 1, untimed: 0 },
  ...{ calls: new Float64Array(), longestNs: new Float64Array(1) },
};

/**
 * How long root calls lasted, in two tables; none where the clock tells none.
 *
 *     part             calls   p50    p90    p99   longest   untimed        part             at least   less than   calls
 *     all                900   4 ms   6 ms  98 ms   120 ms         2        0.000 to 0.537 s   3.9 ms      4.3 ms     410
 *
 * Where no root call has ended "all" has none, and there are no other rows. Calls without a duration are those that a loss, a pause or a missing exit has cut. Calls that are open are not counted yet.
 * Of a percentile the bucket is known: it is told as the middle of that, 4.5 % off at most. Times count from the first root call.
 */
export function rootCallSets(table: RootDurationTable | null, clock: TimeSource): readonly DataSet[] {
  if (!tellsDurations(clock)) return [];
  return [summarySet(table ?? NO_CALLS), durationSet(table ?? NO_CALLS)];
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
  return {
    id: ROOT_CALLS_SET,
    title: 'Root Calls',
    ...columnsOf(rows, {
      texts: [['part', 'Part', ({ name }) => name]],
      values: [
        ['from', 'From', 'ns', ({ fromNs }) => fromNs],
        ['calls', 'Calls', 'count', ({ counts }) => sumOf(counts), true],
        ...[50, 90, 99].map((percent): RowValue<(typeof rows)[number]> => [
          ...([`p${percent}`, `P${percent}`, 'ns'] as const),
          (row) => Math.min(row.longestNs, percentileOf(row.counts, percent)),
        ]),
        ['longest', 'Longest', 'ns', (row) => row.longestNs],
        ['untimed', 'Untimed', 'count', (row) => row.untimed],
      ],
    }),
  };
}

function durationSet(table: RootDurationTable): DataSet {
  const { slotNs, slots, buckets, calls } = table;
  const names = Array.from({ length: slots }, (_, slot) => partName(slot, table));
  const cells = Array.from(calls.keys()).filter((cell) => calls[cell] > 0);
  const slotOf = (cell: number): number => Math.floor(cell / buckets);
  return {
    id: ROOT_CALL_DURATIONS_SET,
    title: 'Durations of Root Calls',
    ...columnsOf(cells, {
      texts: [['part', 'Part', (cell) => names[slotOf(cell)]]],
      values: [
        ['from', 'From', 'ns', (cell) => slotOf(cell) * slotNs],
        ['to', 'To', 'ns', (cell) => (slotOf(cell) + 1) * slotNs],
        ['atLeast', 'At Least', 'ns', (cell) => bucketFromNs(cell % buckets)],
        ['lessThan', 'Less Than', 'ns', (cell) => bucketFromNs((cell % buckets) + 1)],
        ['calls', 'Calls', 'count', (cell) => calls[cell], true],
      ],
    }),
  };
}

/** When the root calls of a slot began, after the first one: 1.049 to 2.097 s. No two slots have one name. */
function partName(slot: number, { slotNs }: RootDurationTable): string {
  const unit = timeUnitFor(MOST_SLOTS * slotNs); // recordings with slots of one length have the same names
  const [from, to] = [slot, slot + 1].map((end) => formatTimeIn(end * slotNs, unit, SEPARATOR));
  return `${from} to ${to} ${unit.name}`;
}

/** The middle of the bucket within which so many of the calls are. */
function percentileOf(counts: Float64Array, percent: number): number {
  const wanted = (sumOf(counts) * percent) / 100;
  let sum = 0;
  let bucket = 0;
  while (bucket < counts.length - 1 && sum + counts[bucket] < wanted) sum += counts[bucket++];
  return bucket === 0 ? 0 : Math.sqrt(bucketFromNs(bucket) * bucketFromNs(bucket + 1));
}
