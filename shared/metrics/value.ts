import { UsageError } from '../base/errors.ts';
import {
  formatBytes,
  formatCount,
  formatMeanCount,
  formatPercent,
  formatTime,
  SEPARATOR,
  THIN_SPACE,
} from '../naming/formatNumbers.ts';
import type { MeasuredRows } from './measuredRows.ts';
import { METRICS, metricNamed, SELF_TIME, TOTAL_TIME, type Metric } from './metric.ts';

/** What a view is about: a metric, or how much of it there is for each one of another. */
export interface Value {
  readonly metric: Metric;
  /** Null: the metric itself. */
  readonly per: Metric | null;
}

/**
 * `selfNs`, `calls`, `selfNs/calls`.
 * @param metrics that there are to choose from
 * @throws SluiceError 'usage' for what names no metric
 */
export function parseValue(text: string, metrics = METRICS): Value {
  const [first, second, ...more] = text.split('/').map((part) => part.trim());
  const metric = knownMetric(text, first, metrics);
  if (second === undefined) return { metric, per: null };
  const per = knownMetric(text, second, metrics);
  if (more.length > 0 || per === metric)
    throw new UsageError(
      `The value ${JSON.stringify(text)} is no ratio of two metrics.`,
      'Write METRIC or METRIC/METRIC, for example selfNs/calls.',
    );
  return { metric, per };
}

function knownMetric(text: string, name: string, metrics: readonly Metric[]): Metric {
  const metric = metricNamed(name, metrics);
  if (metric !== undefined) return metric;
  throw new UsageError(
    `The value ${JSON.stringify(text)} names no metric: ${JSON.stringify(name)} is not known.`,
    `The metrics are ${metrics.map(({ id }) => id).join(', ')}; two make a ratio, for example selfNs/calls.`,
  );
}

/** As it is typed, and its field in JSON. */
export function valueId({ metric, per }: Value): string {
  return per === null ? metric.id : `${metric.id}/${per.id}`;
}

export function valueTitle({ metric, per }: Value): string {
  return per === null ? metric.title : `${metric.title} / ${per.title}`;
}

/** Whether it means anything only where a clock ran: times of samples and of the JVM's events need none. */
export function isTimed({ metric, per }: Value): boolean {
  return [metric, per].some((each) => each === SELF_TIME || each === TOTAL_TIME);
}

/** row -> value; 0 where there is nothing to divide by. O(rows) for a ratio. */
export function valuesOf({ metric, per }: Value, rows: MeasuredRows): Float64Array {
  const values = metric.valuesOf(rows);
  if (per === null) return values;
  const divisors = per.valuesOf(rows);
  return values.map((value, row) => (divisors[row] > 0 ? value / divisors[row] : 0));
}

/** One value in the unit that fits it. @param separator between groups of three digits: that of plain text unless told */
export function valueText({ metric, per }: Value, value: number, separator = SEPARATOR): string {
  if (value < 0) return `-${valueText({ metric, per }, -value, separator)}`;
  if (per !== null && per.unit === 'ns') return perMillisecondText(metric, value, separator);
  if (per !== null && per.unit === 'bytecodes' && metric.unit !== 'bytecodes')
    return densityText(value, separator);
  if (metric.unit === 'ns') return formatTime(value).replaceAll(THIN_SPACE, separator);
  if (metric.unit === 'bytes') return formatBytes(value);
  if (metric.unit === 'share' && per === null) return formatPercent(value, 1);
  return per === null ? formatCount(value, separator) : formatMeanCount(value, separator);
}

const NS_PER_MS = 1e6;
const BYTECODES_OF_DENSITY = 1000;

/** Of something for each bytecode there is little: allocation density is objects per 1,000 of them (Binder, JP memory, section 3). */
function densityText(value: number, separator: string): string {
  return `${formatMeanCount(value * BYTECODES_OF_DENSITY, separator)}/${formatCount(BYTECODES_OF_DENSITY, separator)}`;
}

/** Of something for each ns there is little. Time for time is a plain number. */
function perMillisecondText(metric: Metric, value: number, separator: string): string {
  if (metric.unit === 'ns') return formatMeanCount(value, separator);
  return `${formatMeanCount(value * NS_PER_MS, separator)}/ms`;
}
