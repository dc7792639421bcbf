import { expect, test } from 'vitest';
import { LONGEST_SCROLL_MS, SnapshotPacer, STANDING_MS } from './snapshotPacer.ts';

test('cheap snapshots come four times a second', () => {
  const pacer = new SnapshotPacer();
  expect(pacer.delayMs(0)).toBe(0);
  pacer.taken(2, 2);
  expect(pacer.delayMs(2)).toBe(248);
  expect(pacer.delayMs(250)).toBe(0);
});

test('dear snapshots take a tenth of the time at most', () => {
  const pacer = new SnapshotPacer();
  pacer.taken(200, 1200);
  expect(pacer.delayMs(1200)).toBe(1800);
  expect(200 / (200 + 1800)).toBe(0.1);
});

test('while the page scrolls none is taken, until the rows stand still', () => {
  const pacer = new SnapshotPacer();
  pacer.taken(2, 2);
  for (let nowMs = 240; nowMs < 1_000; nowMs += 16) {
    pacer.scrolled(nowMs);
    expect(pacer.delayMs(nowMs)).toBe(STANDING_MS);
  }
  pacer.scrolled(1_000);
  expect(pacer.delayMs(1_000 + STANDING_MS)).toBe(0);
});

test('a scroll without an end does not hold them back for ever', () => {
  const pacer = new SnapshotPacer();
  pacer.taken(2, 2);
  const lastMs = 250 + LONGEST_SCROLL_MS;
  pacer.scrolled(lastMs - 10);
  expect(pacer.delayMs(lastMs - 10)).toBe(10);
  pacer.scrolled(lastMs);
  expect(pacer.delayMs(lastMs)).toBe(0);
});
