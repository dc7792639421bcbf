import type { ComparedSource } from '../analysis/comparedSource.ts';
import type { DiffNumbers } from '../analysis/diffNumbers.ts';
import { childIndex } from '../cct/childIndex.ts';
import { isUncertain } from '../cct/uncertain.ts';
import { diffRemarks } from './diffText.ts';
import { diffViewRows, wholeDiffView } from './diffView.ts';
import type { DiffView, DiffViewRows } from './diffView.ts';
import { gathered } from './gathered.ts';
import type { NamedRecording, RecordingDiff } from './recordingDiff.ts';
import { largestMade } from './shownRows.ts';
import { namedStep } from './viewJson.ts';

export const DIFF_VERSION = 1;

/**
 * Two recordings compared, as JSON for other programs, in pieces; the form is fixed: docs/formats.md. Times are whole ns.
 * No recursion and no object per node, as in reportJson.
 * @param extra fields that the caller adds at the top, e.g. the gates that failed
 */
export function diffJson(
  diff: RecordingDiff,
  extra: Readonly<Record<string, unknown>> = {},
): Generator<string> {
  return gathered(wholeParts(diff, extra));
}

function* wholeParts(diff: RecordingDiff, extra: Readonly<Record<string, unknown>>): Generator<string> {
  yield* headParts('sluice-diff', diff, extra);
  yield '\n"tree":';
  yield* nodeParts(diffViewRows(diff, wholeDiffView('tree')), null);
  yield ',\n"methods":[';
  yield* listParts(diffViewRows(diff, wholeDiffView('hot')));
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
  return gathered(viewParts(diff, view, top, extra));
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
  });
  const rows = diffViewRows(diff, view);
  if (kind === 'hot' || kind === 'threads') {
    yield '\n"rows":[';
    yield* listParts(rows);
    yield ']';
  } else {
    yield '\n"tree":';
    const { rows: source, numbers } = rows.source;
    const isMade = kind === 'callers';
    yield* nodeParts(rows, isMade ? largestMade(source, () => numbers.values('changed'), top) : null);
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
    remarks: diffRemarks(diff.a.snapshot, diff.b.snapshot),
    ...extra,
  });
  yield `${head.slice(0, -1)},`;
}

function sideOf({ name, snapshot, threads = 'all' }: NamedRecording): object {
  const { target, roots, scheme, clock, complete, losses, startedAtMs, durationMs } = snapshot;
  const only = threads === 'all' ? {} : { threads };
  return { file: name, ...only, target, roots, scheme, clock, complete, losses, startedAtMs, durationMs };
}

/**
 * In the order of the rows. The outermost node stands for all threads: its class, method and descriptor are empty.
 * @param shown NodeIndex -> 1 for what is written; null = all
 */
function* nodeParts({ source, fieldsOf }: DiffViewRows, shown: Uint8Array | null): Generator<string> {
  const { tree } = source.rows;
  const { start, children } = childIndex(tree);
  const next = start.slice(0, tree.length);
  const hasWritten = new Uint8Array(tree.length);
  const open = (node: number): string =>
    `{${node === 0 ? NO_NAMES : fieldsOf(tree.method[node])},${rowFields(source, node)},"children":[`;
  let node = 0;
  yield open(node);
  for (;;) {
    if (next[node] < start[node + 1]) {
      const child = children[next[node]++];
      if (shown !== null && shown[child] === 0) continue;
      const separator = hasWritten[node] === 0 ? '\n' : ',\n';
      hasWritten[node] = 1;
      node = child;
      yield separator + open(node);
    } else {
      yield ']}';
      if (node === 0) return;
      node = tree.parent[node];
    }
  }
}

const NO_NAMES = '"class":"","method":"","descriptor":""';

function* listParts({ source, fieldsOf }: DiffViewRows): Generator<string> {
  const { length, method } = source.rows.tree;
  for (let row = 1; row < length; row++) {
    yield `${row === 1 ? '\n' : ',\n'}{${fieldsOf(method[row])},${rowFields(source, row)}}`;
  }
}

function rowFields({ numbers }: ComparedSource, row: number): string {
  const { tree, causes } = numbers.rows;
  const { a, b } = tree;
  const timed = numbers.isCounted(row) ? ',"timed":false' : '';
  return (
    `"sides":"${numbers.sideOf(row)}","callsA":${a.calls[row]},"callsB":${b.calls[row]}` +
    `,"selfNsA":${Math.round(a.selfNs[row])},"selfNsB":${Math.round(b.selfNs[row])}` +
    `,"totalNsA":${Math.round(a.totalNs[row])},"totalNsB":${Math.round(b.totalNs[row])}` +
    `,"errorNsA":${Math.ceil(a.errorNs[row])},"errorNsB":${Math.ceil(b.errorNs[row])}` +
    `,"totalErrorNs":${Math.ceil(numbers.of('totalChangeError', row))}` +
    `,"selfByCallsNs":${Math.round(causes.selfByCallsNs[row])}` +
    `,"totalByCallsNs":${Math.round(causes.totalByCallsNs[row])}` +
    `,"changed":${Math.round(numbers.of('changed', row))}${timed}${uncertainFields(numbers, row)}`
  );
}

/** Of each side whose Self Time is no more than its error; only where it is true. */
function uncertainFields({ rows: { tree } }: DiffNumbers, row: number): string {
  const { a, b } = tree;
  const ofA = isUncertain(a.selfNs[row], a.errorNs[row]) ? ',"uncertainA":true' : '';
  return isUncertain(b.selfNs[row], b.errorNs[row]) ? `${ofA},"uncertainB":true` : ofA;
}
