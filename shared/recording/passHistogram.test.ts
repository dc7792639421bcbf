import fc from 'fast-check';
import { expect, test } from 'vitest';
import { PassHistogram } from './passHistogram.ts';

function histogramOf(durationsNs: readonly number[], lost = 0): PassHistogram {
  const histogram = new PassHistogram();
  const words = durationsNs.flatMap((ns) => [ns >>> 0, Math.floor(ns / 2 ** 32)]);
  histogram.add(Uint32Array.from(words), durationsNs.length, lost);
  return histogram;
}

test('nothing has passed yet', () => {
  expect(histogramOf([]).summary()).toEqual({
    passes: 0,
    timed: 0,
    minNs: 0,
    meanNs: 0,
    maxNs: 0,
    percentiles: [50, 90, 99, 99.9].map((percent) => ({ percent, ns: 0 })),
    bars: [],
  });
});

test('numbers are exact, percentiles those of the times that are known', () => {
  const summary = histogramOf([...Array(98).fill(100), 1000, 50_000_000], 7).summary();
  expect(summary).toMatchObject({ passes: 107, timed: 100, minNs: 100, maxNs: 50_000_000, meanNs: 500_108 });
  expect(summary.percentiles.map(({ ns }) => ns)).toEqual([100, 100, 1000, 50_000_000]);
});

test('bars are tenths of a decade, without gaps, from the shortest to the longest pass', () => {
  const { bars } = histogramOf([100, 125, 126, 999, 1000]).summary();
  const picture = bars.map(({ fromNs, passes }) => `${Math.round(fromNs)} ${'#'.repeat(passes)}`.trim());
  expect(picture).toEqual([
    '100 ##',
    '126 #',
    '158',
    '200',
    '251',
    '316',
    '398',
    '501',
    '631',
    '794 #',
    '1000 #',
  ]);
});

test('whatever the times are, percentiles and bars fit a sorted list of them', () => {
  const duration = fc.oneof(
    fc.nat(3000),
    fc.nat(2 ** 31 - 1),
    fc.maxSafeNat().map((n) => n % 2 ** 44),
  );
  fc.assert(
    fc.property(fc.array(duration, { minLength: 1, maxLength: 300 }), (durations) => {
      const histogram = histogramOf(durations);
      histogram.summary(); // asked now and then
      histogram.add(new Uint32Array(0), 0, 0);
      const { percentiles, bars, minNs, maxNs, timed } = histogram.summary();
      const sorted = [...durations].sort((a, b) => a - b);
      expect([minNs, maxNs, timed]).toEqual([sorted[0], sorted[sorted.length - 1], sorted.length]);
      for (const { percent, ns } of percentiles) {
        const exact = sorted[Math.max(0, Math.ceil((percent / 100) * sorted.length - 1e-9) - 1)];
        expect(Math.abs(ns - exact)).toBeLessThanOrEqual(exact / 1000 + 1);
      }
      expect(bars.reduce((sum, { passes }) => sum + passes, 0)).toBe(sorted.length);
    }),
    { seed: 25, numRuns: 40 },
  );
});
