import { sumOfCoreWaits } from '../cct/coreWaitAccount.ts';
import { sumOfAccounts } from '../cct/tickerAccount.ts';
import { isUncertain } from '../cct/uncertain.ts';
import { countsCalls } from '../events/clock.ts';
import { formatTime } from '../naming/formatNumbers.ts';
import { capitalized } from '../naming/prose.ts';
import type { RecordingResults } from '../recording/recordingResults.ts';
import type { Snapshot } from '../recording/snapshot.ts';
import { viewFacts } from '../rows/views.ts';
import { bareRootText, clockText, probeCost, coreWaitText, tickerText } from './recordedTexts.ts';
import { UNCERTAIN } from './reportColumns.ts';
import { isOfAll, type ReportView } from './reportView.ts';
import { NO_TIME } from './textTable.ts';

/**
 * What times are by, what was taken out of them, and what percentages, errors and marks mean.
 * @param view null: of no call trees, which has none of these
 */
export function* timeLines(
  snapshot: Snapshot,
  { all, hot, totalNs }: RecordingResults,
  view: ReportView | null,
): Generator<string> {
  const { calibration, clock } = snapshot;
  const sharesAll = view !== null && isOfAll(view);
  if (clock === 'none') {
    const hasShares = sharesAll && view.kind !== 'threads';
    yield `${clockText(clock)}${hasShares ? ' Percentages are of all calls.' : ''}`;
    return;
  }
  if (!countsCalls(clock)) {
    const { stepNs } = calibration;
    const sample =
      stepNs === 0
        ? 'What a sample stands for is not known: they are counted, and have no times.'
        : `A sample is ${formatTime(stepNs)}; ± is the square root of their number.`;
    yield `${clockText(clock)} ${sample}`;
    if (sharesAll && totalNs > 0) yield `Percentages are of all samples, ${formatTime(totalNs)}.`;
    return;
  }
  const bound =
    view === null ? '' : ` ± is the bound of the error of ${capitalized(viewFacts(view.kind).leads)} Time.`;
  const { spreadNs, pausedPairNs, starvedPairNs } = calibration;
  const pauses = clock === 'bursts' ? `, ${pausedPairNs.toFixed(1)} ns between bursts` : '';
  const starved = clock === 'ticker' ? `, ${starvedPairNs.toFixed(1)} ns where nobody keeps it` : '';
  const cost = `${probeCost(calibration)} a call (± ${spreadNs.toFixed(1)})${pauses}${starved}`;
  yield `${clockText(clock)} The probes' cost is taken out: ${cost}.${bound}`;
  const ticks = tickerText(sumOfAccounts(snapshot.threads.map(({ table }) => table.ticker)));
  if (ticks !== null) yield `Ticker: ${ticks}.`;
  const waits = coreWaitText(sumOfCoreWaits(snapshot.threads.map(({ table }) => table.coreWaits)));
  if (waits !== null) yield waits;
  const bare = bareRootText(snapshot.bareRoot, calibration.contextNs);
  if (bare !== null) yield bare;
  if (view === null) return;
  yield* countedLines(snapshot, hot);
  if (all.selfNs.some((ns, node) => isUncertain(ns, all.errorNs[node])))
    yield `${UNCERTAIN}: the probes' cost, or the error, is as large as the Self Time: it is below measurement accuracy.`;
  if (sharesAll) yield `Percentages are of the total of all threads, ${formatTime(totalNs)}.`;
}

/** Which methods have no times of their own, if any. */
export function* countedLines(
  { calibration, clock, threads }: Snapshot,
  { counted }: Pick<RecordingResults['hot'], 'counted'>,
): Generator<string> {
  if (!counted.includes(1)) return;
  const countCost = `${calibration.countNs.toFixed(1)} ns a call`;
  yield `${NO_TIME}: trivial methods, counted without times (${countCost}); their time is their caller's own.`;
  if (clock === 'cpu' && threads.some(({ virtual }) => virtual))
    yield `${NO_TIME}: also what virtual threads have called, in trees of all threads too.`;
}
