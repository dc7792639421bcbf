import { BYTECODES, WEIGHTED_BYTECODES, WEIGHTED_BYTECODES_ERROR } from '../cct/cctTable.ts';
import { LIVE_BYTES, LIVE_OBJECTS } from '../cct/liveTable.ts';
import { BYTES, ELEMENTS, OBJECTS } from '../cct/madeColumns.ts';
import { METRIC_PAIRS, type Metric, type MetricPair } from '../metrics/metric.ts';
import { hasPart } from './options/chosenMetrics.ts';
import { countsObjects } from './options/countedObjects.ts';
import type { Snapshot } from './snapshot.ts';

/**
 * The further metrics that a recording has, in the order of the registry: columns of its trees, and what was asked for. A recording in
 * which nothing was called has no trees, and trees have no column of objects that are followed before the first is told.
 */
export function measuredPairs(recording: MeasuredRecording): readonly MetricPair[] {
  const asked = askedMetrics(recording);
  return METRIC_PAIRS.filter(
    ({ id }) => asked.includes(id) || recording.threads.some(({ table }) => table.more?.has(id) === true),
  );
}

/** Ids of those of which no tree has a column, though each value is known: it is 0. */
function askedMetrics({ threads, metrics, live, weights }: MeasuredRecording): readonly string[] {
  const followed = live.length > 0 ? [LIVE_OBJECTS, LIVE_BYTES] : [];
  if (threads.length > 0) return threads.some(({ table }) => table.more?.has(OBJECTS)) ? followed : [];
  const bytecodes = weights.length > 0 ? WEIGHTED_BYTECODES : BYTECODES;
  return [
    ...(hasPart(metrics, 'bytecodes') ? [bytecodes] : []),
    ...(countsObjects({ metrics, live }) ? [OBJECTS, ELEMENTS, BYTES] : []),
    ...followed,
  ];
}

/** Those of both that can be compared: where bytecodes weigh other than in the other one, what they come to says nothing. */
export function comparablePairs(a: MeasuredRecording, b: MeasuredRecording): readonly MetricPair[] {
  const ofB = measuredPairs(b);
  const weighAlike = a.weights.join() === b.weights.join();
  return measuredPairs(a).filter((pair) => ofB.includes(pair) && (weighAlike || !WEIGHED.includes(pair.id)));
}

type MeasuredRecording = Pick<Snapshot, 'threads' | 'metrics' | 'live' | 'weights'>;
const WEIGHED: readonly string[] = [WEIGHTED_BYTECODES, WEIGHTED_BYTECODES_ERROR];

/** Whether a metric can be shown: calls and times always, a further one where it was measured. */
export function isMeasured(metric: Metric, measured: readonly MetricPair[]): boolean {
  const isOf = ({ self, total }: MetricPair): boolean => metric === self || metric === total;
  return !METRIC_PAIRS.some(isOf) || measured.some(isOf);
}
