import type { ComparedSource } from '../analysis/comparedSource.ts';
import type { DiffNumbers } from '../analysis/diffNumbers.ts';
import { isUncertain } from '../cct/uncertain.ts';
import { comparisonRemarks } from './diffRemarks.ts';
import { diffViewRows, wholeDiffView, type DiffView, type DiffViewRows } from './diffView.ts';
import { changesOf, comparedFields, sidesOf } from './furtherNumbers.ts';
import { jsonNodes, jsonRows } from './jsonNodes.ts';
import { gatheredJson } from './gathered.ts';
import type { NamedRecording, RecordingDiff } from '../compare/recordingDiff.ts';
import { largestMade } from '../rows/shownRows.ts';
import { isListView } from '../rows/views.ts';
import { valueId } from '../metrics/value.ts';
import { namedStep } from './viewJson.ts';

export const DIFF_VERSION = 2;

/**
 * Two recordings compared, as JSON for other programs, in pieces; the form is fixed: docs/formats.md. Times are whole ns.
 * No recursion and no object per node, as in reportJson.
 * @param extra fields that the caller adds at the top, e.g. the gates that failed
 */
export function diffJson(
  diff: RecordingDiff,
  extra: Readonly<Record<string, unknown>> = {},
): Generator<string> {
  return gatheredJson(wholeParts(diff, extra));
}

function* wholeParts(diff: RecordingDiff, extra: Readonly<Record<string, unknown>>): Generator<string> {
  yield* headParts('sluice-diff', diff, extra);
  yield '\n"tree":';
  yield* nodeParts(diffViewRows(diff, wholeDiffView('tree')), null, diff);
  yield ',\n"methods":[';
  yield* listParts(diffViewRows(diff, wholeDiffView('hot')), diff);
  yield ']}\n';
}

/**
 * One view of two recordings, in the same way. Rows of lists come in the order of their names.
 * @param top as many callers, those that changed most; of the other views all rows are written
 */
export function diffViewJson(
  diff: RecordingDiff,
  view: DiffView,
  top: number | null,
  extra: Readonly<Record<string, unknown>> = {},
): Generator<string> {
  return gatheredJson(viewParts(diff, view, top, extra));
}

function* viewParts(
  diff: RecordingDiff,
  view: DiffView,
  top: number | null,
  extra: Readonly<Record<string, unknown>>,
): Generator<string> {
  const { kind, by, methods, steps, filter } = view;
  const nameOf = diff.methods.namer('long');
  yield* headParts('sluice-diff-view', diff, {
    ...extra,
    view: kind,
    by: kind === 'hot' ? by : undefined,
    methods: kind === 'callers' || kind === 'callees' ? methods.map(nameOf) : undefined,
    steps: steps.map((step) => namedStep(step, nameOf)),
    filter,
    value: view.value === null ? undefined : valueId(view.value),
  });
  const rows = diffViewRows(diff, view);
  if (isListView(kind)) {
    yield '\n"rows":[';
    yield* listParts(rows, diff);
    yield ']';
  } else {
    yield '\n"tree":';
    const { rows: source, numbers } = rows.source;
    const isMade = kind === 'callers';
    const weights = (): Float64Array => {
      const { a, b } = numbers.rows.tree;
      return view.value === null ? numbers.values('changed') : changesOf(view.value, a, b, a.parent).weights;
    };
    const shown = isMade ? largestMade(source, weights, top) : null;
    yield* nodeParts(rows, shown, diff);
  }
  yield '}\n';
}

function* headParts(
  format: string,
  diff: RecordingDiff,
  extra: Readonly<Record<string, unknown>>,
): Generator<string> {
  const head = JSON.stringify({
    format,
    version: DIFF_VERSION,
    a: sideOf(diff.a),
    b: sideOf(diff.b),
    timed: diff.timed,
    per: { basis: diff.basis, unitsA: diff.units.a, unitsB: diff.units.b },
    remarks: comparisonRemarks(diff),
    ...extra,
  });
  yield `${head.slice(0, -1)},`;
}

function sideOf({ name, snapshot, threads = 'all' }: NamedRecording): object {
  const { target, roots, groups, scheme, clock, complete, losses, startedAtMs, durationMs } = snapshot;
  const only = threads === 'all' ? {} : { threads };
  const recorded = { target, roots, groups, scheme, clock, complete, losses, startedAtMs, durationMs };
  return { file: name, ...only, ...recorded };
}

/**
 * In the order of the rows. The outermost node stands for all threads: its class, method and descriptor are empty.
 * @param shown NodeIndex -> 1 for what is written; null = all
 */
function nodeParts(
  { source, fieldsOf }: DiffViewRows,
  shown: Uint8Array | null,
  diff: RecordingDiff,
): Generator<string> {
  const { tree } = source.rows;
  const numbersOf = rowFieldsOf(source, diff);
  const namesOf = (node: number): string => (node === 0 ? NO_NAMES : fieldsOf(tree.method[node]));
  return jsonNodes({
    ...{ tree, shown, compare: null, form: 'nested' },
    fieldsOf: (node) => `${namesOf(node)},${numbersOf(node)}`,
  });
}

const NO_NAMES = '"class":"","method":"","descriptor":""';

function listParts({ source, fieldsOf }: DiffViewRows, diff: RecordingDiff): Generator<string> {
  const { length, method } = source.rows.tree;
  const numbersOf = rowFieldsOf(source, diff);
  const rows = Int32Array.from({ length: length - 1 }, (_, i) => i + 1);
  return jsonRows(rows, (row) => `${fieldsOf(method[row])},${numbersOf(row)}`);
}

/** How numbers are written: those as recorded as whole ns and calls, others with twelve digits. */
interface Digits {
  readonly near: (value: number) => number;
  /** Of a bound. */
  readonly up: (value: number) => number;
}

function digitsOf(basis: RecordingDiff['basis']): Digits {
  const twelve = (value: number): number => Number(value.toPrecision(12));
  return basis === 'recording' ? { near: Math.round, up: Math.ceil } : { near: twelve, up: twelve };
}

/** Of rows that have all been made. */
function rowFieldsOf(
  { numbers }: ComparedSource,
  { pairs, basis }: Pick<RecordingDiff, 'pairs' | 'basis'>,
): (row: number) => string {
  const digits = digitsOf(basis);
  const further = comparedFields(pairs, sidesOf(numbers), digits.near);
  return (row) => rowFields(numbers, row, digits) + further(row);
}

function rowFields(numbers: DiffNumbers, row: number, { near, up }: Digits): string {
  const { tree, causes } = numbers.rows;
  const { a, b } = tree;
  const timed = numbers.isCounted(row) ? ',"timed":false' : '';
  return (
    `"sides":"${numbers.sideOf(row)}","callsA":${near(a.calls[row])},"callsB":${near(b.calls[row])}` +
    `,"selfNsA":${near(a.selfNs[row])},"selfNsB":${near(b.selfNs[row])}` +
    `,"totalNsA":${near(a.totalNs[row])},"totalNsB":${near(b.totalNs[row])}` +
    `,"errorNsA":${up(a.errorNs[row])},"errorNsB":${up(b.errorNs[row])}` +
    `,"totalErrorNs":${up(numbers.of('totalChangeError', row))}` +
    `,"selfByCallsNs":${near(causes.selfByCallsNs[row])}` +
    `,"totalByCallsNs":${near(causes.totalByCallsNs[row])}` +
    `,"changed":${near(numbers.of('changed', row))}${timed}${uncertainFields(numbers, row)}`
  );
}

/** Of each side whose Self Time is no more than its error; only where it is true. */
function uncertainFields({ rows: { tree } }: DiffNumbers, row: number): string {
  const { a, b } = tree;
  const ofA = isUncertain(a.selfNs[row], a.errorNs[row]) ? ',"uncertainA":true' : '';
  return isUncertain(b.selfNs[row], b.errorNs[row]) ? `${ofA},"uncertainB":true` : ofA;
}
