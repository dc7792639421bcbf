import { expect, it } from 'vitest';
import { RowTrends, STEP_MS, TREND_STEPS } from './rowTrends.ts';

/** Notes one row's values, a step after the other. */
function noted(values: readonly number[], trends = new RowTrends(), node = 1): RowTrends {
  values.forEach((value, step) => trends.note('calls', [[node, value]], step * STEP_MS));
  return trends;
}

it('a row has grown by what it has more at the end of each step than at the end of the one before', () => {
  const trends = noted([5, 7]);
  trends.note('calls', [[1, 8]], 1.5 * STEP_MS); // later in the same step
  expect(trends.of(1)).toBeNull(); // no step is over that began with a value
  trends.note('calls', [[1, 8]], 2 * STEP_MS);
  expect(trends.of(1)).toEqual([3]);
});

it('tells the last minute and no more', () => {
  const trends = noted(Array.from({ length: 100 }, (_, step) => step * step));
  const growths = Array.from({ length: TREND_STEPS - 1 }, (_, i) => 2 * (99 - TREND_STEPS + 1 + i) - 1);
  expect(trends.of(1)).toEqual(growths);
});

it('shares out what a row has grown by while it was away, however long', () => {
  const trends = noted([0]);
  trends.note('calls', [[1, 40]], 4 * STEP_MS);
  trends.note('calls', [[1, 40]], 5 * STEP_MS);
  expect(trends.of(1)).toEqual([10, 10, 10, 10]);
  trends.note('calls', [[1, 1040]], 1005 * STEP_MS);
  trends.note('calls', [[1, 1040]], 1006 * STEP_MS);
  expect(trends.of(1)).toEqual(Array.from({ length: TREND_STEPS - 1 }, () => 1));
});

it('takes a time that was corrected to less for no growth', () => {
  expect(noted([10, 9, 12, 12]).of(1)).toEqual([0, 3]);
});

it('is the same object within a step, so that a row that is scrolled is not drawn again', () => {
  const trends = noted([1, 2, 3]);
  expect(trends.of(1)).toBe(trends.of(1));
  const before = trends.of(1);
  trends.note('calls', [[1, 3]], 2.5 * STEP_MS);
  expect(trends.of(1)).toBe(before);
  expect(trends.note('calls', [[1, 3]], 3 * STEP_MS)).toBe(true);
  expect(trends.of(1)).not.toBe(before);
});

it('forgets all when the numbers are others, or the nodes', () => {
  const trends = noted([1, 2, 3]);
  expect(trends.note('self', [[1, 9]], 2 * STEP_MS)).toBe(true);
  expect(trends.of(1)).toBeNull();
});

it('keeps no more than 1024 rows, those that were in view last', () => {
  const trends = new RowTrends();
  for (let first = 0; first < 100_000; first += 400) {
    const rows = Array.from({ length: 400 }, (_, i) => [first + i, i] as const);
    trends.note('calls', rows, first);
  }
  expect(trends.size).toBe(1024);
  trends.note('calls', [[99_999, 400]], 100_000 + 2 * STEP_MS);
  expect(trends.of(99_999)).not.toBeNull();
  expect(trends.of(0)).toBeNull();
});
