import { expect, it } from 'vitest';
import { Stopwatch } from './stopwatch.ts';

/** Keeps the core busy until the clock has moved on. */
function work(ms: number): void {
  for (const untilMs = performance.now() + ms; performance.now() < untilMs;);
}

/** Work by a clock of its own. @returns at which ms it told that it gets on */
function tellsOf(pieceMs: number, msPerStep: number): number[] {
  let nowMs = 0;
  const told: number[] = [];
  const stopwatch = new Stopwatch(
    () => told.push(nowMs),
    () => nowMs,
  );
  stopwatch.time(() => {
    for (; nowMs < pieceMs; nowMs += msPerStep) stopwatch.step();
  });
  nowMs += 1_000;
  for (let i = 0; i < 100; i++) stopwatch.step(); // of no piece
  return told;
}

it('a long piece tells that it gets on, well within the 2 s that a first call waits, until it hangs', () => {
  expect(tellsOf(200, 1)).toEqual([]);
  const told = tellsOf(60_000, 10);
  expect(told.length).toBeGreaterThan(40);
  told.reduce((before, now) => {
    expect(now - before).toBeLessThan(500);
    return now;
  }, 0);
  expect(told.at(-1)).toBeGreaterThan(19_000);
  expect(told.at(-1)).toBeLessThanOrEqual(20_000);
});

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
