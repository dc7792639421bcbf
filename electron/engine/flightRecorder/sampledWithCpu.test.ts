// @module-tag slow
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { SAMPLES } from '../../../shared/metrics/furtherMetrics.ts';
import { decodeSnapshot } from '../../../shared/recording/file/snapshotCodec.ts';
import { compileJava, removeFolder, startJvm, TEST_JDKS } from '../testing/javaFixture.ts';
import { canSampleCpuTime } from './sampleJvm.ts';
import { sampledWithCpu } from './sampledWithCpu.ts';

/** Works; with an argument it takes the signal of a sampler by CPU time to itself, as another profiler does. */
const GREEDY = `
public class Greedy {
  static volatile long sum;
  public static void main(String[] args) throws Exception {
    Thread worker = new Thread(() -> { for (;;) work(); }, "worker");
    worker.setDaemon(true);
    worker.start();
    if (args.length > 0) {
      Thread greedy = new Thread(() -> {
        try {
          for (;;) {
            sun.misc.Signal.handle(new sun.misc.Signal("PROF"), signal -> {});
            Thread.sleep(1);
          }
        } catch (InterruptedException e) { }
      });
      greedy.setDaemon(true);
      greedy.start();
    }
    System.out.println("ready");
    while (System.in.read() >= 0) { }
  }
  static void work() { for (int i = 0; i < 1_000_000; i++) sum += i ^ sum; }
}`;
/** A clock of the system ticks each 4 ms, or each 10. */
const MOST_NS_PER_SAMPLE = 20e6;
const OPTIONS = { durationMs: 1_500, periodMs: 1, events: [] };

let classes = '';
beforeAll(() => void (classes = compileJava('Greedy', GREEDY)));
afterAll(() => removeFolder(classes));

describe.each(TEST_JDKS.filter(({ hasCompiler }) => hasCompiler))('samples of JDK $feature', (java) => {
  it.each([
    { what: 'are taken once', arguments: [], phases: 1 },
    {
      what: 'are taken by the timer where another profiler has the signal of those by CPU time',
      ...{ arguments: ['greedy'], phases: canSampleCpuTime(java.feature) ? 2 : 1 },
    },
  ])('$what', async ({ arguments: more, phases }) => {
    const jvm = await startJvm({ java, arguments: ['-cp', classes, 'Greedy', ...more] });
    try {
      let started = 0;
      const signal = new AbortController().signal;
      const { recording, fellBack } = await sampledWithCpu(jvm.pid, OPTIONS, signal, () => started++);
      expect([started, fellBack]).toEqual([phases, phases === 2]);
      const { clock, threads } = decodeSnapshot(recording);
      expect(clock).toBe(canSampleCpuTime(java.feature) && !fellBack ? 'cpuSamples' : 'samples');
      const worker = threads.find(({ name }) => name === 'worker');
      const samples = worker?.table.more?.get(SAMPLES)?.reduce((sum, count) => sum + count, 0) ?? 0;
      const ranNs = worker?.cpu?.ranNs ?? 0;
      expect(ranNs).toBeGreaterThan(0);
      expect(samples * MOST_NS_PER_SAMPLE).toBeGreaterThan(ranNs);
    } finally {
      await jvm.stop();
    }
  });
});
