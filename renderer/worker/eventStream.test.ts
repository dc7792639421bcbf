import { afterEach, expect, test, vi } from 'vitest';
import { readEventStream } from './eventStream.ts';
import { LONGEST_TURN_MS } from './turns.ts';

const SLICES = 4;

afterEach(() => void vi.unstubAllGlobals());

test('the reading rests after a long turn as long as it is told to', async () => {
  const bytes = new Uint8Array(SLICES << 17);
  vi.stubGlobal('fetch', () => Promise.resolve(new Response(bytes)));
  const handedMs: number[] = [];
  const endsMs: number[] = [];
  await readEventStream(
    'http://engine/events',
    new AbortController().signal,
    () => {
      handedMs.push(performance.now());
      const endMs = performance.now() + LONGEST_TURN_MS;
      while (performance.now() < endMs) continue; // a turn is over
      endsMs.push(performance.now());
    },
    () => 30,
  );
  expect(handedMs.length).toBeGreaterThanOrEqual(SLICES);
  // A timer may be a ms early.
  for (let i = 1; i < handedMs.length; i++) expect(handedMs[i] - endsMs[i - 1]).toBeGreaterThan(28);
});
