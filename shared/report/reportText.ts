import { countsCalls } from '../events/clock.ts';
import { isUncertain } from '../cct/uncertain.ts';
import { UNCERTAIN } from './reportColumns.ts';
import { sumOfCoreWaits } from '../cct/coreWaitAccount.ts';
import { sumOfAccounts } from '../cct/tickerAccount.ts';
import { clockText, probeCost } from './clockText.ts';
import { completenessText } from './completenessText.ts';
import { bareRootText } from './bareRootText.ts';
import { coreWaitText } from './coreWaitText.ts';
import { tickerText } from './tickerText.ts';
import { formatCount, formatCountOf, formatTime, SEPARATOR } from '../naming/formatNumbers.ts';
import { instrumentationLines } from './instrumentationText.ts';
import type { NameStyle } from '../naming/methodNames.ts';
import { switchText } from '../recording/methodSwitch.ts';
import { overheadLines } from './overheadText.ts';
import { toldOptions } from '../recording/chosenOptions.ts';
import type { ReportContext } from './reportContext.ts';
import { recordingResults } from '../recording/recordingResults.ts';
import type { RecordingResults } from '../recording/recordingResults.ts';
import { hasTreePerThread, viewedTrees } from './reportView.ts';
import type { PercentBase } from './reportColumns.ts';
import type { ReportView } from './reportView.ts';
import { isEmpty, notesOf } from '../recording/snapshot.ts';
import type { Snapshot } from '../recording/snapshot.ts';
import { sumOf } from '../base/sumOf.ts';
import { NO_TIME, tableLines } from './textTable.ts';
import { hasTimes } from '../jvmEvents/narrowedRecording.ts';
import { timelineLines } from './timelineLines.ts';
import { trackLines } from './trackLines.ts';
import { transformText } from '../rows/transform.ts';
import type { RecordingViewName } from '../rows/views.ts';
import { VIEW_TABLES } from './viewTables.ts';

export interface ReportTextOptions {
  readonly view: ReportView | RecordingViewName;
  /** At most so many rows of each table, the largest ones; a row's callers are always among them. null = all. */
  readonly top: number | null;
  readonly names: NameStyle;
}

/** A recording as a table for people, line by line. It names the clock and what percentages are of. */
export function* reportText(snapshot: Snapshot, options: ReportTextOptions): Generator<string> {
  const results = recordingResults(snapshot);
  const { view } = options;
  yield* headLines(snapshot, results, view);
  if (view === 'instrumentation') yield* instrumentationLines(snapshot, results, options);
  else if (view === 'overhead') yield* overheadLines(snapshot, results, options);
  else if (view === 'timeline') yield* tracksOrSamples(snapshot, options.top);
  else yield* viewLines(snapshot, results, view, options);
  if (snapshot.switches.length > 0) {
    yield `Switched off and on while it ran (${snapshot.switches.length}):`;
    for (const entry of snapshot.switches) yield `  ${switchText(entry)}`;
  }
  for (const note of notesOf(snapshot)) yield `Note: ${note}`;
  if (snapshot.refusals.length > 0) {
    yield `Not measured (${snapshot.refusals.length}):`;
    for (const refusal of snapshot.refusals) yield `  ${refusal}`;
  }
}

/** Of a recording of samples what the JVM told, of one of calls how it went. */
function* tracksOrSamples(snapshot: Snapshot, top: number | null): Generator<string> {
  const isOfEvents = snapshot.timeline.length === 0 && hasTimes(snapshot);
  if (isOfEvents) yield* trackLines(snapshot, top);
  else yield* timelineLines(snapshot.timeline, top);
}

function* viewLines(
  snapshot: Snapshot,
  { methods, totalNs, all }: RecordingResults,
  view: ReportView,
  { names, top }: ReportTextOptions,
): Generator<string> {
  const context: ReportContext = { clock: snapshot.clock, methods, names, top };
  const nameOf = methods.namer('long');
  if (view.steps.length > 0)
    yield `Steps: ${view.steps.map((step) => transformText(step, nameOf)).join(' > ')}`;
  const trees = viewedTrees(snapshot, methods, view);
  const tables = VIEW_TABLES[view.kind];
  if (view.kind === 'threads') {
    const base = { totalNs, calls: sumOf(all.calls) };
    yield* tableLines(tables({ trees, view, base, context }));
    yield '';
    return;
  }
  for (const { title, tree } of trees) {
    const base = isOfAll(view)
      ? { totalNs, calls: sumOf(all.calls) }
      : { totalNs: tree.totalNs[0], calls: sumOf(tree.calls) };
    if (!isOfAll(view)) yield `${title}, 100 % = ${baseText(context, base)}`;
    else if (hasTreePerThread(view.kind)) yield title;
    yield* tableLines(tables({ trees: [{ title, tree }], view, base, context }));
    yield '';
  }
}

function pausedText({ pausedMs }: Snapshot): string {
  return pausedMs > 0 ? `, paused for ${formatTime(pausedMs * 1e6)} besides` : '';
}

/** Whether percentages are of all that was recorded. */
function isOfAll(view: ReportView): boolean {
  const isWhole = view.threads === 'each' || view.threads === 'all';
  return isWhole && view.steps.length === 0 && view.kind !== 'callees';
}

function baseText({ clock }: ReportContext, base: PercentBase): string {
  return clock === 'none' ? formatCountOf(base.calls, 'call', 'calls', SEPARATOR) : formatTime(base.totalNs);
}

function* headLines(
  snapshot: Snapshot,
  { all, hot, totalNs, clampedNs }: RecordingResults,
  view: ReportTextOptions['view'],
): Generator<string> {
  const { target, calibration, clock } = snapshot;
  yield `${target.mainClass} (pid ${target.pid}), ${target.vmName} ${target.javaVersion}`;
  const of = countsCalls(clock) ? `Roots: ${snapshot.roots.join(', ')}   Scheme: ${snapshot.scheme}   ` : '';
  yield `${of}Recorded: ${formatTime(snapshot.durationMs * 1e6)}${pausedText(snapshot)}`;
  const chosen = countsCalls(clock) ? toldOptions(snapshot, ['scheme', 'clock']).join('   ') : '';
  // Views of the recording as a whole have neither percentages of times nor errors, and but one of them times of methods.
  const ofMethods = typeof view === 'object' ? view : null;
  const sharesAll = ofMethods !== null && isOfAll(ofMethods);
  if (chosen !== '') yield chosen;
  if (clock === 'none') {
    const hasShares = sharesAll && ofMethods.kind !== 'threads';
    yield `${clockText(clock)}${hasShares ? ' Percentages are of all calls.' : ''}`;
  } else if (clock === 'samples') {
    yield `${clockText(clock)} A sample is ${formatTime(calibration.stepNs)}; ± is the square root of their number.`;
    if (sharesAll) yield `Percentages are of all samples, ${formatTime(totalNs)}.`;
  } else {
    const isSelf = ofMethods?.kind === 'hot' || ofMethods?.kind === 'callers';
    const bound = ` ± is the bound of the error of ${isSelf ? 'Self' : 'Total'} Time.`;
    const { spreadNs, pausedPairNs, starvedPairNs } = calibration;
    const pauses = clock === 'bursts' ? `, ${pausedPairNs.toFixed(1)} ns between bursts` : '';
    const starved = clock === 'ticker' ? `, ${starvedPairNs.toFixed(1)} ns where nobody keeps it` : '';
    const cost = `${probeCost(calibration)} a call (± ${spreadNs.toFixed(1)})${pauses}${starved}`;
    yield `${clockText(clock)} The probes' cost is taken out: ${cost}.${ofMethods === null ? '' : bound}`;
    const ticks = tickerText(sumOfAccounts(snapshot.threads.map(({ table }) => table.ticker)));
    if (ticks !== null) yield `Ticker: ${ticks}.`;
    const waits = coreWaitText(sumOfCoreWaits(snapshot.threads.map(({ table }) => table.coreWaits)));
    if (waits !== null) yield waits;
    const bare = bareRootText(snapshot.bareRoot, calibration.contextNs);
    if (bare !== null) yield bare;
    if ((ofMethods !== null || view === 'overhead') && hot.counted.includes(1)) {
      const countCost = `${calibration.countNs.toFixed(1)} ns a call`;
      yield `${NO_TIME}: trivial methods, counted without times (${countCost}); their time is their caller's own.`;
      if (clock === 'cpu' && snapshot.threads.some(({ virtual }) => virtual))
        yield `${NO_TIME}: also what virtual threads have called, in trees of all threads too.`;
    }
    if (ofMethods !== null && all.selfNs.some((ns, node) => isUncertain(ns, all.errorNs[node])))
      yield `${UNCERTAIN}: the probes' cost, or the error, is as large as the Self Time: it is small, and no more is known.`;
    if (sharesAll) yield `Percentages are of the total of all threads, ${formatTime(totalNs)}.`;
  }
  const counted = countsCalls(clock)
    ? `${formatCountOf(snapshot.instrumentedMethods, 'method', 'methods', SEPARATOR)} instrumented, ${formatCount(hot.length, SEPARATOR)} called`
    : `${formatCountOf(hot.length, 'method', 'methods', SEPARATOR)} found at work or on the way there`;
  yield `${completenessText(snapshot)} ${counted}.`;
  if (isEmpty(snapshot) && !countsCalls(clock)) yield 'Empty: no thread was found at work in Java code.';
  else if (isEmpty(snapshot))
    yield 'Empty: no root was called while it recorded. A root that runs already is recorded from its next call on.';
  if (clampedNs > 0.01 * totalNs) {
    yield `Warning: the probes' cost is larger than the measured time by ${formatTime(clampedNs)} in all; short methods are less certain than ± says.`;
  }
  yield '';
}
