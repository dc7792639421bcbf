import { expect, test } from 'vitest';
import { between, moved, panned, revealing, WHOLE, widened, zoomedAt } from './flameSpans.ts';

const QUARTER = { from: 0.5, to: 0.75 };

test('a zoom leaves its place where it is, and ends at the whole', () => {
  expect(zoomedAt(WHOLE, 2, 0.5)).toEqual({ from: 0.25, to: 0.75 });
  expect(zoomedAt(QUARTER, 2, 0)).toEqual({ from: 0.5, to: 0.625 });
  expect(zoomedAt(QUARTER, 0.1, 0.5)).toEqual(WHOLE);
});

test('a pan ends at the edges', () => {
  expect(panned(QUARTER, 0.5)).toEqual({ from: 0.625, to: 0.875 });
  expect(panned(QUARTER, 9)).toEqual({ from: 0.75, to: 1 });
  expect(panned(QUARTER, -9)).toEqual({ from: 0, to: 0.25 });
  expect(widened(QUARTER, 0.5)).toEqual({ from: 0.375, to: 0.875 });
});

test('what can be seen leaves the view as it is, and what cannot is brought into it', () => {
  const seen = { from: 0.5, to: 0.6 };
  expect(revealing(QUARTER, seen, 0.01)).toBe(QUARTER);
  expect(revealing(QUARTER, WHOLE, 0.01)).toBe(QUARTER);
  expect(revealing(QUARTER, { from: 0.8, to: 0.9 }, 0.01)).toEqual({ from: 0.65, to: 0.9 });
  const narrow = revealing(QUARTER, { from: 0.2, to: 0.2001 }, 0.01);
  expect(narrow.to - narrow.from).toBeCloseTo(0.00125);
  const wide = { from: 0.76, to: 1 };
  expect(revealing({ from: 0, to: 0.1 }, wide, 0.01)).toEqual(wide);
});

test('a way from view to view begins and ends there, and the zoom is even', () => {
  expect(between(WHOLE, QUARTER, 0)).toEqual(WHOLE);
  expect(between(WHOLE, QUARTER, 1)).toEqual(QUARTER);
  const { from, to } = between(WHOLE, QUARTER, 0.5);
  expect(to - from).toBeCloseTo(0.5);
});

test('a part of a frame moves with it', () => {
  const { from, to } = moved({ from: 0.6, to: 0.7 }, { from: 0.5, to: 0.75 }, { from: 0, to: 0.5 });
  expect([from, to]).toEqual([expect.closeTo(0.2), expect.closeTo(0.4)]);
});
