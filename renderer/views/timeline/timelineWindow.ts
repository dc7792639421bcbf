/** What of the time is in view. */
export interface TimeWindow {
  readonly fromNs: number;
  readonly toNs: number;
}

/** Nobody looks closer: the clock of the recorder has steps of some ns. */
const LEAST_NS = 1_000;

/** @param factor > 1 zooms in. @param at what stays in place, 0 left to 1 right */
export function zoomed(window: TimeWindow, whole: TimeWindow, factor: number, at: number): TimeWindow {
  const widthNs = window.toNs - window.fromNs;
  const wantedNs = Math.max(LEAST_NS, Math.min(whole.toNs - whole.fromNs, widthNs / factor));
  const fixedNs = window.fromNs + at * widthNs;
  return within({ fromNs: fixedNs - at * wantedNs, toNs: fixedNs + (1 - at) * wantedNs }, whole);
}

/** @param share of its width, > 0 to later times */
export function panned({ fromNs, toNs }: TimeWindow, whole: TimeWindow, share: number): TimeWindow {
  const byNs = (toNs - fromNs) * share;
  return within({ fromNs: fromNs + byNs, toNs: toNs + byNs }, whole);
}

/** As wide, and moved so that the time is in its middle, unless it is in view already. */
export function revealing(window: TimeWindow, whole: TimeWindow, ns: number): TimeWindow {
  if (ns >= window.fromNs && ns < window.toNs) return window;
  const halfNs = (window.toNs - window.fromNs) / 2;
  return within({ fromNs: ns - halfNs, toNs: ns + halfNs }, whole);
}

/** As wide as it is, if it can be. */
function within({ fromNs, toNs }: TimeWindow, whole: TimeWindow): TimeWindow {
  const widthNs = Math.min(toNs - fromNs, whole.toNs - whole.fromNs);
  const start = Math.min(Math.max(fromNs, whole.fromNs), whole.toNs - widthNs);
  return { fromNs: start, toNs: start + widthNs };
}
