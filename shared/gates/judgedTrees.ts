import { ensure } from '../base/assert.ts';
import { UsageError } from '../base/errors.ts';
import { errorKind, errorOfAll, errorOfBoth, type ErrorKind } from '../cct/errorSums.ts';
import { BASIS_TEXTS } from '../compare/comparisonBasis.ts';
import { hotComparison } from '../compare/hotComparison.ts';
import { stableClassName } from '../compare/stableClassName.ts';
import type { MethodInfo } from '../naming/methodInfo.ts';
import type { RecordingDiff } from '../compare/recordingDiff.ts';
import { SAMPLED_TIME } from '../metrics/furtherMetrics.ts';
import { METRICS, SELF_TIME, type Metric } from '../metrics/metric.ts';
import { sampledChangeErrorNs } from '../metrics/sampledError.ts';
import { isTimed, valueTitle } from '../metrics/value.ts';
import { formatChange } from '../naming/formatNumbers.ts';
import { methodName } from '../naming/methodNames.ts';
import { isMeasured, measuredPairs } from '../recording/measuredPairs.ts';
import type { FlatRows } from '../rows/flatTree.ts';
import type { TreeGate } from './treeGate.ts';
import { isBeyond, shownAs, type GateFailure } from './gate.ts';
import { judgedClasses } from './judgedClasses.ts';

/**
 * What fails, in the order of the gates. Calls are exact; a difference of times fails only by what is beyond the bound of its
 * error. That bound is of the measurement: how much a program varies from run to run it does not know.
 * @throws SluiceError 'usage' for a gate that can judge nothing: a pattern that matches no method, times without a clock
 */
export function judgeTrees(diff: RecordingDiff, gates: readonly TreeGate[]): readonly GateFailure[] {
  const subjects = methodSubjects(diff);
  const formerNames = new Map(
    diff.renamed.map(({ before, after }) => [
      `${stableClassName(after.className)}\n${after.name}${after.descriptor}`,
      before,
    ]),
  );
  return gates.flatMap((gate) => {
    if (isTimed(gate.value) && !diff.timed) {
      throw new UsageError(
        `The gate ${JSON.stringify(gate.text)} judges times, and a recording has none (--clock none).`,
        'Judge calls, or record with a clock.',
      );
    }
    const { metric, per } = gate.value;
    for (const each of [metric, per])
      if (each !== null && !isMeasured(each, diff.pairs))
        throw new UsageError(
          `The gate ${JSON.stringify(gate.text)} judges ${each.unit}, and ${whyNotJudged(each, diff)}.`,
          'Record both with the same --metrics and --weights, or judge calls.',
        );
    if ((metric.sumOf ?? metric).unit === 'bytes') checkLayout(gate, diff);
    if (gate.made !== null) return judgedClasses(diff, gate, gate.made);
    if (gate.pattern === null) return failureOf(gate, whole(subjects), diff);
    const { pattern } = gate;
    const matches = ({ className, name, descriptor }: Omit<MethodInfo, 'root'>): boolean =>
      pattern.matchesMethod(className, name, descriptor);
    const judged = subjects.filter(({ id }) => {
      const method = diff.methods.get(id);
      const before = formerNames.get(`${method.className}\n${method.name}${method.descriptor}`);
      return matches(method) || (before !== undefined && matches(before));
    });
    if (judged.length === 0) {
      throw new UsageError(
        `The gate ${JSON.stringify(gate.text)}: ${pattern.text} matches no method that either recording calls.`,
        'See them with: sluice diff A B --view hot',
      );
    }
    return judged.flatMap((subject) => failureOf(gate, subject, diff));
  });
}

/** @throws SluiceError 'usage' where an object takes other bytes on either side, whatever the program does */
function checkLayout({ text }: TreeGate, { a, b }: RecordingDiff): void {
  const [before, after] = [a.snapshot.layout, b.snapshot.layout];
  if (before === undefined || after === undefined) return;
  const differing = (Object.keys(before) as (keyof typeof before)[]).filter(
    (key) => before[key] !== after[key],
  );
  if (differing.length === 0) return;
  const values = (of: typeof before): string => differing.map((key) => `${key} ${of[key]}`).join(', ');
  throw new UsageError(
    `The gate ${JSON.stringify(text)} judges bytes, and the JVMs lay objects out differently: A ${values(before)}; B ${values(after)}.`,
    'Judge objects or elements, or record both with one JDK, the same heap size and the same options.',
  );
}

function whyNotJudged({ id, sumOf }: Metric, { a, b }: RecordingDiff): string {
  const has = ({ snapshot }: RecordingDiff['a']): boolean =>
    measuredPairs(snapshot).some((pair) => pair.id === (sumOf?.id ?? id));
  return has(a) && has(b) ? 'the recordings weigh them differently' : 'not both recordings have them';
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

interface Side extends ErrorKind {
  readonly values: ReadonlyMap<Metric, number>;
  readonly selfErrorNs: number;
}

function methodSubjects(diff: RecordingDiff): readonly Subject[] {
  const { table, columns } = hotComparison(diff.compared(), diff.methods, 'methods');
  const sideOf = (side: FlatRows, row: number): Side => ({
    values: new Map(METRICS.map((metric) => [metric, metric.valuesOf(side)[row]])),
    selfErrorNs: side.errorNs[row],
    ...errorKind(side),
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
    const kind = errorKind(subjects.at(0)?.[side] ?? {});
    const sum = (of: (of: Side) => number): number =>
      subjects.reduce((total, subject) => total + of(subject[side]), 0);
    return {
      values: new Map(METRICS.map((metric) => [metric, sum((of) => numberOf(metric.sumOf ?? metric, of))])),
      selfErrorNs: errorOfAll({ ...kind, errorNs: subjects.map((subject) => subject[side].selfErrorNs) }),
      ...kind,
    };
  };
  const [a, b] = [together('a'), together('b')];
  return { id: -1, name: '', a, b, totalErrorNs: errorOfBoth(a, b, a.selfErrorNs, b.selfErrorNs) };
}

function failureOf(gate: TreeGate, subject: Subject, { basis }: Pick<RecordingDiff, 'basis'>): GateFailure[] {
  const { name, a, b } = subject;
  const { metric, per } = gate.value;
  const [divisorA, divisorB] = [dividedBy(per, a), dividedBy(per, b)];
  // A method that only one side calls has no time per call to compare.
  if (divisorA === 0 || divisorB === 0) return [];
  const [valueA, valueB] = [numberOf(metric, a) / divisorA, numberOf(metric, b) / divisorB];
  const error = errorOf(metric, subject, divisorA, divisorB);
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
): number {
  // What was counted by whole blocks is too many on either side, never too few.
  if (metric.error !== null)
    return Math.max(numberOf(metric.error, a) / divisorA, numberOf(metric.error, b) / divisorB);
  if (metric.isExact) return 0;
  const own = metric.sumOf ?? metric;
  if (own.id === SAMPLED_TIME && a.nsPerSample !== undefined && b.nsPerSample !== undefined)
    return sampledChangeErrorNs(
      ...([numberOf(metric, a) / divisorA, numberOf(metric, b) / divisorB] as const),
      { nsPerSample: a.nsPerSample / divisorA },
      { nsPerSample: b.nsPerSample / divisorB },
    );
  // What was counted, or told by the JVM's events, has no part in the errors of charged times.
  if (own !== SELF_TIME) return 0;
  if (metric.sumOf !== null) return totalErrorNs / Math.min(divisorA, divisorB);
  return errorOfBoth(a, b, a.selfErrorNs / divisorA, b.selfErrorNs / divisorB);
}
