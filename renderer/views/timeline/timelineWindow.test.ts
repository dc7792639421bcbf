import { expect, it } from 'vitest';
import { panned, revealing, zoomed } from './timelineWindow.ts';

const WHOLE = { fromNs: 0, toNs: 1_000_000 };

it('zooms around the pointer, in and out to the whole', () => {
  const near = zoomed(WHOLE, WHOLE, 2, 0.25);
  expect(near).toEqual({ fromNs: 125_000, toNs: 625_000 });
  expect(zoomed(near, WHOLE, 0.5, 0.25)).toEqual(WHOLE);
  expect(zoomed(near, WHOLE, 0.001, 0.9)).toEqual(WHOLE);
});

it('zooms to 1 µs at most', () => {
  const near = zoomed(WHOLE, WHOLE, 1e9, 0.5);
  expect(near.toNs - near.fromNs).toBeCloseTo(1_000, 5);
});

it('stays within the recording as it is moved', () => {
  const near = { fromNs: 600_000, toNs: 800_000 };
  expect(panned(near, WHOLE, 0.5)).toEqual({ fromNs: 700_000, toNs: 900_000 });
  expect(panned(near, WHOLE, 5)).toEqual({ fromNs: 800_000, toNs: 1_000_000 });
  expect(panned(near, WHOLE, -9)).toEqual({ fromNs: 0, toNs: 200_000 });
});

it('goes to an event that is out of view, and only then', () => {
  const near = { fromNs: 600_000, toNs: 800_000 };
  expect(revealing(near, WHOLE, 700_000)).toBe(near);
  expect(revealing(near, WHOLE, 300_000)).toEqual({ fromNs: 200_000, toNs: 400_000 });
});
