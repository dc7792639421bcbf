import { countsCalls } from '../events/clock.ts';
import { formatCount, formatCountOf, formatTime, SEPARATOR } from '../naming/formatNumbers.ts';
import { shownLine, shownName } from '../naming/shownName.ts';
import { toldOptions } from '../recording/options/chosenOptions.ts';
import { switchText } from '../recording/methodSwitch.ts';
import { groupsText } from '../recording/sets/rootCallGroups.ts';
import type { RecordingResults } from '../recording/recordingResults.ts';
import { isEmpty, notesOf, type Snapshot } from '../recording/snapshot.ts';
import { whyEmpty } from '../recording/losses.ts';
import { completenessText, sampledLines, targetText } from './recordedTexts.ts';
import type { ReportView } from './reportView.ts';
import { overchargedLines, overchargedThreads } from './threadCpuText.ts';
import { timeLines } from './timeLines.ts';

/**
 * What a recording is of and how far its numbers hold, around the lines of a view.
 * @param view of the call trees; null: another one
 */
export function* framed(
  snapshot: Snapshot,
  results: RecordingResults,
  view: ReportView | null,
  lines: Iterable<string>,
): Generator<string> {
  yield* headLines(snapshot, results, view);
  yield* lines;
  yield* footLines(snapshot);
}

function* headLines(
  snapshot: Snapshot,
  results: RecordingResults,
  view: ReportView | null,
): Generator<string> {
  const { target, clock } = snapshot;
  const { hot, totalNs, clampedNs } = results;
  yield targetText(target);
  const of = countsCalls(clock)
    ? `Roots: ${snapshot.roots.map(shownName).join(', ')}   Scheme: ${snapshot.scheme}   `
    : '';
  yield `${of}Recorded: ${formatTime(snapshot.durationMs * 1e6)}${pausedText(snapshot)}`;
  const chosen = countsCalls(clock) ? toldOptions(snapshot, ['scheme', 'clock']).join('   ') : '';
  if (chosen !== '') yield chosen;
  const groups = groupsText(snapshot);
  if (groups !== null) yield shownLine(groups);
  yield* timeLines(snapshot, results, view);
  if (snapshot.bareSamples !== undefined) yield* sampledLines(snapshot.bareSamples);
  const counted = countsCalls(clock)
    ? `${formatCountOf(snapshot.instrumentedMethods, 'method', 'methods', SEPARATOR)} instrumented, ${formatCount(hot.length, SEPARATOR)} called`
    : `${formatCountOf(hot.length, 'method', 'methods', SEPARATOR)} sampled`;
  yield `${completenessText(snapshot)} ${counted}.`;
  if (isEmpty(snapshot) && !countsCalls(clock)) yield 'Empty: no thread was found at work in Java code.';
  else if (isEmpty(snapshot))
    yield `Empty: ${whyEmpty(snapshot)}. Calls already in progress are not recorded.`;
  yield* overchargedLines(overchargedThreads(snapshot, results));
  if (clampedNs > 0.01 * totalNs) {
    yield `Warning: the probes' cost is larger than the measured time by ${formatTime(clampedNs)} in all; short methods are less certain than ± says.`;
  }
  yield '';
}

const MOST_OF_ONE_REASON = 10;

function* footLines(snapshot: Snapshot): Generator<string> {
  const { switches, refusals } = snapshot;
  if (switches.length > 0) {
    yield `Switched off and on while it ran (${switches.length}):`;
    for (const entry of switches) yield `  ${shownLine(switchText(entry))}`;
  }
  for (const note of notesOf(snapshot)) yield `Note: ${shownLine(note)}`;
  if (refusals.length > 0) {
    yield `Not measured, or in part (${refusals.length}):`;
    yield* refusalLines(refusals);
  }
}

/** Of very many for one reason the first ones, in the order of the reasons. */
function* refusalLines(refusals: readonly string[]): Generator<string> {
  const byReason = new Map<string, string[]>();
  for (const refusal of refusals) {
    const reason = refusal.slice(refusal.lastIndexOf('['));
    const known = byReason.get(reason);
    if (known) known.push(refusal);
    else byReason.set(reason, [refusal]);
  }
  for (const each of byReason.values()) {
    for (const refusal of each.slice(0, MOST_OF_ONE_REASON)) yield `  ${shownLine(refusal)}`;
    const more = each.length - MOST_OF_ONE_REASON;
    if (more > 0)
      yield `  and ${formatCount(more, SEPARATOR)} more for this reason; --format json has them all`;
  }
}

function pausedText({ pausedMs }: Snapshot): string {
  return pausedMs > 0 ? `, paused for ${formatTime(pausedMs * 1e6)} besides` : '';
}
