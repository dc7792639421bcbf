import { setTimeout as delay } from 'node:timers/promises';
import { expect, test } from '@playwright/test';
import { Samplings } from '../electron/engine/flightRecorder/samplings.ts';
import { recordingResults } from '../shared/recording/recordingResults.ts';
import { decodeSnapshot } from '../shared/recording/file/snapshotCodec.ts';
import { JDKS } from './fixtures/jdks.ts';
import { startTarget } from './fixtures/targets.ts';

const SAMPLED_MS = 115_000;
const BEFORE_MS = 70_000;
const CHANGES = 9;
/** The JVM writes once a second: what just happened is half a second old in the mean before anybody can read it. */
const MOST_BEHIND_MS = 1_500;
const METHODS = ['odd', 'even'] as const;

/** Samples of each method. */
function samplesOf(recording: Uint8Array): Readonly<Record<(typeof METHODS)[number], number>> {
  const { all, methods } = recordingResults(decodeSnapshot(recording));
  const sums = { odd: 0, even: 0 };
  const samples = all.metrics?.get('samples');
  for (let node = 1; node < all.length; node++) {
    const { name } = methods.get(all.method[node]);
    if (name === 'odd' || name === 'even') sums[name] += samples?.total[node] ?? 0;
  }
  return sums;
}

for (const jdk of JDKS) {
  test(`what runs now is ${MOST_BEHIND_MS / 1000} s behind at most after a minute of six busy threads, ${jdk.name}`, async () => {
    test.setTimeout(240_000);
    const program = await startTarget(jdk, 'SixBusy');
    const samplings = new Samplings();
    const seen = { odd: 0, even: 0 };
    let onSeen = (): void => {};
    try {
      const startMs = performance.now();
      const sampling = samplings.sample(
        program.pid,
        SAMPLED_MS,
        {},
        () => {},
        (id) => {
          Object.assign(seen, samplesOf(samplings.take(id) ?? new Uint8Array()));
          onSeen();
        },
      );
      const over = sampling.then(() => {
        throw new Error('the sampling ended before the last change was seen');
      });
      await Promise.race([over, delay(BEFORE_MS)]);
      const behindMs: number[] = [];
      for (let change = 0; change < CHANGES; change++) {
        const next = METHODS[change % 2];
        const had = seen[next];
        const changedMs = performance.now();
        await program.send('run');
        const isSeen = new Promise<void>((resolve) => {
          onSeen = () => void (seen[next] > had && resolve());
        });
        await Promise.race([over, isSeen]);
        behindMs.push(performance.now() - changedMs);
        await delay(400 + 137 * change); // not in step with the JVM's seconds
      }
      const sorted = behindMs.toSorted((a, b) => a - b);
      const samples = seen.odd + seen.even;
      const atS = (performance.now() - startMs) / 1000;
      const text = `median ${sorted[CHANGES >> 1].toFixed(0)} ms, most ${sorted[CHANGES - 1].toFixed(0)} ms, ${samples} samples after ${atS.toFixed(0)} s`;
      test.info().annotations.push({ type: 'behind', description: text });
      console.log(`  ${jdk.name}: ${text}`);
      expect(sorted[CHANGES >> 1], text).toBeLessThan(MOST_BEHIND_MS);
    } finally {
      samplings.cancelAll();
      await program.stop();
    }
  });
}
