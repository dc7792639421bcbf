import { expect, it } from 'vitest';
import { phaseDifference, type PhaseDifference } from './phaseDifference.ts';

function difference(before: readonly number[], after: readonly number[]): PhaseDifference | null {
  const counts = (all: readonly number[]): Map<number, number> =>
    new Map(all.map((count, i) => [16 + i, count]));
  return phaseDifference(counts(before), counts(after));
}

it('is none where chance explains it, or one phase is empty', () => {
  expect(difference([600, 300, 100], [580, 310, 110])).toBeNull();
  expect(difference([6, 3, 1], [2, 5, 3])).toBeNull();
  expect(difference([600], [])).toBeNull();
});

it('is none where it is certain and small: samples that follow each other are alike', () => {
  expect(difference([60_000, 40_000], [58_000, 42_000])).toBeNull();
});

it('names what differs most', () => {
  expect(difference([600, 300, 100], [300, 600, 100])).toMatchObject({
    share: 0.3,
    methods: [{ method: 16, before: 0.6, after: 0.3 }, { method: 17 }, { method: 18 }],
  });
});
