import { SIDE } from '../analysis/diffTrees.ts';
import { childIndex } from '../cct/childIndex.ts';
import type { ExactTree } from '../cct/cctTable.ts';
import { isUncertain } from '../cct/uncertain.ts';
import { comparedMethods } from './comparedMethods.ts';
import type { MethodTable } from './methodTable.ts';
import type { RecordingDiff } from './recordingDiff.ts';
import { diffNamed, diffRemarks } from './diffText.ts';
import type { NamedRecording } from './diffText.ts';

export const DIFF_VERSION = 1;

const SIDE_NAMES = { [SIDE.onlyA]: 'a', [SIDE.onlyB]: 'b', [SIDE.both]: 'both' } as const;

/**
 * Two recordings compared, as JSON for other programs, in pieces; the form is fixed: docs/formats.md. Times are whole ns.
 * No recursion and no object per node, as in reportJson.
 * @param extra fields that the caller adds at the top, e.g. the gates that failed
 */
export function* diffJson(
  a: NamedRecording,
  b: NamedRecording,
  extra: Readonly<Record<string, unknown>> = {},
): Generator<string> {
  const diff = diffNamed(a, b);
  const head = JSON.stringify({
    format: 'sluice-diff',
    version: DIFF_VERSION,
    a: sideOf(a),
    b: sideOf(b),
    timed: diff.timed,
    remarks: diffRemarks(a.snapshot, b.snapshot),
    ...extra,
  });
  yield `${head.slice(0, -1)},\n"tree":`;
  yield* nodeParts(diff);
  yield ',\n"methods":[';
  yield* methodParts(diff);
  yield ']}\n';
}

function sideOf({ name, snapshot, threads }: NamedRecording): object {
  const { target, roots, scheme, clock, complete, losses, startedAtMs, durationMs } = snapshot;
  const only = threads === undefined || threads === 'all' ? {} : { threads };
  return { file: name, ...only, target, roots, scheme, clock, complete, losses, startedAtMs, durationMs };
}

/** In the order of the rows. The outermost node stands for all threads: its class, method and descriptor are empty. */
function* nodeParts({ tree, causes, methods }: RecordingDiff): Generator<string> {
  const { a, b, sides } = tree;
  const { start, children } = childIndex(a);
  const next = start.slice(0, a.length);
  const open = (node: number): string => {
    const timed = (a.counted[node] | b.counted[node]) === 1 ? ',"timed":false' : '';
    return (
      `{${node === 0 ? NO_NAMES : namesOf(methods, a.method[node])},"sides":"${SIDE_NAMES[sides[node] as 1 | 2 | 3]}"` +
      `,"callsA":${a.calls[node]},"callsB":${b.calls[node]}` +
      `,"selfNsA":${Math.round(a.selfNs[node])},"selfNsB":${Math.round(b.selfNs[node])}` +
      `,"totalNsA":${Math.round(a.totalNs[node])},"totalNsB":${Math.round(b.totalNs[node])}` +
      `,"errorNsA":${Math.ceil(a.errorNs[node])},"errorNsB":${Math.ceil(b.errorNs[node])}` +
      `,"selfByCallsNs":${Math.round(causes.selfByCallsNs[node])}` +
      `,"totalByCallsNs":${Math.round(causes.totalByCallsNs[node])}${timed}${uncertainFields(a, b, node)},"children":[`
    );
  };
  let node = 0;
  yield open(node);
  for (;;) {
    if (next[node] < start[node + 1]) {
      const separator = next[node] === start[node] ? '\n' : ',\n';
      node = children[next[node]++];
      yield separator + open(node);
    } else {
      yield ']}';
      if (node === 0) return;
      node = a.parent[node];
    }
  }
}

const NO_NAMES = '"class":"","method":"","descriptor":""';

function* methodParts(diff: RecordingDiff): Generator<string> {
  const { a, b, selfByCallsNs } = comparedMethods(diff);
  for (let row = 0; row < a.length; row++) {
    const timed = (a.counted[row] | b.counted[row]) === 1 ? ',"timed":false' : '';
    yield (
      (row === 0 ? '\n' : ',\n') +
      `{${namesOf(diff.methods, a.method[row])},"callsA":${a.calls[row]},"callsB":${b.calls[row]}` +
      `,"selfNsA":${Math.round(a.selfNs[row])},"selfNsB":${Math.round(b.selfNs[row])}` +
      `,"totalNsA":${Math.round(a.totalNs[row])},"totalNsB":${Math.round(b.totalNs[row])}` +
      `,"errorNsA":${Math.ceil(a.errorNs[row])},"errorNsB":${Math.ceil(b.errorNs[row])}` +
      `,"selfByCallsNs":${Math.round(selfByCallsNs[row])}${timed}${uncertainFields(a, b, row)}}`
    );
  }
}

type Times = Pick<ExactTree, 'selfNs' | 'errorNs'>;

/** Of each side whose Self Time is no more than its error; only where it is true. */
function uncertainFields(a: Times, b: Times, row: number): string {
  const ofA = isUncertain(a.selfNs[row], a.errorNs[row]) ? ',"uncertainA":true' : '';
  return isUncertain(b.selfNs[row], b.errorNs[row]) ? `${ofA},"uncertainB":true` : ofA;
}

function namesOf(methods: MethodTable, id: number): string {
  const { className, name, descriptor } = methods.get(id);
  return JSON.stringify({ class: className, method: name, descriptor }).slice(1, -1);
}
