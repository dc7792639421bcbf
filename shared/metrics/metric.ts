import type { ExactTree } from '../cct/cctTable.ts';
import type { ErrorKind } from '../cct/errorSums.ts';
import { FURTHER_METRICS, type FurtherMetric } from './furtherMetrics.ts';
import type { MetricUnit } from './metricUnit.ts';

/** The columns that metrics are taken from. Rows of a tree or of a list. */
export type MeasuredRows = Pick<ExactTree, 'calls' | 'selfNs' | 'totalNs' | 'metrics' | keyof ErrorKind>;

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
  /** Bounds its error, in recordings that have that; null: nothing does. */
  readonly error: Metric | null;
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
  error: null,
  sumOf: null,
  valuesOf: ({ calls }) => calls,
};

export const SELF_TIME: Metric = {
  id: 'selfNs',
  aliases: ['self'],
  title: 'Self Time',
  unit: 'ns',
  isExact: false,
  error: null,
  sumOf: null,
  valuesOf: ({ selfNs }) => selfNs,
};

export const TOTAL_TIME: Metric = {
  id: 'totalNs',
  aliases: ['total'],
  title: 'Total Time',
  unit: 'ns',
  isExact: false,
  error: null,
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

/** By their keys: a metric and the error of another one are the same. */
const pairs = new Map<string, MetricPair>();
export const METRIC_PAIRS: readonly MetricPair[] = FURTHER_METRICS.map(pairOf);

/** Every metric of a call tree, in the order in which they are written. */
export const METRICS: readonly Metric[] = [
  CALLS,
  SELF_TIME,
  TOTAL_TIME,
  ...METRIC_PAIRS.flatMap(({ self, total }) => [self, total]),
];

function pairOf({ id, title, unit, isExact, errorId, aliases = [] }: FurtherMetric): MetricPair {
  const known = pairs.get(id);
  if (known !== undefined) return known;
  const errorMetric = FURTHER_METRICS.find((other) => other.id === errorId);
  const error = errorMetric === undefined ? null : pairOf(errorMetric);
  const self: Metric = {
    ...{ id, unit, isExact, aliases, error: error?.self ?? null, sumOf: null },
    title: `Self ${title}`,
    valuesOf: ({ calls, metrics }) => metrics?.get(id)?.self ?? new Float64Array(calls.length),
  };
  const total: Metric = {
    ...{ unit, isExact, aliases: [], error: error?.total ?? null, sumOf: self },
    id: `total${id[0].toUpperCase()}${id.slice(1)}`,
    title: `Total ${title}`,
    valuesOf: ({ calls, metrics }) => metrics?.get(id)?.total ?? new Float64Array(calls.length),
  };
  const pair = { id, title, self, total };
  pairs.set(id, pair);
  return pair;
}

/** The further metrics that any of several trees or lists has, in the order of the registry. */
export function pairsIn(parts: readonly Pick<MeasuredRows, 'metrics'>[]): readonly MetricPair[] {
  return METRIC_PAIRS.filter(({ id }) => parts.some(({ metrics }) => metrics?.has(id) === true));
}

/** By its id or an alias. */
export function metricNamed(name: string, metrics = METRICS): Metric | undefined {
  return metrics.find(({ id, aliases }) => id === name || aliases.includes(name));
}
