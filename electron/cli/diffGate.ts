import { ensure } from '../../shared/base/assert.ts';
import { SluiceError } from '../../shared/base/errors.ts';
import { CALLS, METRICS, SELF_TIME, type Metric } from '../../shared/metrics/metric.ts';
import { isTimed, parseValue, valueId, valueTitle, type Value } from '../../shared/metrics/value.ts';
import { parseMethodPattern, type MethodPattern } from '../../shared/callgraph/methodPattern.ts';
import type { MetricUnit } from '../../shared/metrics/metricUnit.ts';
import type { FlatRows } from '../../shared/rows/flatTree.ts';
import { isMeasured } from '../../shared/recording/measuredPairs.ts';
import { BASIS_TEXTS } from '../../shared/compare/comparisonBasis.ts';
import {
  formatBytes,
  formatChange,
  formatCount,
  formatMeanCount,
  formatTime,
  THIN_SPACE,
} from '../../shared/naming/formatNumbers.ts';
import { hotComparison } from '../../shared/compare/hotComparison.ts';
import { methodName } from '../../shared/naming/methodNames.ts';
import { changeErrorNs } from '../../shared/report/furtherNumbers.ts';
import { SAMPLED_TIME } from '../../shared/metrics/furtherMetrics.ts';
import type { RecordingDiff, SampleWeights } from '../../shared/compare/recordingDiff.ts';

/**
 * A condition under which a comparison fails:
 *
 *     METRIC [":" PATTERN] (">" | "<") LIMIT
 *
 *     METRIC   a metric, or one per another that is exact: selfNs/calls
 *     PATTERN  a method pattern: every method that matches is judged by itself. Without one the recording is judged as a whole.
 *     LIMIT    what B - A may be at most (">") or at least ("<"): 10% of A, a time (500ns 20us 5ms 1s), bytes (10MB 4KiB), or a
 *              number of calls;
 *              of all, of a root call or of a second, as the recordings are compared
 *
 * `calls>0%`, `calls:**>0`, `selfNs:com.acme.Shop::order>10%`, `selfNs/calls:com.acme.**>1us`, `calls<-5%`.
 */
export interface DiffGate {
  readonly text: string;
  readonly value: Value;
  readonly pattern: MethodPattern | null;
  readonly sign: 1 | -1;
  readonly limit: { readonly value: number; readonly isPercent: boolean };
}

/** What a gate found, for people and JSON. */
export interface GateFailure {
  readonly gate: string;
  /** "" for the recording as a whole. */
  readonly method: string;
  /** ns or calls, of the basis of the comparison. */
  readonly a: number;
  readonly b: number;
  /** Bound of the error of b - a; what lies within it does not fail. */
  readonly error: number;
  readonly sentence: string;
}

/** Unit of a metric -> what a limit may be written in, and how many of the unit that is. */
const LIMIT_UNITS: Readonly<Partial<Record<MetricUnit, Readonly<Record<string, number>>>>> = {
  ns: { ns: 1, us: 1e3, µs: 1e3, ms: 1e6, s: 1e9 },
  bytes: {
    ...{ B: 1, kB: 1e3, MB: 1e6, GB: 1e9 },
    ...{ KiB: 1024, MiB: 1024 ** 2, GiB: 1024 ** 3 },
  },
};
const REMEDY =
  "Write METRIC>LIMIT or METRIC:PATTERN>LIMIT, e.g. 'calls>0%', 'selfNs:com.acme.Shop::order>10%', 'selfNs/calls:com.acme.**>1us'; " +
  `METRIC is ${METRICS.map(({ id }) => id).join(', ')}, or one of them per calls; < instead of > fails what falls.`;
/** Names of earlier releases for a ratio. */
const RATIO_ALIASES: Readonly<Record<string, string>> = {
  'per-call': valueId({ metric: SELF_TIME, per: CALLS }),
};

/** @throws SluiceError 'usage' that says what is not understood */
export function parseDiffGate(text: string): DiffGate {
  const parts = /^\s*([A-Za-z/-]+)\s*(?::(.*?))?\s*([<>])\s*([+-]?\d+(?:\.\d+)?)\s*(%|[A-Za-zµ]+)?\s*$/.exec(
    text,
  );
  if (parts === null)
    throw new SluiceError('usage', `The gate ${JSON.stringify(text)} is not understood.`, REMEDY);
  const [, metric, pattern, operator, number, unit] = parts;
  const bad = (found: string): SluiceError =>
    new SluiceError('usage', `The gate ${JSON.stringify(text)}: ${found}.`, REMEDY);
  const value = valueNamed(metric);
  if (value === null) throw bad(`the metric ${JSON.stringify(metric)} is not known`);
  if (value.per?.isExact === false)
    throw bad(`${value.per.id} is not exact, so nothing can be judged per it`);
  const isPercent = unit === '%';
  if (value.per !== null && pattern === undefined) throw bad(`${metric} is that of a method: give a pattern`);
  const parsed = pattern === undefined ? null : parseMethodPattern(pattern);
  if (parsed?.isExclusion) throw bad('a pattern that excludes names no method');
  return {
    text: text.trim(),
    value,
    pattern: parsed,
    sign: operator === '>' ? 1 : -1,
    limit: { value: Number(number) * (isPercent ? 1 : factorOf(value, unit, bad)), isPercent },
  };
}

/** How many of the metric's unit a limit's unit is. @param bad makes the error */
function factorOf({ metric }: Value, unit: string | undefined, bad: (found: string) => SluiceError): number {
  const units = LIMIT_UNITS[metric.unit];
  if (unit === undefined) {
    if (metric.unit === 'ns') throw bad('a time needs a unit or %: ns, us, ms, s');
    return 1;
  }
  if (units === undefined) throw bad(`${metric.id} are not measured in ${unit}`);
  if (!Object.hasOwn(units, unit))
    throw bad(`the unit ${JSON.stringify(unit)} is not known: ${Object.keys(units).join(', ')}, %`);
  return units[unit];
}

/**
 * What fails, in the order of the gates. Calls are exact; a difference of times fails only by what is beyond the bound of its
 * error. That bound is of the measurement: how much a program varies from run to run it does not know.
 * @throws SluiceError 'usage' for a gate that can judge nothing: a pattern that matches no method, times without a clock
 */
export function judge(diff: RecordingDiff, gates: readonly DiffGate[]): readonly GateFailure[] {
  const subjects = methodSubjects(diff);
  return gates.flatMap((gate) => {
    if (isTimed(gate.value) && !diff.timed) {
      throw new SluiceError(
        'usage',
        `The gate ${JSON.stringify(gate.text)} judges times, and a recording has none (--clock none).`,
        'Judge calls, or record with a clock.',
      );
    }
    const { metric, per } = gate.value;
    for (const each of [metric, per])
      if (each !== null && !isMeasured(each, diff.pairs))
        throw new SluiceError(
          'usage',
          `The gate ${JSON.stringify(gate.text)} judges ${each.unit}, and not both recordings have them.`,
          `Record both with --metrics ${each.sumOf?.id ?? each.id}, or judge calls.`,
        );
    if (gate.pattern === null) return failureOf(gate, whole(subjects), diff);
    const { pattern } = gate;
    const judged = subjects.filter(({ id }) => {
      const { className, name, descriptor } = diff.methods.get(id);
      return pattern.matchesMethod(className, name, descriptor);
    });
    if (judged.length === 0) {
      throw new SluiceError(
        'usage',
        `The gate ${JSON.stringify(gate.text)}: ${pattern.text} matches no method that either recording calls.`,
        'See them with: sluice diff A B --view hot',
      );
    }
    return judged.flatMap((subject) => failureOf(gate, subject, diff));
  });
}

/** What is judged: a method, or all together. */
interface Subject {
  readonly id: number;
  readonly name: string;
  readonly a: Side;
  readonly b: Side;
  /** Bound of the error of both totals together. */
  readonly totalErrorNs: number;
}

interface Side {
  readonly values: ReadonlyMap<Metric, number>;
  readonly selfErrorNs: number;
}

function methodSubjects(diff: RecordingDiff): readonly Subject[] {
  const { table, columns } = hotComparison(diff.compared(), diff.methods, 'methods');
  const sideOf = (side: FlatRows, row: number): Side => ({
    values: new Map(METRICS.map((metric) => [metric, metric.valuesOf(side)[row]])),
    selfErrorNs: side.errorNs[row],
  });
  return Array.from(table.ids, (id, row) => ({
    id,
    name: methodName(diff.methods.get(id), 'long'),
    a: sideOf(columns.a, row),
    b: sideOf(columns.b, row),
    totalErrorNs: columns.totalErrorNs[row],
  }));
}

/** The recording as a whole: its total time is the sum of the self times, and so on. */
function whole(subjects: readonly Subject[]): Subject {
  const together = (side: 'a' | 'b'): Side => {
    const sum = (of: (of: Side) => number): number =>
      subjects.reduce((total, subject) => total + of(subject[side]), 0);
    return {
      values: new Map(METRICS.map((metric) => [metric, sum((of) => numberOf(metric.sumOf ?? metric, of))])),
      selfErrorNs: sum(({ selfErrorNs }) => selfErrorNs),
    };
  };
  const [a, b] = [together('a'), together('b')];
  return { id: -1, name: '', a, b, totalErrorNs: a.selfErrorNs + b.selfErrorNs };
}

/** Sums of quotients differ in their last digits where the sums do not. */
const ROUNDING = 1e-9;

function failureOf(
  gate: DiffGate,
  subject: Subject,
  { basis, nsPerSample }: Pick<RecordingDiff, 'basis' | 'nsPerSample'>,
): GateFailure[] {
  const { name, a, b } = subject;
  const { metric, per } = gate.value;
  const [divisorA, divisorB] = [dividedBy(per, a), dividedBy(per, b)];
  // A method that only one side calls has no time per call to compare.
  if (divisorA === 0 || divisorB === 0) return [];
  const [valueA, valueB] = [numberOf(metric, a) / divisorA, numberOf(metric, b) / divisorB];
  const error = errorOf(metric, subject, divisorA, divisorB, nsPerSample);
  const { value, isPercent } = gate.limit;
  const limit = isPercent ? (valueA * value) / 100 : value;
  const rounding = basis === 'recording' ? 0 : ROUNDING * Math.max(valueA, valueB);
  const beyond = gate.sign * (valueB - valueA - limit) - error;
  if (!(beyond > rounding)) return [];
  const formatCalls = basis === 'recording' ? formatCount : formatMeanCount;
  const show =
    metric.unit === 'ns'
      ? timeText
      : (n: number): string => (metric.unit === 'bytes' ? formatBytes(n) : formatCalls(n, ','));
  // A ratio is the same on every basis.
  const perBasis = basis === 'recording' || per !== null ? '' : ` ${BASIS_TEXTS[basis]}`;
  const sentence =
    `${gate.text}: ${name === '' ? 'the recording as a whole' : name}: ${valueTitle(gate.value)} ${show(valueA)} -> ${show(valueB)}${perBasis} ` +
    `(${formatChange(valueA, valueB)}${error > 0 ? `, ± ${timeText(error)}` : ''})`;
  return [{ gate: gate.text, method: name, a: valueA, b: valueB, error, sentence }];
}

function numberOf(metric: Metric, { values }: Side): number {
  return ensure(values.get(metric), `a value of ${metric.id}`);
}

function dividedBy(per: Metric | null, side: Side): number {
  return per === null ? 1 : numberOf(per, side);
}

/** Bound of the error of the difference. What is summed up over calls has one for both sides together. */
function errorOf(
  metric: Metric,
  { a, b, totalErrorNs }: Subject,
  divisorA: number,
  divisorB: number,
  nsPerSample: SampleWeights | null,
): number {
  if (metric.isExact) return 0;
  const own = metric.sumOf ?? metric;
  if (own.id === SAMPLED_TIME && nsPerSample !== null)
    return changeErrorNs(numberOf(metric, a) / divisorA, numberOf(metric, b) / divisorB, {
      a: nsPerSample.a / divisorA,
      b: nsPerSample.b / divisorB,
    });
  // What was counted, or told by the JVM's events, has no part in the errors of charged times.
  if (own !== SELF_TIME) return 0;
  if (metric.sumOf !== null) return totalErrorNs / Math.min(divisorA, divisorB);
  return a.selfErrorNs / divisorA + b.selfErrorNs / divisorB;
}

/** Null for what is no metric and no ratio of two. */
function valueNamed(name: string): Value | null {
  try {
    return parseValue(RATIO_ALIASES[name] ?? name);
  } catch (thrown) {
    if (thrown instanceof SluiceError && thrown.code === 'usage') return null;
    throw thrown;
  }
}

function timeText(ns: number): string {
  return formatTime(ns).replaceAll(THIN_SPACE, ',');
}
