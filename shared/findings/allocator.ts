import { sumOf } from '../base/sumOf.ts';
import { BYTES } from '../cct/madeColumns.ts';
import { ALLOCATED, type FurtherMetric, FURTHER_METRICS } from '../metrics/furtherMetrics.ts';
import { formatBytes, formatPercent } from '../naming/formatNumbers.ts';
import { eventColumns } from '../jvmEvents/eventSet.ts';
import type { Finding, FindingRule, FindingSource } from './finding.ts';

/** Counted, or else by samples. */
const MEASURES = [BYTES, ALLOCATED];
/** Of less a collector takes no notice. */
const LEAST_BYTES = 64 * 2 ** 20;

/** One method makes most of what the collector has to take away. */
export const ALLOCATOR: FindingRule = {
  id: 'allocator',
  title: 'One method makes most of the garbage',
  threshold: 0.5,
  isOf: ({ threads }) => threads.some(({ table }) => MEASURES.some((id) => table.more?.has(id) === true)),
  find: (source) => {
    const metric = FURTHER_METRICS.find(
      ({ id }) => MEASURES.includes(id) && source.results.hot.metrics?.has(id) === true,
    );
    return metric === undefined ? [] : ofLargest(source, metric);
  },
};

function ofLargest({ snapshot, results, names }: FindingSource, metric: FurtherMetric): readonly Finding[] {
  const bytes = results.hot.metrics?.get(metric.id)?.self ?? new Float64Array();
  const allBytes = sumOf(bytes);
  const row = bytes.reduce((largest, value, at) => (value > bytes[largest] ? at : largest), 0);
  const share = bytes[row] / allBytes;
  if (allBytes < LEAST_BYTES || share < ALLOCATOR.threshold) return [];
  const name = results.methods.namer(names)(results.hot.method[row]);
  const collections = (eventColumns(snapshot.dataSets)?.kind ?? []).filter((kind) => kind === 'collection');
  const ran = collections.length === 0 ? '' : ` The collector ran ${collections.length} times meanwhile.`;
  const by = metric.isExact ? 'counted exactly' : 'by samples of the JVM, whose error it does not tell';
  return [
    {
      text: `${name} makes ${formatPercent(share, 1)} of ${formatBytes(allBytes)}, ${by}.${ran}`,
      row: name,
      view: 'hot',
      ...{ share, shareError: metric.isExact ? 0 : null, times: null },
    },
  ];
}
