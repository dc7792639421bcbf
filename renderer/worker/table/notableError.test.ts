import { expect, it } from 'vitest';
import { notableError } from './notableError.ts';

const tree = (selfNs: number[], errorNs: number[]) => ({
  length: selfNs.length,
  selfNs: Float64Array.from(selfNs),
  errorNs: Float64Array.from(errorNs),
});

it('is of the rows that have a hundredth of the time by themselves, and of no smaller one', () => {
  expect(notableError(tree([0, 600, 390, 9, 1], [0, 60, 39, 900, 900]), 1_000)).toBeCloseTo(0.1);
});

it('is nothing where there are no times, or all rows are small', () => {
  expect(notableError(tree([0, 0, 0], [0, 5, 5]), 0)).toBe(0);
  expect(notableError(tree([0, 1, 1], [0, 5, 5]), 1_000)).toBe(0);
});

it('of samples is smaller the more rows there are, for chance evens out', () => {
  const samples = { ...tree([0, 300, 300, 300], [0, 30, 30, 30]), independentErrors: true as const };
  expect(notableError(samples, 900)).toBeCloseTo((30 * Math.sqrt(3)) / 900);
});
