import { ensure } from '../base/assert.ts';
import { LIVE_BYTES, LIVE_OBJECTS } from '../cct/liveTable.ts';
import { BASIS_TEXTS } from '../compare/comparisonBasis.ts';
import { madeByClass } from '../compare/madeByClass.ts';
import type { RecordingDiff } from '../compare/recordingDiff.ts';
import { formatChange } from '../naming/formatNumbers.ts';
import type { DataSet } from '../recording/dataSets/dataSet.ts';
import { LIVE_ERROR } from '../recording/sets/liveSets.ts';
import type { ClassPattern } from './classPattern.ts';
import { isBeyond, shownAs, type GateFailure } from './gate.ts';
import { OF_CLASSES, type TreeGate } from './treeGate.ts';

/**
 * What fails of the classes of which objects are made, whoever makes them. What neither side makes is zero on both, and so passes or
 * fails as one row.
 */
export function judgedClasses(
  diff: RecordingDiff,
  gate: TreeGate,
  made: ClassPattern,
): readonly GateFailure[] {
  const set = madeByClass(diff);
  const [names] = set.texts;
  const rows = names.texts.flatMap((name, row) => (made.matches(name) ? [row] : []));
  const { metric } = gate.value;
  const column = (side: 'A' | 'B'): Float64Array =>
    ensure(
      set.values.find(({ id }) => id === `${metric.id}${side}`),
      `${metric.id} by class`,
    ).values;
  const isMean = diff.basis !== 'recording';
  return (rows.length === 0 ? [NONE] : rows).flatMap((row) => {
    const a = row === NONE ? 0 : column('A')[row] / diff.units.a;
    const b = row === NONE ? 0 : column('B')[row] / diff.units.b;
    const error = row === NONE ? 0 : estimateError(set, row, metric.id, diff.units);
    if (!isBeyond(gate, { a, b, error, isMean })) return [];
    const show = shownAs(metric.unit, isMean);
    const perBasis = isMean ? ` ${BASIS_TEXTS[diff.basis]}` : '';
    const name = row === NONE ? made.text : names.texts[row];
    const title = metric.title.replace('Self ', '');
    const doubt = error > 0 ? `, ± ${show(error)}` : '';
    const sentence = `${gate.text}: of class ${name}: ${title} ${show(a)} -> ${show(b)}${perBasis} (${formatChange(a, b)}${doubt})`;
    return [{ gate: gate.text, method: '', made: name, a, b, error, sentence }];
  });
}

/** No row: neither side makes any. */
const NONE = -1;

/** What a gate on objects judges, as there are two kinds, and that there are none: a misspelt name is seen so. "" for other gates. */
export function judgedObjects(diff: RecordingDiff, { value, pattern, made }: TreeGate): string {
  if (made !== null) {
    const isMade = madeByClass(diff).texts[0].texts.some((name) => made.matches(name));
    const none = `: neither recording makes any; what its methods make is ${value.metric.id}:${made.text}::*`;
    return ` (objects of ${made.text}, whoever makes them)${isMade ? '' : none}`;
  }
  if (pattern === null || !OF_CLASSES.includes((value.metric.sumOf ?? value.metric).id)) return '';
  return ` (what methods of ${pattern.text} make)`;
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
