import { SluiceError } from '../../shared/base/errors.ts';
import { parseMethodPattern, type MethodPattern } from '../../shared/callgraph/methodPattern.ts';
import { formatChange } from '../../shared/report/diffText.ts';
import type { FlatRows } from '../../shared/rows/flatTree.ts';
import { BASIS_TEXTS, type ComparisonBasis } from '../../shared/compare/comparisonBasis.ts';
import { formatCount, formatMeanCount, formatTime, THIN_SPACE } from '../../shared/naming/formatNumbers.ts';
import { hotComparison } from '../../shared/compare/hotComparison.ts';
import { methodName } from '../../shared/naming/methodNames.ts';
import type { RecordingDiff } from '../../shared/compare/recordingDiff.ts';

type Metric = 'calls' | 'self' | 'total' | 'per-call';

/**
 * A condition under which a comparison fails:
 *
 *     METRIC [":" PATTERN] (">" | "<") LIMIT
 *
 *     METRIC   calls | self | total | per-call (self time of one call)
 *     PATTERN  a method pattern: every method that matches is judged by itself. Without one the recording is judged as a whole.
 *     LIMIT    what B - A may be at most (">") or at least ("<"): 10% of A, a time (500ns 20us 5ms 1s), or a number of calls;
 *              of all, of a root call or of a second, as the recordings are compared
 *
 * `calls>0%`, `calls:**>0`, `self:com.acme.Shop::order>10%`, `per-call:com.acme.**>1us`, `calls<-5%`.
 */
export interface DiffGate {
  readonly text: string;
  readonly metric: Metric;
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

const NS_OF_UNIT: Readonly<Record<string, number>> = { ns: 1, us: 1e3, µs: 1e3, ms: 1e6, s: 1e9 };
const REMEDY =
  "Write METRIC>LIMIT or METRIC:PATTERN>LIMIT, e.g. 'calls>0%', 'self:com.acme.Shop::order>10%', 'per-call:com.acme.**>1us'; " +
  'METRIC is calls, self, total or per-call; < instead of > fails what falls.';

/** @throws SluiceError 'usage' that says what is not understood */
export function parseDiffGate(text: string): DiffGate {
  const parts = /^\s*([a-z-]+)\s*(?::(.*?))?\s*([<>])\s*([+-]?\d+(?:\.\d+)?)\s*(%|[a-zµ]+)?\s*$/.exec(text);
  if (parts === null)
    throw new SluiceError('usage', `The gate ${JSON.stringify(text)} is not understood.`, REMEDY);
  const [, metric, pattern, operator, number, unit] = parts;
  const bad = (found: string): SluiceError =>
    new SluiceError('usage', `The gate ${JSON.stringify(text)}: ${found}.`, REMEDY);
  if (!isMetric(metric)) throw bad(`the metric ${JSON.stringify(metric)} is not known`);
  const isPercent = unit === '%';
  if (metric === 'calls' && unit !== undefined && !isPercent) throw bad(`calls are not measured in ${unit}`);
  if (metric !== 'calls' && !isPercent && NS_OF_UNIT[unit ?? ''] === undefined)
    throw bad(
      unit === undefined
        ? 'a time needs a unit or %: ns, us, ms, s'
        : `the unit ${JSON.stringify(unit)} is not known: ns, us, ms, s, %`,
    );
  if (metric === 'per-call' && pattern === undefined)
    throw bad('the time per call is that of a method: give a pattern');
  const parsed = pattern === undefined ? null : parseMethodPattern(pattern);
  if (parsed?.isExclusion) throw bad('a pattern that excludes names no method');
  return {
    text: text.trim(),
    metric,
    pattern: parsed,
    sign: operator === '>' ? 1 : -1,
    limit: { value: Number(number) * (isPercent ? 1 : (NS_OF_UNIT[unit ?? ''] ?? 1)), isPercent },
  };
}

/**
 * What fails, in the order of the gates. Calls are exact; a difference of times fails only by what is beyond the bound of its
 * error. That bound is of the measurement: how much a program varies from run to run it does not know.
 * @throws SluiceError 'usage' for a gate that can judge nothing: a pattern that matches no method, times without a clock
 */
export function judge(diff: RecordingDiff, gates: readonly DiffGate[]): readonly GateFailure[] {
  const subjects = methodSubjects(diff);
  return gates.flatMap((gate) => {
    if (gate.metric !== 'calls' && !diff.timed) {
      throw new SluiceError(
        'usage',
        `The gate ${JSON.stringify(gate.text)} judges times, and a recording has none (--clock none).`,
        'Judge calls, or record with a clock.',
      );
    }
    if (gate.pattern === null) return failureOf(gate, whole(subjects), diff.basis);
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
    return judged.flatMap((subject) => failureOf(gate, subject, diff.basis));
  });
}

/** What is judged: a method, or all together. */
interface Subject {
  readonly id: number;
  readonly name: string;
  readonly a: Numbers;
  readonly b: Numbers;
  /** Bound of the error of both totals together. */
  readonly totalErrorNs: number;
}

interface Numbers {
  readonly calls: number;
  readonly selfNs: number;
  readonly totalNs: number;
  readonly selfErrorNs: number;
}

function methodSubjects(diff: RecordingDiff): readonly Subject[] {
  const { table, columns } = hotComparison(diff.compared(), diff.methods, 'methods');
  const numbers = (side: FlatRows, row: number): Numbers => ({
    calls: side.calls[row],
    selfNs: side.selfNs[row],
    totalNs: side.totalNs[row],
    selfErrorNs: side.errorNs[row],
  });
  return Array.from(table.ids, (id, row) => ({
    id,
    name: methodName(diff.methods.get(id), 'long'),
    a: numbers(columns.a, row),
    b: numbers(columns.b, row),
    totalErrorNs: columns.totalErrorNs[row],
  }));
}

/** The recording as a whole: its total time is the sum of the self times. */
function whole(subjects: readonly Subject[]): Subject {
  const sumOf = (side: 'a' | 'b'): Numbers => {
    const sum = (of: (numbers: Numbers) => number): number =>
      subjects.reduce((total, subject) => total + of(subject[side]), 0);
    const selfNs = sum((numbers) => numbers.selfNs);
    return {
      calls: sum(({ calls }) => calls),
      selfNs,
      totalNs: selfNs,
      selfErrorNs: sum(({ selfErrorNs }) => selfErrorNs),
    };
  };
  const [a, b] = [sumOf('a'), sumOf('b')];
  return { id: -1, name: '', a, b, totalErrorNs: a.selfErrorNs + b.selfErrorNs };
}

/** Sums of quotients differ in their last digits where the sums do not. */
const ROUNDING = 1e-9;

function failureOf(gate: DiffGate, subject: Subject, basis: ComparisonBasis): GateFailure[] {
  const { name, a, b } = subject;
  // A method that only one side calls has no time per call to compare.
  if (gate.metric === 'per-call' && (a.calls === 0 || b.calls === 0)) return [];
  const [valueA, valueB] = [valueOf(gate.metric, a), valueOf(gate.metric, b)];
  const error = errorOf(gate.metric, subject);
  const { value, isPercent } = gate.limit;
  const limit = isPercent ? (valueA * value) / 100 : value;
  const rounding = basis === 'recording' ? 0 : ROUNDING * Math.max(valueA, valueB);
  const beyond = gate.sign * (valueB - valueA - limit) - error;
  if (!(beyond > rounding)) return [];
  const formatCalls = basis === 'recording' ? formatCount : formatMeanCount;
  const show = gate.metric === 'calls' ? (n: number): string => formatCalls(n, ',') : timeText;
  // The time of one call is that on every basis.
  const per = basis === 'recording' || gate.metric === 'per-call' ? '' : ` ${BASIS_TEXTS[basis]}`;
  const sentence =
    `${gate.text}: ${name === '' ? 'the recording as a whole' : name}: ${gate.metric} ${show(valueA)} -> ${show(valueB)}${per} ` +
    `(${formatChange(valueA, valueB)}${error > 0 ? `, ± ${timeText(error)}` : ''})`;
  return [{ gate: gate.text, method: name, a: valueA, b: valueB, error, sentence }];
}

function valueOf(metric: Metric, { calls, selfNs, totalNs }: Numbers): number {
  switch (metric) {
    case 'calls':
      return calls;
    case 'self':
      return selfNs;
    case 'total':
      return totalNs;
    case 'per-call':
      return selfNs / calls;
  }
}

/** Bound of the error of the difference. */
function errorOf(metric: Metric, { a, b, totalErrorNs }: Subject): number {
  switch (metric) {
    case 'calls':
      return 0;
    case 'self':
      return a.selfErrorNs + b.selfErrorNs;
    case 'total':
      return totalErrorNs;
    case 'per-call':
      return a.selfErrorNs / a.calls + b.selfErrorNs / b.calls;
  }
}

function isMetric(text: string): text is Metric {
  return ['calls', 'self', 'total', 'per-call'].includes(text);
}

function timeText(ns: number): string {
  return formatTime(ns).replaceAll(THIN_SPACE, ',');
}
