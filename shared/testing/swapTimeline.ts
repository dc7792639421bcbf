import { EMPTY_TIMELINE, withTotals, type Timeline } from '../recording/timeline.ts';

const NOTHING = {
  ...{ events: 0, waitedMs: 0, coreWaitMs: 0, classLoads: 0, classLoadMs: 0, compilingMs: 0, pausedMs: 0 },
};

/** One letter a second: s has a swap of 300 ms, - has none. */
export function swapTimeline(picture: string): Timeline {
  let timeline = EMPTY_TIMELINE;
  let hotSwaps = 0;
  [' ', ...picture].forEach((letter, at) => {
    if (letter === 's') hotSwaps++;
    const totals = {
      ...NOTHING,
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
