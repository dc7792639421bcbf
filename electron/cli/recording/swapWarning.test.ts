import { expect, it } from 'vitest';
import { NOTHING_COUNTED, type TimelineSample } from '../../../shared/recording/timeline.ts';
import { swapWarning } from './swapWarning.ts';

const sample = (fromMs: number, toMs: number, swapMs: number): TimelineSample => ({
  ...NOTHING_COUNTED,
  ...{ fromMs, toMs, events: 28, hotSwaps: 5, swapMs },
});

it('a recording that was mostly hot swaps is told as such', () => {
  expect(swapWarning([sample(0, 2000, 1900), sample(2000, 5000, 800)])).toMatch(
    /^hot swaps took 2\.70 s of the 5\.00 s recorded/,
  );
});

it('one that went on after them is not', () => {
  expect(swapWarning([sample(0, 2000, 1900), sample(2000, 30_000, 800)])).toBeNull();
  expect(swapWarning([])).toBeNull();
});
