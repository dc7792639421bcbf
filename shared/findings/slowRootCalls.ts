import { sumOf } from '../base/sumOf.ts';
import { formatCount, formatPercent, formatTime, SEPARATOR } from '../naming/formatNumbers.ts';
import { valuesNamed } from '../recording/dataSets/dataSetParts.ts';
import { ROOT_CALL_DURATIONS_SET, ROOT_CALLS_SET } from '../recording/sets/rootCallSets.ts';
import type { FindingRule } from './finding.ts';

/** Of fewer calls a hundredth is one or none. */
const LEAST_CALLS = 200;
const SLOWEST = 0.01;

/** Root calls whose durations lie between two limits. */
interface Bucket {
  readonly atLeastNs: number;
  readonly lessThanNs: number;
  readonly calls: number;
}

/** A few root calls take most of the time: a mean says nothing of them. */
export const SLOW_ROOT_CALLS: FindingRule = {
  id: 'slow-root-calls',
  title: 'A few root calls take most of the time',
  threshold: 0.5,
  isOf: ({ dataSets }) => dataSets.some(({ id }) => id === ROOT_CALL_DURATIONS_SET),
  find: ({ snapshot: { dataSets } }) => {
    const buckets = bucketsOf(dataSets.find(({ id }) => id === ROOT_CALL_DURATIONS_SET));
    const calls = sumOf(buckets.map((bucket) => bucket.calls));
    if (calls < LEAST_CALLS) return [];
    const slowest = slowestOf(buckets, Math.floor(calls * SLOWEST));
    const { share, error } = shareOf(slowest, buckets);
    if (share < SLOW_ROOT_CALLS.threshold) return [];
    const count = sumOf(slowest.map((bucket) => bucket.calls));
    const from = formatTime(Math.min(...slowest.map(({ atLeastNs }) => atLeastNs)));
    return [
      {
        text:
          `The slowest ${formatCount(count, SEPARATOR)} of ${formatCount(calls, SEPARATOR)} root calls, from ${from} on, ` +
          `take ${formatPercent(share, 1)} ± ${formatPercent(error, 1)} of the time of all.`,
        row: `from ${from} on`,
        view: ROOT_CALLS_SET,
        ...{ share, shareError: error, times: count },
      },
    ];
  },
};

/** The slowest first. */
function bucketsOf(set: Parameters<typeof valuesNamed>[0]): readonly Bucket[] {
  const [atLeast, lessThan, calls] = ['atLeast', 'lessThan', 'calls'].map((id) => valuesNamed(set, id));
  if (atLeast === undefined || lessThan === undefined || calls === undefined) return [];
  return Array.from(calls, (count, row) => ({
    atLeastNs: atLeast[row],
    lessThanNs: lessThan[row],
    calls: count,
  })).sort((a, b) => b.atLeastNs - a.atLeastNs);
}

/** So many calls of the slowest buckets; of the last one a part. */
function slowestOf(buckets: readonly Bucket[], count: number): readonly Bucket[] {
  const slowest: Bucket[] = [];
  let left = count;
  for (const bucket of buckets) {
    if (left <= 0) break;
    slowest.push({ ...bucket, calls: Math.min(left, bucket.calls) });
    left -= bucket.calls;
  }
  return slowest;
}

/** The time of a bucket's call is between its limits, so the share has a least and a largest value. */
function shareOf(slowest: readonly Bucket[], all: readonly Bucket[]): { share: number; error: number } {
  const time = (buckets: readonly Bucket[], of: (bucket: Bucket) => number): number =>
    sumOf(buckets.map((bucket) => bucket.calls * of(bucket)));
  const middle = ({ atLeastNs, lessThanNs }: Bucket): number => Math.sqrt(atLeastNs * lessThanNs);
  const least = ({ atLeastNs }: Bucket): number => atLeastNs;
  const largest = ({ lessThanNs }: Bucket): number => lessThanNs;
  const share = time(slowest, middle) / time(all, middle);
  const rest = (of: (bucket: Bucket) => number): number => time(all, of) - time(slowest, of);
  const low = time(slowest, least) / (time(slowest, least) + rest(largest));
  const high = time(slowest, largest) / (time(slowest, largest) + rest(least));
  return { share, error: Math.max(share - low, high - share) };
}
