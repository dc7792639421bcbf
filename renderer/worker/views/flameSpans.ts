import type { FlameSpan } from '../../../shared/analysis/flameLayout.ts';

export const WHOLE: FlameSpan = { from: 0, to: 1 };

/** Closer than this the rounding of sums of times would be seen. */
const LEAST_WIDTH = 1e-11;
/** A frame that is brought into view from below a pixel is then this part of the view. */
const REVEALED_SHARE = 0.08;

export function widthOf({ from, to }: FlameSpan): number {
  return to - from;
}

/** The same width, or what fits, moved to where there is something. */
export function withinWhole({ from, to }: FlameSpan): FlameSpan {
  const width = Math.min(1, Math.max(LEAST_WIDTH, to - from));
  const left = Math.max(0, Math.min(1 - width, from));
  return { from: left, to: width === 1 ? 1 : left + width };
}

/** @param factor > 1 zooms in
 *  @param at     the place that stays where it is: 0 the left edge of the view, 1 the right one */
export function zoomedAt(view: FlameSpan, factor: number, at: number): FlameSpan {
  const width = Math.min(1, Math.max(LEAST_WIDTH, widthOf(view) / factor));
  const from = view.from + (widthOf(view) - width) * at;
  return withinWhole({ from, to: from + width });
}

/** @param share of the view's width, > 0 to the right */
export function panned(view: FlameSpan, share: number): FlameSpan {
  const by = widthOf(view) * share;
  return withinWhole({ from: view.from + by, to: view.to + by });
}

/** More than is in view: what a first zoom or pan needs. @param margin of the view's width, on each side */
export function widened({ from, to }: FlameSpan, margin: number): FlameSpan {
  const by = (to - from) * margin;
  return { from: Math.max(0, from - by), to: Math.min(1, to + by) };
}

/** Part of the way from one view to another, the zoom at an even pace. @param progress 0 to 1 */
export function between(start: FlameSpan, end: FlameSpan, progress: number): FlameSpan {
  const [a, b] = [widthOf(start), widthOf(end)];
  const width = a * (b / a) ** progress;
  // The edge moves as the width does, so that what stays in place stays there all the way.
  const done = a === b ? progress : (width - a) / (b - a);
  const from = start.from + (end.from - start.from) * done;
  return { from, to: from + width };
}

/**
 * The view with a frame in it, and no other than it was when it can be seen already.
 * @param leastShare of the view: a frame that is narrower cannot be seen
 */
export function revealing(view: FlameSpan, frame: FlameSpan, leastShare: number): FlameSpan {
  const [width, own] = [widthOf(view), widthOf(frame)];
  if (own <= 0) return view;
  const overlap = Math.min(view.to, frame.to) - Math.max(view.from, frame.from);
  if (own < width * leastShare) {
    const wanted = own / REVEALED_SHARE;
    const middle = (frame.from + frame.to) / 2;
    return withinWhole({ from: middle - wanted / 2, to: middle + wanted / 2 });
  }
  if (overlap >= Math.min(own, width / 2)) return view;
  if (own >= width) return frame;
  const by = frame.from < view.from ? frame.from - view.from : frame.to - view.to;
  return withinWhole({ from: view.from + by, to: view.to + by });
}

/** Where a part of a frame is when the frame is elsewhere. */
export function moved(part: FlameSpan, before: FlameSpan, after: FlameSpan): FlameSpan {
  const own = widthOf(before);
  if (part.from === before.from && part.to === before.to) return after;
  if (own <= 0 || widthOf(after) <= 0) return after;
  const at = (x: number): number => after.from + ((x - before.from) / own) * widthOf(after);
  return { from: at(part.from), to: at(part.to) };
}
