import { expect, test } from 'vitest';
import { SnapshotPacer } from './snapshotPacer.ts';

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
