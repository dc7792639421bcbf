import { expect, test } from 'vitest';
import {
  EMPTY_TIMELINE,
  MAX_SAMPLES,
  mergedSample,
  withTotals,
  type Timeline,
  type TimelineTotals,
} from './timeline.ts';
import { sampleText, timelineText } from '../report/timelineText.ts';

const STATUS_MS = 250;

interface Picture {
  /** One character each 250 ms; #: 1,000 more events are told. */
  readonly events: string;
  /** x: a hot swap of 40 ms has ended. */
  readonly swaps?: string;
  /** x: threads have waited 300 ms more. */
  readonly waits?: string;
  /** x: 3 more classes have loaded, for 6 ms. */
  readonly loads?: string;
  /** x: threads have waited 30 ms more for a core. */
  readonly cores?: string;
  /** x: compilers have worked 200 ms more. */
  readonly compiles?: string;
  /** x: it was paused all the time. */
  readonly pauses?: string;
  /** |: a reset. */
  readonly resets?: string;
}

test('events are told twice a second, moments four times: each sample has its share', () => {
  const timeline = drawn({ events: ' # # # # # # # #' });
  expect(texts(timeline)).toEqual([
    '0.0 s to 1.0 s: 2 000 events/s',
    '1.0 s to 2.0 s: 2 000 events/s',
    '2.0 s to 3.0 s: 2 000 events/s',
    '3.0 s to 4.0 s: 2 000 events/s',
  ]);
});

test('hot swaps, waits and pauses stand where they were', () => {
  const timeline = drawn({
    events: ' # #   #         # #',
    swaps: ' xx                 ',
    waits: '    x               ',
    pauses: '        xxxxxxxx    ',
  });
  expect(texts(timeline)).toEqual([
    '0.0 s to 1.0 s: 2 000 events/s; 2 hot swaps, 80.0 ms',
    '1.0 s to 2.0 s: 1 000 events/s; threads waited 300 ms for Sluice',
    '2.0 s to 4.0 s: 0 events/s; paused 2.00 s',
    '4.0 s to 5.0 s: 2 000 events/s',
  ]);
  expect(plain(timelineText(timeline.samples))).toBe(
    'Timeline of the recording from 0.0 s to 5.0 s: at most 2 000 events/s; 2 hot swaps, 80.0 ms; threads waited 300 ms for Sluice; paused 2.00 s',
  );
});

test('class loads, waits for a core and the compilers after a hot swap stand where they were', () => {
  const timeline = drawn({
    events: '  #   #   # ',
    swaps: '  x         ',
    compiles: '  xxx       ',
    loads: '      x     ',
    cores: '          x ',
  });
  expect(texts(timeline)).toEqual([
    '0.0 s to 1.0 s: 1 000 events/s; 1 hot swap, 40.0 ms; JIT 400 ms',
    '1.0 s to 2.0 s: 1 000 events/s; JIT 200 ms; 3 class loads stopped for 6.00 ms',
    '2.0 s to 3.0 s: 1 000 events/s; threads were ready and had no core for 30.0 ms',
  ]);
});

test('a reset begins it anew, and what was before is not in it', () => {
  const timeline = drawn({
    events: ' # # #  # # #',
    swaps: '     x      x',
    resets: '       |     ',
  });
  expect(texts(timeline)).toEqual(['0.0 s to 1.3 s: 2 400 events/s; 1 hot swap, 40.0 ms']);
});

test('what is left at the end joins the sample before, and nothing comes after', () => {
  const timeline = drawn({ events: ' # # #', swaps: '     x' });
  expect(texts(timeline)).toEqual(['0.0 s to 1.5 s: 2 000 events/s; 1 hot swap, 40.0 ms']);
  const totals = timeline.since;
  expect(totals && withTotals(timeline, totals, true)).toBe(timeline);
});

test('a recording shorter than a sample is one', () => {
  expect(texts(drawn({ events: ' #' }))).toEqual(['0.0 s to 0.5 s: 2 000 events/s']);
});

test('a long recording is covered from its start, in fewer and longer samples', () => {
  const seconds = 2 * MAX_SAMPLES + 10;
  const timeline = drawn({ events: ' # #'.repeat(seconds), swaps: '   x'.repeat(seconds) });
  const lengths = timeline.samples.map(({ fromMs, toMs }) => (toMs - fromMs) / 1000);
  expect(picture(lengths)).toBe('301 of 4 s, 1 of 6 s');
  expect(mergedSample(timeline.samples)).toMatchObject({
    fromMs: 0,
    toMs: 1000 * seconds,
    events: 2000 * seconds,
    hotSwaps: seconds,
    swapMs: 40 * seconds,
  });
});

test('a recording without samples says so, one without interruptions too', () => {
  expect(timelineText([])).toBe('Timeline of the recording: nothing yet');
  expect(timelineText(drawn({ events: ' # #' }).samples)).toMatch(/no hot swap, no wait, no pause$/);
});

/** The timeline of a recording whose moments are drawn; its first moment is all zeros, its last one ends it. */
function drawn(picture: Picture): Timeline {
  const { events, swaps = '', waits = '', loads = '', cores = '' } = picture;
  const { compiles = '', pauses = '', resets = '' } = picture;
  let totals: TimelineTotals = {
    ...{ startedAtMs: 1, atMs: 0, events: 0, hotSwaps: 0, swapMs: 0, waitedMs: 0, pausedMs: 0 },
    ...{ coreWaitMs: 0, classLoads: 0, classLoadMs: 0, compilingMs: 0 },
  };
  let timeline = withTotals(EMPTY_TIMELINE, totals, false);
  for (let i = 0; i < events.length; i++) {
    const isReset = resets[i] === '|';
    totals = {
      startedAtMs: totals.startedAtMs + (isReset ? 1 : 0),
      atMs: isReset ? 0 : totals.atMs + STATUS_MS,
      events: totals.events + (events[i] === '#' ? 1000 : 0),
      hotSwaps: totals.hotSwaps + (swaps[i] === 'x' ? 1 : 0),
      swapMs: totals.swapMs + (swaps[i] === 'x' ? 40 : 0),
      waitedMs: totals.waitedMs + (waits[i] === 'x' ? 300 : 0),
      coreWaitMs: totals.coreWaitMs + (cores[i] === 'x' ? 30 : 0),
      classLoads: totals.classLoads + (loads[i] === 'x' ? 3 : 0),
      classLoadMs: totals.classLoadMs + (loads[i] === 'x' ? 6 : 0),
      compilingMs: totals.compilingMs + (compiles[i] === 'x' ? 200 : 0),
      pausedMs: isReset ? 0 : totals.pausedMs + (pauses[i] === 'x' ? STATUS_MS : 0),
    };
    timeline = withTotals(timeline, totals, i === events.length - 1);
  }
  return timeline;
}

function texts({ samples }: Timeline): readonly string[] {
  return samples.map((sample) => plain(sampleText(sample)));
}

function plain(text: string): string {
  return text.replaceAll('\u202f', ' ');
}

/** 4, 4, 2: 2 of 4 s, 1 of 2 s. */
function picture(lengths: readonly number[]): string {
  const runs: { readonly length: number; count: number }[] = [];
  for (const length of lengths) {
    const last = runs.at(-1);
    if (last?.length === length) last.count++;
    else runs.push({ length, count: 1 });
  }
  return runs.map(({ length, count }) => `${count} of ${length} s`).join(', ');
}
