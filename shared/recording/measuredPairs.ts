import { METRIC_PAIRS, type Metric, type MetricPair } from '../metrics/metric.ts';
import type { Snapshot } from './snapshot.ts';

/** The further metrics that a recording has, in the order of the registry. */
export function measuredPairs({ threads }: Pick<Snapshot, 'threads'>): readonly MetricPair[] {
  return METRIC_PAIRS.filter(({ id }) => threads.some(({ table }) => table.more?.has(id) === true));
}

/** Whether a metric can be shown: calls and times always, a further one where it was measured. */
export function isMeasured(metric: Metric, measured: readonly MetricPair[]): boolean {
  const isOf = ({ self, total }: MetricPair): boolean => metric === self || metric === total;
  return !METRIC_PAIRS.some(isOf) || measured.some(isOf);
}
