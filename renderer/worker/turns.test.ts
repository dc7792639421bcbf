import { expect, test } from 'vitest';
import { ReadingRests } from './turns.ts';

test('with few cores the reading rests while the page asks, and goes on without a rest a moment later', () => {
  const rests = new ReadingRests(2);
  expect(rests.restMs(1_000)).toBe(0);
  rests.asked(1_000);
  expect(rests.restMs(1_001)).toBeGreaterThan(0);
  expect(rests.restMs(1_249)).toBeGreaterThan(0);
  expect(rests.restMs(1_250)).toBe(0);
});

test('with enough cores it never rests', () => {
  const rests = new ReadingRests(4);
  rests.asked(1_000);
  expect(rests.restMs(1_001)).toBe(0);
});
