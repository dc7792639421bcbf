import { COUNTED_CALLS } from '../cct/metricColumns.ts';
import { FURTHER_METRICS, type FurtherMetric } from './furtherMetrics.ts';
import type { MeasuredRows } from './measuredRows.ts';
import {
  blockError,
  CHARGED_SELF_ERROR,
  CHARGED_TOTAL_ERROR,
  NO_ERROR,
  sampledError,
  type MetricError,
} from './metricError.ts';
import type { MetricUnit } from './metricUnit.ts';

/** One thing that is measured of every row: a column of a table, a field of JSON, what a gate judges. */
export interface Metric {
  /** Its field in JSON, and its name on the command line. */
  readonly id: string;
  /** Names of earlier releases on the command line. */
  readonly aliases: readonly string[];
  /** The head of its column. */
  readonly title: string;
  readonly unit: MetricUnit;
  /** The same on each run of a program that does the same: no error, no doubt. */
  readonly isExact: boolean;
  readonly error: MetricError;
  /** What it sums up, of a row and all below it; null: it is of the row alone. */
  readonly sumOf: Metric | null;
  /** row -> value, in the unit */
  readonly valuesOf: (rows: MeasuredRows) => Float64Array;
}

export const CALLS: Metric = {
  id: 'calls',
  aliases: [],
  title: 'Invocations',
  unit: 'count',
  isExact: true,
  error: NO_ERROR,
  sumOf: null,
  valuesOf: ({ calls }) => calls,
};

/** Calls of a context and of all below it: what rows are ranked by where no clock ran. Recordings with times are ranked by these, and have none. */
export const TOTAL_CALLS: Metric = {
  id: 'totalCalls',
  aliases: [],
  title: 'Calls, total',
  unit: 'count',
  isExact: true,
  error: NO_ERROR,
  sumOf: CALLS,
  valuesOf: ({ calls, metrics }) => metrics?.get(COUNTED_CALLS)?.total ?? calls,
};

/** Whether rows have TOTAL_CALLS. */
export function hasTotalCalls({ metrics }: Pick<MeasuredRows, 'metrics'>): boolean {
  return metrics?.has(COUNTED_CALLS) === true;
}

export const SELF_TIME: Metric = {
  id: 'selfNs',
  aliases: ['self'],
  title: 'Self Time',
  unit: 'ns',
  isExact: false,
  error: CHARGED_SELF_ERROR,
  sumOf: null,
  valuesOf: ({ selfNs }) => selfNs,
};

export const TOTAL_TIME: Metric = {
  id: 'totalNs',
  aliases: ['total'],
  title: 'Total Time',
  unit: 'ns',
  isExact: false,
  error: CHARGED_TOTAL_ERROR,
  sumOf: SELF_TIME,
  valuesOf: ({ totalNs }) => totalNs,
};

/** What a further metric is of a row alone, and of all below it: two metrics, of the same recordings. */
export interface MetricPair {
  /** Its key in MetricColumns. */
  readonly id: string;
  readonly title: string;
  readonly self: Metric;
  readonly total: Metric;
}

export const METRIC_PAIRS: readonly MetricPair[] = FURTHER_METRICS.map(pairOf);

/** Every metric of a call tree, in the order in which they are written. */
export const METRICS: readonly Metric[] = [
  CALLS,
  SELF_TIME,
  TOTAL_TIME,
  ...METRIC_PAIRS.flatMap(({ self, total }) => [self, total]),
];

function pairOf({ id, title, unit, isExact, aliases = [], ...errors }: FurtherMetric): MetricPair {
  const partOf = (part: 'self' | 'total'): Pick<Metric, 'unit' | 'isExact' | 'error' | 'valuesOf'> => {
    const valuesOf = columnOf(id, part);
    return { unit, isExact, error: errorOf(errors, part, valuesOf), valuesOf };
  };
  const self: Metric = { ...partOf('self'), id, aliases, title: `Self ${title}`, sumOf: null };
  return {
    id,
    title,
    self,
    total: { ...partOf('total'), id: totalId(id), aliases: [], title: `Total ${title}`, sumOf: self },
  };
}

function errorOf(
  { errorId, sampledErrorId }: Pick<FurtherMetric, 'errorId' | 'sampledErrorId'>,
  part: 'self' | 'total',
  valuesOf: Metric['valuesOf'],
): MetricError {
  if (errorId !== undefined) return blockError(columnOf(errorId, part));
  if (sampledErrorId === undefined) return NO_ERROR;
  return sampledError(part === 'self' ? sampledErrorId : totalId(sampledErrorId), valuesOf);
}

function columnOf(id: string, part: 'self' | 'total'): Metric['valuesOf'] {
  return ({ calls, metrics }) => metrics?.get(id)?.[part] ?? new Float64Array(calls.length);
}

function totalId(id: string): string {
  return `total${id[0].toUpperCase()}${id.slice(1)}`;
}

/** The further metrics that any of several trees or lists has, in the order of the registry. */
export function pairsIn(parts: readonly Pick<MeasuredRows, 'metrics'>[]): readonly MetricPair[] {
  return METRIC_PAIRS.filter(({ id }) => parts.some(({ metrics }) => metrics?.has(id) === true));
}

/** By its id or an alias. */
export function metricNamed(name: string, metrics = METRICS): Metric | undefined {
  return metrics.find(({ id, aliases }) => id === name || aliases.includes(name));
}
