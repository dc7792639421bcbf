import { expect, it } from 'vitest';
import { jfrRecording } from '../../../shared/importers/jfrRecording.ts';
import { LiveRecording, type ChunkPart } from '../../../shared/importers/liveRecording.ts';
import { recordingResults } from '../../../shared/recording/recordingResults.ts';
import type { Snapshot } from '../../../shared/recording/snapshot.ts';
import { isOfSluice } from '../../../shared/threads/toolThreads.ts';
import { compileJava, removeFolder, startJvm, TEST_JDKS, waitUntil } from '../testing/javaFixture.ts';
import { sampleJvm } from './sampleJvm.ts';
import { sampledSnapshot } from './sampledFile.ts';

/** Works in `first` until it reads something, in `second` from then on. */
const PHASES = `
public class TwoPhases {
  static volatile long sum;
  static void first() { for (int i = 0; i < 1_000_000; i++) sum += i ^ sum; }
  static void second() { for (int i = 0; i < 1_000_000; i++) sum -= i ^ sum; }
  public static void main(String[] args) throws Exception {
    System.out.println("ready");
    while (System.in.available() == 0) first();
    for (;;) second();
  }
}`;

function samplesOf(snapshot: Snapshot | null, method: string): number {
  if (snapshot === null) return 0;
  const { all, methods } = recordingResults(snapshot);
  const nodes = Array.from(all.method.subarray(0, all.length).keys());
  return nodes
    .filter((node) => node > 0 && methods.get(all.method[node]).name === method)
    .reduce((sum, node) => sum + (all.metrics?.get('samples')?.self[node] ?? 0), 0);
}

it.each(TEST_JDKS.filter(({ hasCompiler }) => hasCompiler))(
  'JDK $feature: what is sampled is told while it goes on, with all that was told before',
  async (java) => {
    const classes = compileJava('TwoPhases', PHASES);
    const jvm = await startJvm({ java, arguments: ['-cp', classes, 'TwoPhases'] });
    const stop = new AbortController();
    const told: Snapshot[] = [];
    const last = (): Snapshot | null => told.at(-1) ?? null;
    try {
      const known = { pid: jvm.pid, mainClass: '', javaVersion: '', vmName: '' };
      const live = new LiveRecording(isOfSluice);
      const chunks: Buffer[] = [];
      const onMore = (parts: readonly ChunkPart[]): Promise<void> => {
        live.add(parts);
        told.push(live.snapshot());
        for (const { chunk, at, header, bytes } of parts) {
          expect(at).toBe(chunks.at(chunk)?.length ?? 0); // nothing twice, nothing left out
          chunks[chunk] = Buffer.concat([...(chunk in chunks ? [chunks[chunk]] : []), bytes]);
          chunks[chunk].set(header);
        }
        return Promise.resolve();
      };
      const options = { durationMs: 60_000, periodMs: 10, cpuTime: 'beside' as const, waits: true, onMore };
      const sampling = sampleJvm(jvm.pid, options, stop.signal, () => {});
      await waitUntil(() => samplesOf(last(), 'first') > 0, 'samples of the first phase');
      expect(samplesOf(last(), 'second')).toBe(0);
      jvm.process.stdin?.write('x');
      await waitUntil(() => samplesOf(last(), 'second') > 0, 'samples of the second phase');
      stop.abort();
      const { file } = await sampling;
      expect(told.length).toBeGreaterThan(1);
      expect(last()).toEqual(jfrRecording(Buffer.concat(chunks), isOfSluice));
      const whole = sampledSnapshot({ file, jvm: known, ran: new Map() });
      const counts = [...told, whole].map((one) => samplesOf(one, 'first') + samplesOf(one, 'second'));
      expect(counts).toEqual(counts.toSorted((a, b) => a - b));
      // Nodes keep their places: what is selected in the window stays.
      const [early] = told.at(0)?.threads ?? [];
      const late = whole.threads.find(({ id }) => id === early.id);
      expect(late?.table.method.slice(0, early.table.length)).toEqual(early.table.method);
    } finally {
      await jvm.stop();
      removeFolder(classes);
    }
  },
);
