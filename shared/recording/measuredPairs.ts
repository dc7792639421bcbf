import { WEIGHTED_BYTECODES, WEIGHTED_BYTECODES_ERROR } from '../cct/cctTable.ts';
import { METRIC_PAIRS, type Metric, type MetricPair } from '../metrics/metric.ts';
import type { Snapshot } from './snapshot.ts';

/** The further metrics that a recording has, in the order of the registry. */
export function measuredPairs({ threads }: Pick<Snapshot, 'threads'>): readonly MetricPair[] {
  return METRIC_PAIRS.filter(({ id }) => threads.some(({ table }) => table.more?.has(id) === true));
}

/** Those of both that can be compared: where bytecodes weigh other than in the other one, what they come to says nothing. */
export function comparablePairs(a: MeasuredRecording, b: MeasuredRecording): readonly MetricPair[] {
  const ofB = measuredPairs(b);
  const weighAlike = a.weights.join() === b.weights.join();
  return measuredPairs(a).filter((pair) => ofB.includes(pair) && (weighAlike || !WEIGHED.includes(pair.id)));
}

type MeasuredRecording = Pick<Snapshot, 'threads' | 'weights'>;
const WEIGHED: readonly string[] = [WEIGHTED_BYTECODES, WEIGHTED_BYTECODES_ERROR];

/** Whether a metric can be shown: calls and times always, a further one where it was measured. */
export function isMeasured(metric: Metric, measured: readonly MetricPair[]): boolean {
  const isOf = ({ self, total }: MetricPair): boolean => metric === self || metric === total;
  return !METRIC_PAIRS.some(isOf) || measured.some(isOf);
}
