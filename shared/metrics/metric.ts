import type { ExactTree } from '../cct/cctTable.ts';

/** What the numbers of a metric are numbers of. */
export const METRIC_UNITS = ['count', 'ns', 'bytes', 'bytecodes', 'samples'] as const;
export type MetricUnit = (typeof METRIC_UNITS)[number];

/** The columns that metrics are taken from. Rows of a tree or of a list. */
export type MeasuredRows = Pick<ExactTree, 'calls' | 'selfNs' | 'totalNs'>;

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
  sumOf: null,
  valuesOf: ({ calls }) => calls,
};

export const SELF_TIME: Metric = {
  id: 'selfNs',
  aliases: ['self'],
  title: 'Self Time',
  unit: 'ns',
  isExact: false,
  sumOf: null,
  valuesOf: ({ selfNs }) => selfNs,
};

export const TOTAL_TIME: Metric = {
  id: 'totalNs',
  aliases: ['total'],
  title: 'Total Time',
  unit: 'ns',
  isExact: false,
  sumOf: SELF_TIME,
  valuesOf: ({ totalNs }) => totalNs,
};

/** Every metric of a call tree, in the order in which they are written. */
export const METRICS: readonly Metric[] = [CALLS, SELF_TIME, TOTAL_TIME];

/** By its id or an alias. */
export function metricNamed(name: string, metrics = METRICS): Metric | undefined {
  return metrics.find(({ id, aliases }) => id === name || aliases.includes(name));
}
