import { ensure } from '../../shared/base/assert.ts';
import { SluiceError } from '../../shared/base/errors.ts';
import { parseMethodPattern, type MethodPattern } from '../../shared/callgraph/methodPattern.ts';
import { LIVE_BYTES, LIVE_OBJECTS } from '../../shared/cct/liveTable.ts';
import { BYTES, ELEMENTS, OBJECTS } from '../../shared/cct/madeColumns.ts';
import { BASIS_TEXTS } from '../../shared/compare/comparisonBasis.ts';
import { hotComparison } from '../../shared/compare/hotComparison.ts';
import { madeByClass } from '../../shared/compare/madeByClass.ts';
import type { RecordingDiff, SampleWeights } from '../../shared/compare/recordingDiff.ts';
import { SAMPLED_TIME } from '../../shared/metrics/furtherMetrics.ts';
import { CALLS, METRICS, SELF_TIME, type Metric } from '../../shared/metrics/metric.ts';
import { isTimed, parseValue, valueId, valueTitle, type Value } from '../../shared/metrics/value.ts';
import { formatChange } from '../../shared/naming/formatNumbers.ts';
import { methodName } from '../../shared/naming/methodNames.ts';
import type { DataSet } from '../../shared/recording/dataSet.ts';
import { LIVE_ERROR } from '../../shared/recording/liveSets.ts';
import { changeErrorNs } from '../../shared/report/furtherNumbers.ts';
import { isMeasured } from '../../shared/recording/measuredPairs.ts';
import type { FlatRows } from '../../shared/rows/flatTree.ts';
import { parseClassPattern, type ClassPattern } from './classPattern.ts';
import { isBeyond, limitOf, shownAs, splitGate, type GateFailure, type GateLimit } from './gateText.ts';

/** A condition under which a comparison of call trees fails: gateText.ts has its grammar. */
export interface DiffGate {
  readonly text: string;
  readonly value: Value;
  /** Each method that matches, or each class of which objects are made; null: the recording as a whole. */
  readonly pattern: MethodPattern | null;
  readonly made: ClassPattern | null;
  readonly sign: 1 | -1;
  readonly limit: GateLimit;
}

/** What is told of the classes that are made, too. */
const OF_CLASSES: readonly string[] = [OBJECTS, ELEMENTS, BYTES, LIVE_OBJECTS, LIVE_BYTES];
/** Before a pattern of classes that are made. */
const NEW = /^new\s+/;
/** Names of earlier releases for a ratio. */
const RATIO_ALIASES: Readonly<Record<string, string>> = {
  'per-call': valueId({ metric: SELF_TIME, per: CALLS }),
};

/** @throws SluiceError 'usage' that says what is not understood */
export function parseDiffGate(text: string): DiffGate {
  const parts = splitGate(text);
  const { bad, subject, sign } = parts;
  const value = valueNamed(parts.metric);
  if (value === null) throw bad(`the metric ${JSON.stringify(parts.metric)} is not known`);
  if (value.per?.isExact === false)
    throw bad(`${value.per.id} is not exact, so nothing can be judged per it`);
  if (value.per !== null && subject === null)
    throw bad(`${parts.metric} is that of a method: give a pattern`);
  const made = subject === null ? null : madeBy(subject, value, bad);
  const pattern = subject === null || made !== null ? null : parseMethodPattern(subject);
  if (pattern?.isExclusion) throw bad('a pattern that excludes names no method');
  return {
    text: parts.text,
    value,
    pattern,
    made,
    sign,
    limit: limitOf(parts, value.metric.unit, value.metric.id),
  };
}

/**
 * Classes of which objects are made: behind "new", and where a class is named of which all methods were meant otherwise.
 *
 *     objects:com.acme.Cart>0        Carts, whoever makes them
 *     objects:com.acme.Cart::*>0     what the methods of Cart make
 *     objects:new com.acme.**>0      objects of all classes there
 *     objects:com.acme.**>0          what methods of all classes there make
 */
function madeBy(
  subject: string,
  { metric, per }: Value,
  bad: (found: string) => SluiceError,
): ClassPattern | null {
  const isOfClasses = OF_CLASSES.includes(metric.id) && per === null;
  if (NEW.test(subject)) {
    if (isOfClasses) return parseClassPattern(subject.replace(NEW, ''));
    throw bad(`"new" names classes that are made, and of these only ${OF_CLASSES.join(', ')} are judged`);
  }
  const isClass = isOfClasses && !/[*!]|::|^re:/.test(subject);
  return isClass ? parseClassPattern(subject) : null;
}

/** What a gate on objects judges, as there are two kinds; "" for all others. */
export function meaningOf({ value, pattern, made }: DiffGate): string {
  if (made !== null) return ` (objects of ${made.text}, whoever makes them)`;
  if (pattern === null || !OF_CLASSES.includes((value.metric.sumOf ?? value.metric).id)) return '';
  return ` (what methods of ${pattern.text} make)`;
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
    if (gate.made !== null) return judgedClasses(diff, gate, gate.made);
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

/** @throws SluiceError 'usage' where nobody makes any, with what else may have been meant */
function judgedClasses(diff: RecordingDiff, gate: DiffGate, made: ClassPattern): readonly GateFailure[] {
  const set = madeByClass(diff);
  const [names] = set.texts;
  const rows = names.texts.flatMap((name, row) => (made.matches(name) ? [row] : []));
  if (rows.length === 0)
    throw new SluiceError(
      'usage',
      `The gate ${JSON.stringify(gate.text)}: of ${made.text} neither recording makes objects.`,
      `See what is made with: sluice diff A B --view made. What methods of it make is ${gate.value.metric.id}:${made.text}::*`,
    );
  const { metric } = gate.value;
  const column = (side: 'A' | 'B'): Float64Array =>
    ensure(
      set.values.find(({ id }) => id === `${metric.id}${side}`),
      `${metric.id} by class`,
    ).values;
  return rows.flatMap((row) => {
    const isMean = diff.basis !== 'recording';
    const a = column('A')[row] / diff.units.a;
    const b = column('B')[row] / diff.units.b;
    const error = estimateError(set, row, metric.id, diff.units);
    if (!isBeyond(gate, { a, b, error, isMean })) return [];
    const show = shownAs(metric.unit, isMean);
    const perBasis = isMean ? ` ${BASIS_TEXTS[diff.basis]}` : '';
    const name = names.texts[row];
    const title = metric.title.replace('Self ', '');
    const doubt = error > 0 ? `, ± ${show(error)}` : '';
    const sentence = `${gate.text}: of class ${name}: ${title} ${show(a)} -> ${show(b)}${perBasis} (${formatChange(a, b)}${doubt})`;
    return [{ gate: gate.text, method: '', made: name, a, b, error, sentence }];
  });
}

/** Two standard errors: what is estimated does not fail for less. */
const SURE = 2;

/** Of the difference between A and B of a class; 0 where all its objects are followed. */
function estimateError(
  { values }: DataSet,
  row: number,
  metric: string,
  units: { readonly a: number; readonly b: number },
): number {
  if (metric !== LIVE_OBJECTS && metric !== LIVE_BYTES) return 0;
  const of = (id: string): number => values.find((column) => column.id === id)?.values[row] ?? 0;
  const ofSide = (side: 'A' | 'B', unit: number): number => {
    const bytes = of(`${LIVE_BYTES}${side}`);
    const share = metric === LIVE_BYTES || bytes === 0 ? 1 : of(`${LIVE_OBJECTS}${side}`) / bytes;
    return (of(`${LIVE_ERROR}${side}`) * share) / unit;
  };
  return SURE * Math.hypot(ofSide('A', units.a), ofSide('B', units.b));
}

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
  if (!isBeyond(gate, { a: valueA, b: valueB, error, isMean: basis !== 'recording' })) return [];
  const show = shownAs(metric.unit, basis !== 'recording');
  // A ratio is the same on every basis.
  const perBasis = basis === 'recording' || per !== null ? '' : ` ${BASIS_TEXTS[basis]}`;
  const sentence =
    `${gate.text}: ${name === '' ? 'the recording as a whole' : name}: ${valueTitle(gate.value)} ${show(valueA)} -> ${show(valueB)}${perBasis} ` +
    `(${formatChange(valueA, valueB)}${error > 0 ? `, ± ${shownAs(metric.unit, false)(error)}` : ''})`;
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
  // What was counted by whole blocks is too many on either side, never too few.
  if (metric.error !== null)
    return Math.max(numberOf(metric.error, a) / divisorA, numberOf(metric.error, b) / divisorB);
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
