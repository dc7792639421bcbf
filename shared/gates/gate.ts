import { UsageError, type SluiceError } from '../base/errors.ts';
import { METRICS } from '../metrics/metric.ts';
import { BYTE_UNITS } from '../metrics/byteUnits.ts';
import type { MetricUnit } from '../metrics/metricUnit.ts';
import {
  formatBytes,
  formatCount,
  formatMeanCount,
  formatTime,
  THIN_SPACE,
} from '../naming/formatNumbers.ts';

/**
 * A condition under which a comparison fails, taken apart:
 *
 *     METRIC [":" SUBJECT] (">" | "<") LIMIT
 *
 *     METRIC   a metric, or one per another that is exact: selfNs/calls; of a data set one of its columns
 *     SUBJECT  a method pattern, "new" and a class pattern, or words of a row: everything that matches is judged by itself.
 *              Without one the recording is judged as a whole.
 *     LIMIT    what B - A may be at most (">") or at least ("<"): 10% of A, a time (500ns 20us 5ms 1s), bytes (10MB 4KiB), or a
 *              number of calls;
 *              of the recording, or by --per of a root call or of a second
 *
 * `calls>0%`, `calls:**>0`, `selfNs:com.acme.Shop::order>10%`, `selfNs/calls:com.acme.**>1us`, `calls<-5%`, `bytes:new byte[]>1MB`.
 */
export interface GateParts {
  readonly text: string;
  readonly metric: string;
  readonly subject: string | null;
  readonly sign: 1 | -1;
  readonly number: number;
  /** As typed, or "%"; undefined: none. */
  readonly unit: string | undefined;
  /** An error that names the gate. */
  readonly bad: (found: string) => SluiceError;
}

export interface GateLimit {
  /** In the unit of the metric, or percent of A. */
  readonly value: number;
  readonly isPercent: boolean;
}

/** What a gate found, for people and JSON. */
export interface GateFailure {
  readonly gate: string;
  /** "" for the recording as a whole, and for what is no method. */
  readonly method: string;
  /** The class whose objects were judged, whoever made them. */
  readonly made?: string;
  /** The row of the data set that was judged. */
  readonly row?: string;
  /** In the unit of the metric, of the basis of the comparison. */
  readonly a: number;
  readonly b: number;
  /** Bound of the error of b - a; what lies within it does not fail. */
  readonly error: number;
  readonly sentence: string;
}

/** Unit of a metric -> what a limit may be written in, and how many of the unit that is. */
const LIMIT_UNITS: Readonly<Partial<Record<MetricUnit, Readonly<Record<string, number>>>>> = {
  ns: { ns: 1, us: 1e3, µs: 1e3, ms: 1e6, s: 1e9 },
  bytes: BYTE_UNITS,
};
const REMEDY =
  "Write METRIC>LIMIT or METRIC:PATTERN>LIMIT, e.g. 'calls>0%', 'selfNs:com.acme.Shop::order>10%', 'selfNs/calls:com.acme.**>1us'; " +
  `METRIC is ${METRICS.map(({ id }) => id).join(', ')}, or one of them per calls; < instead of > fails what falls.`;
const GATE =
  /^\s*([A-Za-z][A-Za-z\d/-]*)\s*(?::(.*?))?\s*([<>])\s*([+-]?\d+(?:\.\d+)?)\s*(%|[A-Za-zµ]+)?\s*$/;

/** @throws SluiceError 'usage' */
export function splitGate(text: string): GateParts {
  const parts = GATE.exec(text);
  if (parts === null) throw new UsageError(`The gate ${JSON.stringify(text)} is not understood.`, REMEDY);
  const [, metric, subject, operator, number, unit] = parts as (string | undefined)[];
  return {
    text: text.trim(),
    metric: metric ?? '',
    subject: subject?.trim() ?? null,
    sign: operator === '>' ? 1 : -1,
    number: Number(number),
    unit,
    bad: (found) => new UsageError(`The gate ${JSON.stringify(text)}: ${found}.`, REMEDY),
  };
}

/** @throws SluiceError 'usage' for a unit that the metric does not have */
export function limitOf({ number, unit, bad }: GateParts, of: MetricUnit, metric: string): GateLimit {
  if (unit === '%') return { value: number, isPercent: true };
  const units = LIMIT_UNITS[of];
  if (unit === undefined) {
    if (of === 'ns') throw bad('a time needs a unit or %: ns, us, ms, s');
    return { value: number, isPercent: false };
  }
  if (units === undefined) throw bad(`${metric} are not measured in ${unit}`);
  if (!Object.hasOwn(units, unit))
    throw bad(`the unit ${JSON.stringify(unit)} is not known: ${Object.keys(units).join(', ')}, %`);
  return { value: number * units[unit], isPercent: false };
}

/** Sums of quotients differ in their last digits where the sums do not. */
const ROUNDING = 1e-9;

/** Whether B is beyond what the gate allows. @param isMean of root calls or seconds */
export function isBeyond(
  { sign, limit }: { readonly sign: 1 | -1; readonly limit: GateLimit },
  {
    a,
    b,
    error,
    isMean,
  }: { readonly a: number; readonly b: number; readonly error: number; readonly isMean: boolean },
): boolean {
  const allowed = limit.isPercent ? (a * limit.value) / 100 : limit.value;
  const rounding = isMean ? ROUNDING * Math.max(a, b) : 0;
  return sign * (b - a - allowed) - error > rounding;
}

/** How numbers of a unit are written in a sentence. */
export function shownAs(unit: MetricUnit, isMean: boolean): (value: number) => string {
  if (unit === 'ns') return (ns) => formatTime(ns).replaceAll(THIN_SPACE, ',');
  if (unit === 'bytes') return formatBytes;
  return (count) => (isMean ? formatMeanCount : formatCount)(count, ',');
}
