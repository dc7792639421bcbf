import type { LevelTrack, Spans, ThreadTrack, Track } from './tracks.ts';

/** The first place whose value is not below `value`. O(log places). */
export function firstFrom(sorted: Float64Array, value: number): number {
  let low = 0;
  let high = sorted.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (sorted[middle] < value) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** The same, looked for from a place that is not behind it: next to it mostly, as the edges of columns are. O(log of the way). */
function firstFromHere(sorted: Float64Array, value: number, here: number): number {
  let low = here;
  let step = 1;
  while (low + step <= sorted.length && sorted[low + step - 1] < value) {
    low += step;
    step *= 2;
  }
  let high = Math.min(sorted.length, low + step);
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (sorted[middle] < value) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** A part of the time, cut into columns of one width: mostly one of each pixel. */
export interface Window {
  readonly fromNs: number;
  readonly toNs: number;
  readonly columns: number;
}

/**
 * Which share of each column spans take, 0 to 1. Those that lie over each other count twice, up to 1. A question for each column's
 * edge, by binary search: O(columns × log spans), however many there are.
 * @param shares column -> share; those of a state are added to those below it by the caller
 */
export function shareColumns(spans: Spans, { fromNs, toNs, columns }: Window, shares: Float32Array): void {
  const { startNs } = spans;
  const widthNs = (toNs - fromNs) / columns;
  let next = firstFrom(startNs, fromNs);
  let before = takenUntil(spans, next, fromNs);
  for (let column = 0; column < columns; column++) {
    const edgeNs = fromNs + (column + 1) * widthNs;
    next = firstFromHere(startNs, edgeNs, next);
    const until = takenUntil(spans, next, edgeNs);
    shares[column] = Math.min(1, (until - before) / widthNs);
    before = until;
  }
}

/** What spans take up to a time, before which `next` of them begin. Of a span that lies within another one the end is a guess, in columns of its neighbours. */
function takenUntil({ startNs, endNs, sumBeforeNs }: Spans, next: number, ns: number): number {
  if (next === 0) return 0;
  const last = next - 1;
  return sumBeforeNs[last] + Math.min(ns, endNs[last]) - startNs[last];
}

/** How many spans begin in each column. */
export function countColumns(
  { startNs }: Spans,
  { fromNs, toNs, columns }: Window,
  counts: Float32Array,
): void {
  const widthNs = (toNs - fromNs) / columns;
  let before = firstFrom(startNs, fromNs);
  for (let column = 0; column < columns; column++) {
    const until = firstFromHere(startNs, fromNs + (column + 1) * widthNs, before);
    counts[column] = until - before;
    before = until;
  }
}

/** The largest value of each column; where there is none, that of the last one before. NaN: there was none yet. */
export function levelColumns(
  { atNs, values }: LevelTrack,
  { fromNs, toNs, columns }: Window,
  levels: Float32Array,
): void {
  const widthNs = (toNs - fromNs) / columns;
  let next = firstFrom(atNs, fromNs);
  let held = next > 0 ? values[next - 1] : NaN;
  for (let column = 0; column < columns; column++) {
    const until = firstFromHere(atNs, fromNs + (column + 1) * widthNs, next);
    let most = held;
    if (next < until) {
      most = -Infinity;
      for (; next < until; next++) most = Math.max(most, values[next]);
      held = values[until - 1];
    }
    levels[column] = most;
  }
}

/** What lies at a time, or nearest to it within `reachNs`: a place in the spans. -1: nothing does. */
export function spanAt({ startNs, endNs }: Spans, ns: number, reachNs: number): number {
  const next = firstFrom(startNs, ns + reachNs);
  let nearest = -1;
  let least = Infinity;
  // Of spans that lie over each other the last ones are looked at: an hour of them is not gone through for a tool-tip.
  for (let place = next - 1; place >= 0 && place > next - 64; place--) {
    const away = ns < startNs[place] ? startNs[place] - ns : Math.max(0, ns - endNs[place]);
    if (away < least) [nearest, least] = [place, away];
    if (away === 0) break;
  }
  return least <= reachNs ? nearest : -1;
}

/** The value that holds at a time; -1: none does yet. */
export function levelAt({ atNs }: LevelTrack, ns: number): number {
  return firstFrom(atNs, ns + 1) - 1;
}

/** The next start of anything of a track behind a time (1), or the one before it (-1); null: there is none. */
export function nextStart(track: Track, ns: number, by: 1 | -1): number | null {
  const starts = startsOf(track).flatMap((sorted) => {
    const place = by > 0 ? firstFrom(sorted, ns + 1) : firstFrom(sorted, ns) - 1;
    return place >= 0 && place < sorted.length ? [sorted[place]] : [];
  });
  if (starts.length === 0) return null;
  return by > 0 ? Math.min(...starts) : Math.max(...starts);
}

function startsOf(track: Track): readonly Float64Array[] {
  if (track.kind === 'level') return [track.atNs];
  return track.kind === 'thread' ? statesOf(track) : [track.spans.startNs];
}

function statesOf({ states }: ThreadTrack): readonly Float64Array[] {
  return states.map(({ spans }) => spans.startNs);
}
