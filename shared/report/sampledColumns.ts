import { sampledBy, sampledErrorNs } from '../metrics/sampledError.ts';
import { SAMPLED_TIME, SAMPLES } from '../metrics/furtherMetrics.ts';
import type { MeasuredRows } from '../metrics/measuredRows.ts';
import { METRIC_PAIRS, type Metric, type MetricPair } from '../metrics/metric.ts';
import { valueText } from '../metrics/value.ts';
import { textColumn, type NumberColumn } from './textTable.ts';

/** Before a sampled time that is its method's by counts. */
const BY_COUNTS = '~';
const AT_MOST = '<';

/** Both sampled times, as their row has them; null: the rows have none, or nothing tells how good they are. */
export function sampledPair({ metrics, nsPerSample }: MeasuredRows): MetricPair | null {
  if (nsPerSample === undefined || metrics?.has(SAMPLED_TIME) !== true) return null;
  return METRIC_PAIRS.find(({ id }) => id === SAMPLED_TIME) ?? null;
}

/**
 * Sampled times, and the error of the leading one
 *
 *     Total Time (sampled)      ±     Self Time (sampled)
 *                  12.0 ms   0.8 ms            11.2 ms       samples of its own
 *                 ~ 0.2 ms   1.9 ms           ~ 0.2 ms       its method's, by counts
 *                          < 1.6 ms           < 1.6 ms       none: less than three samples
 */
export function sampledColumns(
  pair: MetricPair,
  rows: MeasuredRows,
  leading: 'total' | 'self',
  shown: ArrayLike<number>,
): NumberColumn[] {
  const [first, second] = leading === 'total' ? [pair.total, pair.self] : [pair.self, pair.total];
  const values = first.valuesOf(rows);
  const error = textColumn('±', shown, (row) =>
    valueText({ metric: first, per: null }, sampledErrorNs(values[row], rows)),
  );
  return [timeColumn(first, rows, shown), error, timeColumn(second, rows, shown)];
}

function timeColumn(metric: Metric, rows: MeasuredRows, shown: ArrayLike<number>): NumberColumn {
  const values = metric.valuesOf(rows);
  const samples = samplesOf(rows, metric.sumOf === null ? 'self' : 'total');
  const text = (ns: number): string => valueText({ metric, per: null }, ns);
  return textColumn(metric.title, shown, (row) => {
    const by = sampledBy(values[row], samples[row]);
    if (by === 'bound') return `${AT_MOST} ${text(sampledErrorNs(0, rows))}`;
    return by === 'counts' ? `${BY_COUNTS} ${text(values[row])}` : text(values[row]);
  });
}

/** row -> a field of JSON that says where its sampled time is from, with a comma before it. */
export function sampledByField(rows: MeasuredRows): (row: number) => string {
  const pair = sampledPair(rows);
  if (pair === null) return () => '';
  const [ns, samples] = [pair.self.valuesOf(rows), samplesOf(rows, 'self')];
  return (row) => `,"sampledBy":"${sampledBy(ns[row], samples[row])}"`;
}

function samplesOf(rows: MeasuredRows, part: 'self' | 'total'): ArrayLike<number> {
  return rows.metrics?.get(SAMPLES)?.[part] ?? new Float64Array(rows.calls.length);
}
