import { WEIGHTED_BYTECODES, WEIGHTED_BYTECODES_ERROR } from '../cct/cctTable.ts';
import { AMOUNTS, BYTECODES } from '../events/amounts.ts';
import { LIVE_BYTES, LIVE_OBJECTS } from '../cct/liveTable.ts';
import { OBJECTS } from '../cct/madeColumns.ts';
import { FURTHER_METRICS } from '../metrics/furtherMetrics.ts';
import { METRIC_PAIRS, type Metric, type MetricPair } from '../metrics/metric.ts';
import { partsOf } from './options/chosenMetrics.ts';
import { countsObjects } from './options/countedObjects.ts';
import type { RecordedThread, Snapshot } from './snapshot.ts';

/**
 * The further metrics that a recording has, in the order of the registry: columns of its trees, and what was asked for. A recording in
 * which nothing was called has no trees, and trees have no column of objects that are followed before the first is told.
 */
export function measuredPairs(recording: MeasuredRecording): readonly MetricPair[] {
  const { threads } = recording;
  const isColumn = (id: string): boolean => threads.some(({ table }) => table.more?.has(id) === true);
  const asked = askedMetrics(recording);
  const isUntold = (id: string): boolean => threads.length === 0 || (isOfFollowed(id) && isColumn(OBJECTS));
  return METRIC_PAIRS.filter(({ id }) => (asked.includes(id) && isUntold(id)) || isColumn(id));
}

/** Ids. */
function askedMetrics({ metrics, live, weights }: AskedMetrics): readonly string[] {
  const parts = countsObjects({ metrics, live }) ? ['objects', ...partsOf(metrics)] : partsOf(metrics);
  const other = weights.length > 0 ? BYTECODES : WEIGHTED_BYTECODES;
  return FURTHER_METRICS.filter(
    ({ id, part = '' }) => (parts.includes(part) && id !== other) || (live.length > 0 && isOfFollowed(id)),
  ).map(({ id }) => id);
}

function isOfFollowed(id: string): boolean {
  return id === LIVE_OBJECTS || id === LIVE_BYTES;
}

/** Those of both that can be compared: where bytecodes weigh other than in the other one, what they come to says nothing. */
export function comparablePairs(a: MeasuredRecording, b: MeasuredRecording): readonly MetricPair[] {
  const ofB = measuredPairs(b);
  const weighAlike = a.weights.join() === b.weights.join();
  return measuredPairs(a).filter((pair) => ofB.includes(pair) && (weighAlike || !WEIGHED.includes(pair.id)));
}

/** With a column for each amount that was asked for: of one that no probe has told there was none. O(nodes) for each of these. */
export function withAskedAmounts(
  threads: readonly RecordedThread[],
  asked: AskedMetrics,
): readonly RecordedThread[] {
  const ids = askedMetrics(asked).filter((id) => AMOUNTS.includes(id));
  return threads.map((thread) => {
    const { table } = thread;
    const untold = ids.filter((id) => table.more?.has(id) !== true);
    if (untold.length === 0) return thread;
    const columns = untold.map((id) => [id, new Float64Array(table.length)] as const);
    return { ...thread, table: { ...table, more: new Map([...(table.more ?? []), ...columns]) } };
  });
}

type AskedMetrics = Pick<Snapshot, 'metrics' | 'live' | 'weights'>;
type MeasuredRecording = Pick<Snapshot, 'threads'> & AskedMetrics;
const WEIGHED: readonly string[] = [WEIGHTED_BYTECODES, WEIGHTED_BYTECODES_ERROR];

/** Whether a metric can be shown: calls and times always, a further one where it was measured. */
export function isMeasured(metric: Metric, measured: readonly MetricPair[]): boolean {
  const isOf = ({ self, total }: MetricPair): boolean => metric === self || metric === total;
  return !METRIC_PAIRS.some(isOf) || measured.some(isOf);
}
