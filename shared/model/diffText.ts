import { SIDE } from '../analysis/diffTrees.ts';
import { subtreeSums } from '../cct/subtreeSums.ts';
import { isUncertain } from '../cct/uncertain.ts';
import type { ChosenThreads } from './chosenThreads.ts';
import { comparedMethods } from './comparedMethods.ts';
import { formatCount, formatTime, formatTimeIn, THIN_SPACE, timeUnitFor } from './formatNumbers.ts';
import type { NameStyle } from './methodNames.ts';
import { diffRecordings } from './recordingDiff.ts';
import type { RecordingDiff } from './recordingDiff.ts';
import { markedColumn } from './reportColumns.ts';
import { depthFirst, largestRows } from './shownRows.ts';
import type { Snapshot } from './snapshot.ts';
import { column, headLine, indented, maxOf, moreLine, rowCells, SEPARATOR, sumOf } from './textTable.ts';
import type { NumberColumn } from './textTable.ts';

export interface DiffTextOptions {
  readonly view: 'tree' | 'hot';
  /** At most so many rows, those that changed most; a row's callers are always among them. */
  readonly top: number;
  readonly names: NameStyle;
}

/** A recording and what the user calls it. */
export interface NamedRecording {
  readonly name: string;
  readonly snapshot: Snapshot;
  /** Those that are compared; without it all. */
  readonly threads?: ChosenThreads;
}

/** Two recordings compared, as a table for people, line by line: A before, B after, differences are B - A. */
export function* diffText(a: NamedRecording, b: NamedRecording, options: DiffTextOptions): Generator<string> {
  const diff = diffNamed(a, b);
  yield `A: ${describe(a)}`;
  yield `B: ${describe(b)}`;
  for (const remark of diffRemarks(a.snapshot, b.snapshot)) yield `Warning: ${remark}`;
  yield diff.timed
    ? 'Differences are B - A. By Calls: what more or fewer calls explain; By Time: what the time per call does. ± bounds the error, ~ marks what it is as large as.'
    : 'Differences are B - A. One of them has no clock: calls only.';
  yield '';
  yield* options.view === 'hot' ? hotLines(diff, options) : treeLines(diff, options);
}

/** The two compared, of each the threads chosen. */
export function diffNamed(a: NamedRecording, b: NamedRecording): RecordingDiff {
  return diffRecordings(a.snapshot, b.snapshot, { a: a.threads ?? 'all', b: b.threads ?? 'all' });
}

/** What makes two recordings hard to compare, a sentence each. */
export function diffRemarks(a: Snapshot, b: Snapshot): readonly string[] {
  const remarks: string[] = [];
  for (const [side, { complete, losses }] of [['A', a] as const, ['B', b] as const]) {
    if (!complete)
      remarks.push(
        `${side} is incomplete (${losses.join(', ') || 'calls were lost'}): its counts are lower bounds.`,
      );
  }
  const differ = (what: string, of: (snapshot: Snapshot) => unknown): void => {
    const [inA, inB] = [JSON.stringify(of(a)), JSON.stringify(of(b))];
    if (inA !== inB) remarks.push(`They were recorded with other ${what}: A ${inA}, B ${inB}.`);
  };
  differ('roots', ({ roots }) => roots);
  differ('filters', ({ filter }) => filter);
  differ('clocks', ({ clock }) => clock);
  differ('treatment of trivial methods', ({ countTrivial }) => (countTrivial ? 'counted' : 'timed'));
  differ('treatment of started threads', ({ followThreads }) =>
    followThreads ? 'followed' : 'not followed',
  );
  if (a.switches.length + b.switches.length > 0)
    remarks.push('Methods were switched off while one of them ran: their calls are missing there.');
  return remarks;
}

function threadsText({ threads }: Snapshot, chosen: readonly number[]): string {
  const names = threads.filter(({ id }) => chosen.includes(id)).map(({ name }) => name);
  return `${names.length === 1 ? 'thread' : 'threads'} ${names.join(', ')}`;
}

function describe({ name, snapshot, threads }: NamedRecording): string {
  const { target, startedAtMs, durationMs } = snapshot;
  const begun = new Date(startedAtMs).toISOString().replace('T', ' ').slice(0, 19);
  const of = threads && threads !== 'all' ? ` (${threadsText(snapshot, threads)})` : '';
  return `${name}${of}: ${target.mainClass}, Java ${target.javaVersion}, ${begun} UTC, ${formatTime(durationMs * 1e6)}`;
}

function* treeLines(diff: RecordingDiff, { top, names }: DiffTextOptions): Generator<string> {
  const { tree, causes, methods, timed } = diff;
  const { a, b, sides } = tree;
  const { parent } = a;
  const changeNs = subtreeSums(parent, changes(a.selfNs, b.selfNs));
  const changedCalls = subtreeSums(parent, changes(a.calls, b.calls));
  const weights = timed ? changeNs : changedCalls;
  const ranks = methods.nameRanks;
  const compare = (x: number, y: number): number =>
    weights[y] - weights[x] ||
    changedCalls[y] - changedCalls[x] ||
    ranks[a.method[x]] - ranks[a.method[y]] ||
    x - y;
  const errorNs = subtreeSums(parent, sums(a.errorNs, b.errorNs));
  const columns = numberColumns(
    timed,
    'Total',
    { ns: a.totalNs, calls: a.calls },
    { ns: b.totalNs, calls: b.calls },
    causes.totalByCallsNs,
    errorNs,
  );
  const nameOf = methods.namer(names);
  yield `${headLine(columns)}     Call Tree`;
  const shown = largestRows(weights, top);
  for (const { node, depth } of depthFirst(a, shown, compare)) {
    const mark = sides[node] === SIDE.onlyB ? 'new  ' : sides[node] === SIDE.onlyA ? 'gone ' : '     ';
    yield `${rowCells(columns, node)}  ${mark}${indented(nameOf(a.method[node]), depth)}`;
  }
  yield* moreLine(a.length - 1, sumOf(shown));
}

function* hotLines(diff: RecordingDiff, { top, names }: DiffTextOptions): Generator<string> {
  const { methods, timed } = diff;
  const { a, b, selfByCallsNs } = comparedMethods(diff);
  const changedCalls = changes(a.calls, b.calls);
  const weights = timed ? changes(a.selfNs, b.selfNs) : changedCalls;
  const ranks = methods.nameRanks;
  const rows = Int32Array.from({ length: a.length }, (_, row) => row).sort(
    (x, y) =>
      weights[y] - weights[x] || changedCalls[y] - changedCalls[x] || ranks[a.method[x]] - ranks[a.method[y]],
  );
  const columns = numberColumns(
    timed,
    'Self',
    { ns: a.selfNs, calls: a.calls },
    { ns: b.selfNs, calls: b.calls },
    selfByCallsNs,
    sums(a.errorNs, b.errorNs),
  );
  const nameOf = methods.namer(names);
  yield `${headLine(columns)}     Method`;
  for (const row of rows.subarray(0, top)) {
    const mark = a.calls[row] === 0 ? 'new  ' : b.calls[row] === 0 ? 'gone ' : '     ';
    yield `${rowCells(columns, row)}  ${mark}${nameOf(a.method[row])}`;
  }
  yield* moreLine(a.length, Math.min(top, a.length));
}

interface Side {
  readonly ns: Float64Array;
  readonly calls: Float64Array;
}

function numberColumns(
  timed: boolean,
  kind: 'Total' | 'Self',
  a: Side,
  b: Side,
  byCallsNs: Float64Array,
  errorNs: Float64Array,
): NumberColumn[] {
  const calls = [
    countColumn('Calls A', a.calls),
    countColumn('Calls B', b.calls),
    signedColumn('Δ Calls', differences(a.calls, b.calls), 0, (value) => formatCount(value, SEPARATOR)),
  ];
  if (!timed) return [...calls, percentColumn(a.calls, b.calls)];
  const differenceNs = differences(a.ns, b.ns);
  const unit = timeUnitFor(Math.max(maxOf(a.ns), maxOf(b.ns)));
  const time = (value: number): string => formatTimeIn(value, unit, SEPARATOR);
  const zeroNs = unit.ns / 2_000;
  const byTimeNs = differences(byCallsNs, differenceNs);
  const change = signedColumn(`Δ ${kind} [${unit.name}]`, differenceNs, zeroNs, time);
  return [
    markedColumn(change, widestSigned(differenceNs, zeroNs, time), (row) =>
      isUncertain(Math.abs(differenceNs[row]), errorNs[row]),
    ),
    percentColumn(a.ns, b.ns),
    column('±', 7, (row) => formatTime(errorNs[row]).replaceAll(THIN_SPACE, SEPARATOR)),
    signedColumn('By Calls', byCallsNs, zeroNs, time),
    signedColumn('By Time', byTimeNs, zeroNs, time),
    ...calls,
  ];
}

function countColumn(head: string, counts: Float64Array): NumberColumn {
  const text = (count: number): string => formatCount(count, SEPARATOR);
  return column(head, text(maxOf(counts)).length, (row) => text(counts[row]));
}

/** @param zero smaller values are shown without a sign: they are 0 in so many digits */
function signedColumn(
  head: string,
  values: Float64Array,
  zero: number,
  text: (value: number) => string,
): NumberColumn {
  return column(head, widestSigned(values, zero, text), (row) => signed(values[row], zero, text));
}

function signed(value: number, zero: number, text: (value: number) => string): string {
  return Math.abs(value) <= zero ? text(0) : `${value > 0 ? '+' : ''}${text(value)}`;
}

/** In characters. */
function widestSigned(values: Float64Array, zero: number, text: (value: number) => string): number {
  const least = values.reduce((a, b) => Math.min(a, b), 0);
  return Math.max(signed(maxOf(values), zero, text).length, signed(least, zero, text).length);
}

/** B against A; a dash where A has nothing. */
function percentColumn(a: Float64Array, b: Float64Array): NumberColumn {
  return column('Δ %', 9, (row) => formatChange(a[row], b[row]));
}

/** +12.3 %; new where there was nothing before, a factor from +1,000 % on. */
export function formatChange(a: number, b: number): string {
  if (a === b) return '0.0 %';
  if (a === 0) return 'new';
  const percent = (100 * (b - a)) / a;
  if (percent >= 1_000) return `x ${formatCount(b / a, SEPARATOR)}`;
  return `${percent > 0 ? '+' : ''}${percent.toFixed(1)} %`;
}

function differences(a: Float64Array, b: Float64Array): Float64Array {
  return b.map((value, row) => value - a[row]);
}

function changes(a: Float64Array, b: Float64Array): Float64Array {
  return b.map((value, row) => Math.abs(value - a[row]));
}

function sums(a: ArrayLike<number>, b: ArrayLike<number>): Float64Array {
  return Float64Array.from(b, (value, row) => value + a[row]);
}
