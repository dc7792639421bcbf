import { subtreeSums } from '../cct/subtreeSums.ts';
import { THIN_SPACE, formatCount, formatPercent, formatTime } from './formatNumbers.ts';
import {
  instrumentationByClass,
  instrumentationByReason,
  instrumentedPerCalled,
  REASON_TITLE,
  SCHEME_TITLE,
  type ReasonInstrumentation,
} from './instrumentation.ts';
import type { NameStyle } from './methodNames.ts';
import { switchText } from './methodSwitch.ts';
import { overheadLines } from './overheadText.ts';
import { filterText } from './recordedFilter.ts';
import { recordingResults } from './recordingResults.ts';
import type { RecordingResults } from './recordingResults.ts';
import { depthFirst, largestRows } from './shownRows.ts';
import type { Snapshot } from './snapshot.ts';
import { defaultOrder, rowComparator } from './sortOrder.ts';
import {
  column,
  headLine,
  indented,
  maxOf,
  moreLine,
  NO_TIME,
  rowCells,
  SEPARATOR,
  sumOf,
  timeColumn,
  whereTimed,
} from './textTable.ts';
import type { NumberColumn } from './textTable.ts';

export interface ReportTextOptions {
  readonly view: 'tree' | 'hot' | 'instrumentation' | 'overhead';
  /** At most so many rows of each table, the largest ones; a row's callers are always among them. null = all. */
  readonly top: number | null;
  readonly names: NameStyle;
}

/** A recording as a table for people, line by line. It names the clock and what percentages are of. */
export function* reportText(snapshot: Snapshot, options: ReportTextOptions): Generator<string> {
  const results = recordingResults(snapshot);
  yield* headLines(snapshot, results);
  if (options.view === 'hot') yield* hotLines(snapshot, results, options);
  else if (options.view === 'overhead') yield* overheadLines(snapshot, results, options);
  else if (options.view === 'instrumentation') yield* instrumentationLines(snapshot, results, options);
  else yield* treeLines(snapshot, results, options);
  if (snapshot.switches.length > 0) {
    yield `Switched off and on while it ran (${snapshot.switches.length}):`;
    for (const entry of snapshot.switches) yield `  ${switchText(entry)}`;
  }
  for (const note of snapshot.notes) yield `Note: ${note}`;
  if (snapshot.refusals.length > 0) {
    yield `Not measured (${snapshot.refusals.length}):`;
    for (const refusal of snapshot.refusals) yield `  ${refusal}`;
  }
}

function* headLines(snapshot: Snapshot, { hot, totalNs, clampedNs }: RecordingResults): Generator<string> {
  const { target, calibration, clock } = snapshot;
  yield `${target.mainClass} (pid ${target.pid}), ${target.vmName} ${target.javaVersion}`;
  const threads = snapshot.followThreads ? '   Threads: followed' : '';
  yield `Roots: ${snapshot.roots.join(', ')}   Scheme: ${snapshot.scheme}${threads}   Recorded: ${formatTime(snapshot.durationMs * 1e6)}`;
  const filter = snapshot.filter === null ? '' : filterText(snapshot.filter);
  if (filter !== '') yield filter;
  if (clock === 'none') {
    yield 'Clock: none, calls only. Percentages are of all calls.';
  } else {
    const { innerNs, outerNs, spreadNs } = calibration;
    const cost = `${innerNs.toFixed(1)} + ${outerNs.toFixed(1)} ns a call (± ${spreadNs.toFixed(1)})`;
    yield `Clock: nano. The probes' cost is taken out: ${cost}. ± is the bound of the error of Total Time.`;
    if (hot.counted.includes(1)) {
      const countCost = `${calibration.countNs.toFixed(1)} ns a call`;
      yield `${NO_TIME}: trivial methods, counted without times (${countCost}); their time is their caller's own.`;
    }
    yield `Percentages are of the total of all threads, ${formatTime(totalNs)}.`;
  }
  const counted = `${formatCount(snapshot.instrumentedMethods, SEPARATOR)} methods instrumented, ${formatCount(hot.length, SEPARATOR)} called`;
  yield snapshot.complete
    ? `Complete: every call was counted. ${counted}.`
    : `INCOMPLETE: ${snapshot.losses.join(', ') || 'calls were lost'}; counts are lower bounds. ${counted}.`;
  if (clampedNs > 0.01 * totalNs) {
    yield `Warning: the probes' cost is larger than the measured time by ${formatTime(clampedNs)} in all; short methods are less certain than ± says.`;
  }
  yield '';
}

function* treeLines(
  snapshot: Snapshot,
  { threads, methods, totalNs }: RecordingResults,
  { top, names }: ReportTextOptions,
): Generator<string> {
  const order = defaultOrder(snapshot.clock);
  const nameOf = methods.namer(names);
  const allCalls = threads.reduce((sum, { tree }) => sum + sumOf(tree.calls), 0);
  for (const { id, name, virtual, tree } of threads) {
    yield virtual ? `All virtual threads` : `Thread "${name}" (${id})`;
    const errorNs = subtreeSums(tree.parent, tree.errorNs);
    const columns = numberColumns(snapshot.clock, { ...tree, errorNs }, { totalNs, calls: allCalls });
    const weights = snapshot.clock === 'none' ? subtreeSums(tree.parent, tree.calls) : tree.totalNs;
    const shown = largestRows(weights, top);
    yield `${headLine(columns)}  Call Tree`;
    for (const { node, depth } of depthFirst(tree, shown, rowComparator(tree, methods.nameRanks, order))) {
      yield `${rowCells(columns, node)}  ${indented(nameOf(tree.method[node]), depth)}`;
    }
    yield* moreLine(tree.length - 1, shown);
    yield '';
  }
}

function* hotLines(
  { clock }: Snapshot,
  { hot, methods, totalNs }: RecordingResults,
  { top, names }: ReportTextOptions,
): Generator<string> {
  const nameOf = methods.namer(names);
  const columns = numberColumns(clock, hot, { totalNs, calls: sumOf(hot.calls) });
  const order = { column: clock === 'none' ? 'calls' : 'self', ascending: false } as const;
  const rows = Int32Array.from({ length: hot.length }, (_, row) => row);
  rows.sort(rowComparator(hot, methods.nameRanks, order));
  const shown = rows.subarray(0, top ?? hot.length);
  yield `${headLine(columns)}  Method`;
  for (const row of shown) {
    yield `${rowCells(columns, row)}  ${nameOf(hot.method[row])}`;
  }
  yield* moreLine(hot.length, shown.length);
  yield '';
}

/** As in the tables of the JFluid paper: what carried probes against what was called; then by class. */
function* instrumentationLines(
  { scheme, instrumentedMethods, instrumentation, methods }: Snapshot,
  { hot }: RecordingResults,
  { top }: ReportTextOptions,
): Generator<string> {
  const byClass = instrumentationByClass(methods, hot);
  const called = byClass.reduce((sum, row) => sum + row.called, 0);
  const ratio = instrumentedPerCalled(instrumentedMethods, called);
  const count = (value: number | undefined): string =>
    value === undefined ? '?' : formatCount(value, SEPARATOR);
  const time = (ms: number | undefined): string => (ms === undefined ? '?' : formatTime(ms * 1e6));
  const summary = [
    column('Scheme', 0, () => SCHEME_TITLE[scheme]),
    column('Instrumented', 0, () => count(instrumentedMethods)),
    column('Called', 0, () => count(called)),
    column('Ratio', 0, () => ratio?.toFixed(2) ?? '–'),
    column('Invocations', 0, () => count(sumOf(hot.calls))),
    column('Classes', 0, () => count(instrumentation?.classes)),
    column('Hot Swaps', 0, () => count(instrumentation?.hotSwaps)),
    column('Swapping', 0, () => time(instrumentation?.swapMs)),
    column('Analysis', 0, () => time(instrumentation?.analysisMs)),
  ].map(({ head, cell }) => column(head, cell(0).length, cell));
  yield headLine(summary);
  yield rowCells(summary, 0);
  yield '';
  yield* reasonLines(instrumentationByReason(methods, hot), count);
  const shown = byClass.slice(0, top ?? byClass.length);
  const columns = [
    column('Planned', 0, (row) => count(shown[row].planned)),
    column('Instrumented', 0, (row) => count(shown[row].instrumented)),
    column('Called', 0, (row) => count(shown[row].called)),
  ];
  yield `${headLine(columns)}  Class`;
  for (const [row, { className }] of shown.entries()) yield `${rowCells(columns, row)}  ${className}`;
  yield* moreLine(byClass.length, shown.length);
  yield '';
}

/** Why so many carried probes: of those that left-out code may call back, most are mostly not called. */
function* reasonLines(
  rows: readonly ReasonInstrumentation[],
  count: (value: number) => string,
): Generator<string> {
  if (rows.length === 0) return;
  const columns = [
    column('Instrumented', 0, (row) => count(rows[row].instrumented)),
    column('Called', 0, (row) => count(rows[row].called)),
  ];
  yield `${headLine(columns)}  Reason`;
  for (const [row, { reason }] of rows.entries()) yield `${rowCells(columns, row)}  ${REASON_TITLE[reason]}`;
  yield '';
}

interface NumberRows {
  readonly calls: Float64Array;
  readonly selfNs: Float64Array;
  readonly totalNs: Float64Array;
  readonly errorNs: Float64Array;
  readonly counted: Uint8Array;
}

/** Each time column in one unit, that of its largest number; every width is known before the first row. */
function numberColumns(
  clock: Snapshot['clock'],
  rows: NumberRows,
  base: { readonly totalNs: number; readonly calls: number },
): NumberColumn[] {
  const { calls, selfNs, totalNs, errorNs, counted } = rows;
  const count = (row: number): string => formatCount(calls[row], SEPARATOR);
  const invocations = column('Invocations', formatCount(maxOf(calls), SEPARATOR).length, count);
  const percent = (part: Float64Array, whole: number): NumberColumn =>
    column('%', 7, (row) => formatPercent(part[row], whole));
  if (clock === 'none') return [invocations, percent(calls, base.calls)];
  const times = [
    timeColumn('Total Time', totalNs),
    percent(totalNs, base.totalNs),
    column('±', 7, (row) => formatTime(errorNs[row]).replaceAll(THIN_SPACE, SEPARATOR)),
    timeColumn('Self Time', selfNs),
  ];
  return [...times.map((each) => whereTimed(each, counted)), invocations];
}
