import { EMPTY_TIMELINE, NOTHING_COUNTED, withTotals, type Timeline } from '../recording/timeline.ts';

/** One letter a second: s has a swap of 300 ms, - has none. */
export function swapTimeline(picture: string): Timeline {
  let timeline = EMPTY_TIMELINE;
  let hotSwaps = 0;
  [' ', ...picture].forEach((letter, at) => {
    if (letter === 's') hotSwaps++;
    const totals = {
      ...NOTHING_COUNTED,
      startedAtMs: 1,
      atMs: 1_000 * at,
      events: at,
      hotSwaps,
      swapMs: 300 * hotSwaps,
    };
    timeline = withTotals(timeline, totals, false);
  });
  return timeline;
}
