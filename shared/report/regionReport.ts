import { shownName } from '../naming/shownName.ts';
import { jsonDocument } from '../naming/jsonDocument.ts';
import type { LineRange } from '../base/lineRange.ts';
import { formatCount, formatCountOf, formatTime, SEPARATOR } from '../naming/formatNumbers.ts';
import {
  untimedText,
  type PassBar,
  type PassSummary,
  type RegionCalibration,
} from '../recording/passSummary.ts';

/** A region that was timed, with what came of it. */
export interface RegionResults {
  /** The pattern that names exactly the method; "" while its class is not loaded. */
  readonly method: string;
  /** null: all of the method. */
  readonly lines: LineRange | null;
  readonly elapsedMs: number;
  readonly calibration: RegionCalibration | null;
  readonly summary: PassSummary;
}

const BAR_WIDTH = 40;
const MOST_BARS = 24;

export function regionTitle({ method, lines }: Pick<RegionResults, 'method' | 'lines'>): string {
  if (lines === null) return method;
  const range = lines.first === lines.last ? `line ${lines.first}` : `lines ${lines.first}-${lines.last}`;
  return `${method}, ${range}`;
}

/** Passes per second of the whole time; 0 while there is none. */
export function passesPerSecond({ elapsedMs, summary }: RegionResults): number {
  return elapsedMs > 0 ? (summary.passes * 1000) / elapsedMs : 0;
}

/** What is to be known about the times, one sentence each. */
export function regionNotes({ calibration, summary }: RegionResults): readonly string[] {
  const untimed = untimedText(summary, (passes) => formatCount(passes, SEPARATOR));
  const notes = untimed === null ? [] : [`${untimed}.`];
  if (calibration === null) return notes;
  const { emptyNs, passNs, spreadNs } = calibration;
  return [
    ...notes,
    'Wall-clock times, callees and waits included; ' +
      'of a recursion, each activation has passes of its own.',
    `An empty pass measures ${formatTime(emptyNs)}: about one clock read is in every time, nothing is taken out. ` +
      `A pass costs its thread ${formatTime(passNs)} ± ${formatTime(spreadNs)}.`,
  ];
}

/** The text of `sluice region`, in lines. */
export function* regionText(results: RegionResults): Generator<string> {
  const { summary, elapsedMs } = results;
  const count = (passes: number): string => formatCount(passes, SEPARATOR);
  yield `Region ${shownName(regionTitle(results))}`;
  const rate = count(Math.round(passesPerSecond(results)));
  yield `${formatCountOf(summary.passes, 'pass', 'passes', SEPARATOR)} in ${(elapsedMs / 1000).toFixed(1)} s, ${rate} per second`;
  if (summary.timed > 0) {
    yield '';
    for (const { name, ns } of namedTimes(summary))
      yield `${name.padStart(8)}  ${formatTime(ns).padStart(8)}`;
    yield '';
    yield* histogramLines(summary.bars, count);
  }
  yield '';
  yield* regionNotes(results);
}

/** The shortest, the mean, the percentiles and the longest, in that order. */
export function namedTimes(summary: PassSummary): readonly { readonly name: string; readonly ns: number }[] {
  return [
    { name: 'min', ns: summary.minNs },
    { name: 'mean', ns: summary.meanNs },
    ...summary.percentiles.map(({ percent, ns }) => ({ name: `${percent} %`, ns })),
    { name: 'max', ns: summary.maxNs },
  ];
}

/**
 *     from 1.00 µs  ########      1,234
 */
function* histogramLines(bars: readonly PassBar[], count: (passes: number) => string): Generator<string> {
  const shown = joined(bars, Math.ceil(bars.length / MOST_BARS));
  const most = Math.max(...shown.map(({ passes }) => passes));
  const width = count(most).length;
  for (const { fromNs, passes } of shown) {
    // A single slow pass among millions must be seen.
    const length = passes === 0 ? 0 : Math.max(1, Math.round((passes / most) * BAR_WIDTH));
    yield `from ${formatTime(fromNs).padStart(8)}  ${count(passes).padStart(width)}  ${'#'.repeat(length)}`.trimEnd();
  }
}

/** Each so many bars become one. */
function joined(bars: readonly PassBar[], size: number): readonly PassBar[] {
  const groups: PassBar[] = [];
  for (let start = 0; start < bars.length; start += size) {
    const group = bars.slice(start, start + size);
    const passes = group.reduce((sum, bar) => sum + bar.passes, 0);
    groups.push({ fromNs: group[0].fromNs, toNs: group[group.length - 1].toNs, passes });
  }
  return groups;
}

/** The JSON of `sluice region --format json`; docs/formats.md has the fields. */
export function regionJson(results: RegionResults): string {
  const { method, lines, elapsedMs, calibration, summary } = results;
  const document = {
    format: 'sluice-region',
    version: 1,
    method,
    lines,
    elapsedMs,
    passesPerSecond: passesPerSecond(results),
    calibration,
    ...summary,
  };
  return jsonDocument(document);
}
