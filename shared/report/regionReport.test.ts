import { expect, test } from 'vitest';
import { PassHistogram } from '../recording/passHistogram.ts';
import { regionJson, regionText, type RegionResults } from './regionReport.ts';

function resultsOf(durationsNs: readonly number[], lost: number): RegionResults {
  const histogram = new PassHistogram();
  histogram.add(Uint32Array.from(durationsNs.flatMap((ns) => [ns, 0])), durationsNs.length, lost);
  return {
    method: 'com.acme.Shop::order(int)',
    lines: { first: 40, last: 52 },
    elapsedMs: 10_000,
    calibration: { emptyNs: 23.4, passNs: 48, spreadNs: 2.5 },
    summary: histogram.summary(),
  };
}

const RESULTS = resultsOf([...Array(30).fill(1500), ...Array(9).fill(1700), 3_200_000], 2_000_000);

test('the text says how many passes, how long, and how they are spread', () => {
  expect([...regionText(RESULTS)]).toEqual([
    'Region com.acme.Shop::order(int), lines 40-52',
    '2,000,040 passes in 10.0 s, 200,004 per second',
    '',
    '     min   1.50 µs',
    '    mean   81.5 µs',
    '    50 %   1.50 µs',
    '    90 %   1.70 µs',
    '    99 %   3.20 ms',
    '  99.9 %   3.20 ms',
    '     max   3.20 ms',
    '',
    'from  1.26 µs  39  ########################################',
    ...['2.00 µs', '3.16 µs', '5.01 µs', '7.94 µs', '12.6 µs', '20.0 µs', '31.6 µs', '50.1 µs'].map(
      (from) => `from ${from.padStart(8)}   0`,
    ),
    ...['79.4 µs', '126 µs', '200 µs', '316 µs', '501 µs', '794 µs', '1.26 ms'].map(
      (from) => `from ${from.padStart(8)}   0`,
    ),
    'from  2.00 ms   0',
    'from  3.16 ms   1  #',
    '',
    'times of 40 of 2,000,040 passes: the others came faster than they could be read; their number is exact all the same.',
    'Wall-clock times, callees and waits included; of a recursion, each activation has passes of its own.',
    'An empty pass measures 23 ns: about one clock read is in every time, nothing is taken out. A pass costs its thread ' +
      '48 ns ± 3 ns.',
  ]);
});

test('nothing has passed', () => {
  expect([...regionText({ ...resultsOf([], 0), lines: null })].slice(0, 3)).toEqual([
    'Region com.acme.Shop::order(int)',
    '0 passes in 10.0 s, 0 per second',
    '',
  ]);
});

test('the JSON has the same numbers', () => {
  const document = JSON.parse(regionJson(RESULTS)) as Record<string, unknown>;
  expect(document).toMatchObject({
    format: 'sluice-region',
    version: 1,
    method: 'com.acme.Shop::order(int)',
    lines: { first: 40, last: 52 },
    passes: 2_000_040,
    timed: 40,
    maxNs: 3_200_000,
  });
});
