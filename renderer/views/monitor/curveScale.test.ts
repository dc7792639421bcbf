import { describe, expect, it } from 'vitest';
import { type CurveUnit, curvesOf } from '../../../shared/monitor/curves.ts';
import type { MonitorSample } from '../../../shared/monitor/monitorSample.ts';
import { agoText, agoTicks, nearest, shownTime, topOf } from './curveScale.ts';

/** Samples at such seconds. */
const at = (...seconds: readonly number[]): readonly MonitorSample[] =>
  seconds.map((second) => ({ atMs: second * 1000 }) as MonitorSample);

describe('the time that is shown', () => {
  it.each([
    [[], 0, 60],
    [[100], 40, 100],
    [[100, 110], 50, 110],
    [[100, 300], 100, 300],
    [[100, 900], 300, 900],
  ])('of samples at %j goes from %i to %i s', (seconds, from, to) => {
    expect(shownTime(at(...seconds))).toEqual({ fromMs: from * 1000, toMs: to * 1000 });
  });

  it.each([
    [60, 6, ['now', '−10 s', '−20 s', '−30 s', '−40 s', '−50 s', '−1 min']],
    [60, 3, ['now', '−20 s', '−40 s', '−1 min']],
    [600, 5, ['now', '−2 min', '−4 min', '−6 min', '−8 min', '−10 min']],
    [600, 1, ['now', '−10 min']],
  ])('%i s with %i labels', (seconds, most, labels) => {
    expect(agoTicks({ fromMs: 0, toMs: seconds * 1000 }, most).map(agoText)).toEqual(labels);
  });
});

it('the sample below the pointer is the nearest one', () => {
  const samples = at(10, 11, 12, 20);
  expect([0, 10.6, 15.9, 16.1, 99].map((second) => nearest(samples, second * 1000))).toEqual([0, 1, 2, 3, 3]);
  expect(nearest([], 5)).toBe(-1);
});

it.each<[CurveUnit, number, number]>([
  ['cores', 0, 0.1],
  ['cores', 0.34, 0.34],
  ['cores', 1.51, 1.6],
  ['cores', 15.1, 16],
  ['bytes', 0, 1 << 20],
  ['bytes', 33 << 20, 40 << 20],
  ['bytes', 64 << 20, 64 << 20],
  ['count', 1, 2],
  ['count', 7, 8],
  ['count', 45, 46],
  ['count', 14_230, 16_000],
  ['msPerS', 340, 340],
  ['msPerS', 341, 360],
])('an axis of %s up to %d ends at %d, and its half is as round', (unit, most, top) => {
  const [line] = curvesOf({ pools: [] })[0].lines;
  const sample = { processCores: most } as MonitorSample;
  expect(topOf([sample], [line], unit)).toBeCloseTo(top, 9);
});
