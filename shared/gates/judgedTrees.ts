import { UsageError } from '../base/errors.ts';
import { sumOf } from '../base/sumOf.ts';
import { errorKind, errorOfAll, errorOfBoth } from '../cct/errorSums.ts';
import { selvesOf } from '../cct/metricColumns.ts';
import type { ComparedColumns } from '../compare/comparedList.ts';
import { BASIS_TEXTS } from '../compare/comparisonBasis.ts';
import { hotComparison } from '../compare/hotComparison.ts';
import { stableClassName } from '../compare/stableClassName.ts';
import type { MethodInfo } from '../naming/methodInfo.ts';
import type { RecordingDiff } from '../compare/recordingDiff.ts';
import type { MeasuredRows, MeasuredSides } from '../metrics/measuredRows.ts';
import type { Metric } from '../metrics/metric.ts';
import { isTimed, valueTitle } from '../metrics/value.ts';
import { formatChange } from '../naming/formatNumbers.ts';
import { methodName } from '../naming/methodNames.ts';
import { isMeasured, measuredPairs } from '../recording/measuredPairs.ts';
import type { TreeGate } from './treeGate.ts';
import { isBeyond, shownAs, type GateFailure } from './gate.ts';
import { judgedClasses } from './judgedClasses.ts';

/**
 * What fails, in the order of the gates. Calls are exact; a difference of times fails only by what is beyond the bound of its
 * error. That bound is of the measurement: how much a program varies from run to run it does not know.
 * @throws SluiceError 'usage' for a gate that can judge nothing: a pattern that matches no method, times without a clock
 */
export function judgeTrees(diff: RecordingDiff, gates: readonly TreeGate[]): readonly GateFailure[] {
  const { table, columns } = hotComparison(diff.compared(), diff.methods, 'methods');
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
    if (gate.pattern === null) return judgeOf(gate, wholeOf(columns), diff)(0, '');
    const { pattern } = gate;
    const matches = ({ className, name, descriptor }: Omit<MethodInfo, 'root'>): boolean =>
      pattern.matchesMethod(className, name, descriptor);
    const judged = [...table.ids.keys()].filter((row) => {
      const method = diff.methods.get(table.ids[row]);
      const before = formerNames.get(`${method.className}\n${method.name}${method.descriptor}`);
      return matches(method) || (before !== undefined && matches(before));
    });
    if (judged.length === 0) {
      throw new UsageError(
        `The gate ${JSON.stringify(gate.text)}: ${pattern.text} matches no method that either recording calls.`,
        'See them with: sluice diff A B --view hot',
      );
    }
    const judge = judgeOf(gate, columns, diff);
    return judged.flatMap((row) => judge(row, methodName(diff.methods.get(table.ids[row]), 'long')));
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

/** The recording as a whole, in one row: its total time is the sum of the self times, and so on. */
function wholeOf(columns: ComparedColumns): MeasuredSides {
  const [a, b] = [columns.a, columns.b].map((rows): MeasuredRows => {
    const sum = (column: Float64Array): Float64Array => Float64Array.of(sumOf(column));
    const selfNs = sum(rows.selfNs);
    const further = Array.from(selvesOf(rows.metrics) ?? [], ([id, column]) => {
      const self = sum(column);
      return [id, { self, total: self }] as const;
    });
    return {
      ...errorKind(rows),
      ...{ calls: sum(rows.calls), selfNs, totalNs: selfNs, errorNs: [errorOfAll(rows)] },
      metrics: new Map(further),
    };
  });
  return { a, b, totalErrorNs: [errorOfBoth(a, b, a.errorNs[0], b.errorNs[0])] };
}

/** Row and its name, "" for the whole -> why it fails. */
function judgeOf(
  gate: TreeGate,
  sides: MeasuredSides,
  { basis }: Pick<RecordingDiff, 'basis'>,
): (row: number, name: string) => GateFailure[] {
  const { metric, per } = gate.value;
  const [ofA, ofB] = [metric.valuesOf(sides.a), metric.valuesOf(sides.b)];
  const [divisorsA, divisorsB] = [per?.valuesOf(sides.a), per?.valuesOf(sides.b)];
  const errorOf = metric.error.ofChange(sides);
  const show = shownAs(metric.unit, basis !== 'recording');
  // A ratio is the same on every basis.
  const perBasis = basis === 'recording' || per !== null ? '' : ` ${BASIS_TEXTS[basis]}`;
  return (row, name) => {
    const [perA, perB] = [divisorsA?.[row] ?? 1, divisorsB?.[row] ?? 1];
    // A method that only one side calls has no time per call to compare.
    if (perA === 0 || perB === 0) return [];
    const [a, b] = [ofA[row] / perA, ofB[row] / perB];
    const error = errorOf?.(row, perA, perB) ?? 0;
    if (!isBeyond(gate, { a, b, error, isMean: basis !== 'recording' })) return [];
    const sentence =
      `${gate.text}: ${name === '' ? 'the recording as a whole' : name}: ${valueTitle(gate.value)} ${show(a)} -> ${show(b)}${perBasis} ` +
      `(${formatChange(a, b)}${error > 0 ? `, ± ${shownAs(metric.unit, false)(error)}` : ''})`;
    return [{ gate: gate.text, method: name, a, b, error, sentence }];
  };
}
