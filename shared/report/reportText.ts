import { sumOf } from '../base/sumOf.ts';
import { countsCalls } from '../events/clock.ts';
import { formatCountOf, formatTime, SEPARATOR } from '../naming/formatNumbers.ts';
import { shownLine, shownName } from '../naming/shownName.ts';
import type { NameStyle } from '../naming/methodNames.ts';
import { recordingResults, type RecordingResults } from '../recording/recordingResults.ts';
import type { Snapshot } from '../recording/snapshot.ts';
import { transformText } from '../rows/transform.ts';
import type { PercentBase } from './reportColumns.ts';
import type { ReportContext } from './reportContext.ts';
import { framed } from './reportFrame.ts';
import { hasTreePerThread, isOfAll, viewedTrees, type ReportView } from './reportView.ts';
import { tableLines, type NamePlace } from './textTable.ts';
import { VIEW_TABLES } from './viewTables.ts';

export interface ReportTextOptions {
  readonly view: ReportView;
  /** At most so many rows of each table, the largest ones; a row's callers are always among them. null = all. */
  readonly top: number | null;
  readonly names: NameStyle;
}

/** A view of the call trees as tables for people, line by line. It names the clock and what percentages are of. */
export function reportText(snapshot: Snapshot, options: ReportTextOptions): Generator<string> {
  const results = recordingResults(snapshot);
  return framed(snapshot, results, options.view, viewLines(snapshot, results, options));
}

function* viewLines(
  snapshot: Snapshot,
  { methods, totalNs, all }: RecordingResults,
  { view, names: style, top }: ReportTextOptions,
): Generator<string> {
  const context: ReportContext = { ...timesOf(snapshot), methods, names: style, top };
  const nameOf = methods.namer('long');
  if (view.steps.length > 0)
    yield `Steps: ${view.steps.map((step) => shownLine(transformText(step, nameOf))).join(' > ')}`;
  const trees = viewedTrees(snapshot, methods, view);
  const names = placeOfNames(snapshot.clock, view);
  const tables = VIEW_TABLES[view.kind];
  if (view.kind === 'threads') {
    const base = { totalNs, calls: sumOf(all.calls) };
    yield* tableLines(tables({ trees, view, base, context }), undefined, names);
    yield '';
    return;
  }
  for (const { title, tree } of trees) {
    const base = isOfAll(view)
      ? { totalNs, calls: sumOf(all.calls) }
      : { totalNs: tree.totalNs[0], calls: sumOf(tree.calls) };
    if (!isOfAll(view)) yield `${shownName(title)}, 100 % = ${baseText(context, base)}`;
    else if (hasTreePerThread(view.kind)) yield shownName(title);
    yield* tableLines(tables({ trees: [{ title, tree }], view, base, context }), undefined, names);
    yield '';
  }
}

function timesOf({ clock, calibration }: Snapshot): Pick<ReportContext, 'clock' | 'periodNs'> {
  return { clock, periodNs: countsCalls(clock) ? 0 : calibration.stepNs };
}

/** Samples of other recorders have a dozen columns: names behind them are out of sight. Bars of a flame graph stand first. */
function placeOfNames(clock: Snapshot['clock'], { kind }: ReportView): NamePlace {
  return countsCalls(clock) || kind === 'flame' ? 'last' : 'first';
}

function baseText({ clock }: ReportContext, base: PercentBase): string {
  return clock === 'none' ? formatCountOf(base.calls, 'call', 'calls', SEPARATOR) : formatTime(base.totalNs);
}
