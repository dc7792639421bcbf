import { expect, it } from 'vitest';
import { Stopwatch } from './stopwatch.ts';

/** Keeps the core busy until the clock has moved on. */
function work(ms: number): void {
  for (const untilMs = performance.now() + ms; performance.now() < untilMs;);
}

it('adds pieces up, hands on what they answer and throw, and counts what is within another once', () => {
  const stopwatch = new Stopwatch();
  expect(stopwatch.time(() => 7)).toBe(7);
  expect(() =>
    stopwatch.time(() => {
      stopwatch.time(() => work(5));
      throw new Error('failed');
    }),
  ).toThrow('failed');
  const onceMs = stopwatch.elapsedMs;
  expect(onceMs).toBeGreaterThanOrEqual(5);
  const beganMs = performance.now();
  stopwatch.time(() => stopwatch.time(() => work(5)));
  const tookMs = performance.now() - beganMs;
  expect(stopwatch.elapsedMs - onceMs).toBeLessThanOrEqual(tookMs);
  stopwatch.reset();
  expect(stopwatch.elapsedMs).toBe(0);
});
