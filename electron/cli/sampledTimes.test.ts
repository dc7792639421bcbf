// @module-tag slow
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ensure } from '../../shared/base/assert.ts';
import { recordingResults } from '../../shared/recording/recordingResults.ts';
import type { Snapshot } from '../../shared/recording/snapshot.ts';
import { reportText } from '../../shared/report/reportText.ts';
import { wholeView } from '../../shared/report/reportView.ts';
import { recordingRequest } from '../../shared/testing/recordingRequest.ts';
import { Engine } from '../engine/engine.ts';
import type { JavaHome } from '../engine/jvms/jdkHome.ts';
import { compileJava, removeFolder, startJvm, TEST_JDKS, waitUntil } from '../engine/testing/javaFixture.ts';
import { canSampleCpuTime } from '../engine/flightRecorder/sampleJvm.ts';
import { Recorder } from './recording/recorder.ts';

/** Its thread knows by its own watch what each part of `work` takes; `steps` calls a small method 200,000 times. */
const KNOWN = `
public class Known {
  static final java.lang.management.ThreadMXBean CLOCK = java.lang.management.ManagementFactory.getThreadMXBean();
  static volatile long sum, calls, largeNs, smallNs, stepsNs;
  static long step(long s, int i) { if (s == 42) throw new Error(); return s * 31 + (i ^ (s >>> 7)); }
  static long large(int n) { long s = sum; for (int i = 0; i < n; i++) s = s * 31 + (i ^ (s >>> 7)); return s; }
  static long small(int n) { long s = sum; for (int i = 0; i < n; i++) s = s * 31 + (i ^ (s >>> 7)); return s; }
  static long steps(int n) { long s = sum; for (int i = 0; i < n; i++) s = step(s, i); return s; }
  static void work() {
    long a = CLOCK.getCurrentThreadCpuTime(); sum = large(600_000);
    long b = CLOCK.getCurrentThreadCpuTime(); sum = small(200_000);
    long c = CLOCK.getCurrentThreadCpuTime(); sum = steps(200_000);
    long d = CLOCK.getCurrentThreadCpuTime();
    largeNs += b - a; smallNs += c - b; stepsNs += d - c; calls++;
  }
  public static void main(String[] args) throws Exception {
    Thread worker = new Thread(() -> { for (;;) work(); }, "worker");
    worker.setDaemon(true);
    worker.start();
    while (calls < 500) Thread.sleep(10);
    System.out.println("ready");
    while (System.in.read() >= 0) {
      System.out.println("took " + largeNs + " " + smallNs + " " + stepsNs + " ns in " + calls + " calls;");
      largeNs = smallNs = stepsNs = calls = 0;
    }
  }
}`;

/** As Known: `packs` is at work in native code of the JDK. From an s on `counts` takes ten times as long. */
const PACKER = `
public class Packer {
  static final java.lang.management.ThreadMXBean CLOCK = java.lang.management.ManagementFactory.getThreadMXBean();
  static final byte[] BYTES = new byte[1 << 15], PACKED = new byte[1 << 16];
  static volatile long sum, calls, packsNs, countsNs;
  static volatile int longer = 1;
  static final java.util.zip.Deflater DEFLATER = new java.util.zip.Deflater();
  static void packs() { DEFLATER.reset(); DEFLATER.setInput(BYTES); DEFLATER.finish(); sum += DEFLATER.deflate(PACKED); }
  static long counts(int n) { long s = sum; for (int i = 0; i < n; i++) s = s * 31 + (i ^ (s >>> 7)); return s; }
  static void work() {
    long a = CLOCK.getCurrentThreadCpuTime(); packs();
    long b = CLOCK.getCurrentThreadCpuTime(); sum = counts(150_000 * longer);
    long c = CLOCK.getCurrentThreadCpuTime();
    packsNs += b - a; countsNs += c - b; calls++;
  }
  public static void main(String[] args) throws Exception {
    for (int i = 0; i < BYTES.length; i++) BYTES[i] = (byte) (i * i >>> 9 & 31);
    Thread worker = new Thread(() -> { for (;;) work(); }, "worker");
    worker.setDaemon(true);
    worker.start();
    while (calls < 500) Thread.sleep(10);
    System.out.println("ready");
    for (int key; (key = System.in.read()) >= 0; ) {
      if (key == 's') longer = 10;
      System.out.println("took " + packsNs + " " + countsNs + " ns in " + calls + " calls;");
      packsNs = countsNs = calls = 0;
    }
  }
}`;

const known = { mainClass: 'Known', folder: '' };
const packer = { mainClass: 'Packer', folder: '' };
beforeAll(() => {
  known.folder = compileJava('Known', KNOWN);
  packer.folder = compileJava('Packer', PACKER);
});
afterAll(() => {
  removeFolder(known.folder);
  removeFolder(packer.folder);
});

/** One of the programs, recorded with sampled times. */
interface Recorded {
  /** What each part of `work` took since the last time, ns, and at the end how many calls of it there were. */
  took(key?: 's' | 'x'): Promise<readonly number[]>;
  start(): Promise<void>;
  /** When there are more events than that. */
  stop(events: number): Promise<Snapshot>;
}

async function whileRecorded(
  java: JavaHome,
  { mainClass, folder }: { readonly mainClass: string; readonly folder: string },
  use: (program: Recorded) => Promise<void>,
): Promise<void> {
  const jvm = await startJvm({ java, arguments: ['-cp', folder, mainClass] });
  const engine = new Engine();
  try {
    const { sessionId } = await engine.attach(jvm.pid);
    const recorder = new Recorder(sessionId);
    engine.subscribe(recorder.learn);
    engine.setReader(sessionId, recorder.take);
    const told = (): readonly RegExpExecArray[] => [...jvm.output().matchAll(/took (.*);/g)];
    await use({
      async took(key = 'x') {
        const before = told().length;
        jvm.process.stdin?.write(key);
        await waitUntil(() => told().length > before, 'what it took');
        return [...told()[before][1].matchAll(/\d+/g)].map(Number);
      },
      async start() {
        await engine.start(sessionId, recordingRequest(`${mainClass}::work`, { sampledTimes: '5s' }));
      },
      async stop(events) {
        await waitUntil(() => recorder.trees.totals().events > events, 'some calls of work');
        return recorder.snapshot(await engine.stop(sessionId));
      },
    });
  } finally {
    await engine.close();
    await jvm.stop();
  }
}

/** @returns total sampled time, ns, and calls of the contexts of that method */
function sampledOf(snapshot: Snapshot, name: string): readonly [ns: number, calls: number] {
  const { all, methods } = recordingResults(snapshot);
  const { total } = ensure(all.metrics?.get('sampledNs'), 'sampled times');
  let [ns, calls] = [0, 0];
  for (let node = 1; node < all.length; node++) {
    if (methods.get(all.method[node]).name !== name) continue;
    ns += total[node];
    calls += all.calls[node];
  }
  return [ns, calls];
}

const TIMEOUT = { timeout: 120_000 };

describe.each(TEST_JDKS.filter(({ hasCompiler }) => hasCompiler))('sampled times of JDK $feature', (java) => {
  const byCpuTime = canSampleCpuTime(java.feature);

  it('are those of the bare program, where charged ones are not', TIMEOUT, () =>
    whileRecorded(java, known, async (program) => {
      await program.took(); // forgets the warm-up
      await program.start();
      const [largeNs, smallNs, stepsNs, calls] = await program.took();
      const snapshot = await program.stop(1_000_000);
      const ns = largeNs + smallNs + stepsNs;
      const [rootNs, rootCalls] = sampledOf(snapshot, 'work');
      const shareOf = (name: string): number => sampledOf(snapshot, name)[0] / rootNs;
      expect(Math.abs(shareOf('large') - largeNs / ns)).toBeLessThan(0.1);
      expect(Math.abs(shareOf('small') - smallNs / ns)).toBeLessThan(0.1);
      expect(Math.abs(shareOf('steps') - stepsNs / ns)).toBeLessThan(0.1);
      const perCall = rootNs / rootCalls / (ns / calls);
      expect(perCall).toBeGreaterThan(0.7);
      expect(perCall).toBeLessThan(1.4);
      const source = byCpuTime ? 'cpuSamples' : 'samples';
      expect(snapshot.bareSamples?.phases).toMatchObject([
        { when: 'before', source },
        { when: 'after', source },
      ]);
      expect(snapshot.threads.find(({ name }) => name === 'worker')?.cpu?.ranNs).toBeGreaterThan(0);
      const text = [...reportText(snapshot, { view: wholeView('hot'), top: null, names: 'short' })];
      const head = text.findIndex((line) => line.includes('Self Time (sampled)'));
      expect(text[head + 1]).toMatch(/Known\.large\(int\)$/);
    }),
  );

  it.runIf(byCpuTime)('have time in native code at the method that calls it', TIMEOUT, () =>
    whileRecorded(java, packer, async (program) => {
      await program.took();
      await program.start();
      const snapshot = await program.stop(1_000);
      const [packsNs, countsNs] = await program.took();
      const [packs, counts] = ['packs', 'counts'].map((name) => sampledOf(snapshot, name)[0]);
      const share = packs / (packs + counts);
      expect(Math.abs(share - packsNs / (packsNs + countsNs))).toBeLessThan(0.1);
      expect(share).toBeGreaterThan(0.3); // by the timer next to none of it would be seen
    }),
  );

  it('have the mean of both phases for a call of the root that takes longer in the second one', TIMEOUT, () =>
    whileRecorded(java, packer, async (program) => {
      const nsOfCall = ([packsNs, countsNs, calls]: readonly number[]): number =>
        (packsNs + countsNs) / calls;
      await program.took();
      await program.start();
      const early = nsOfCall(await program.took());
      await program.took('s');
      const snapshot = await program.stop(1_000);
      const late = nsOfCall(await program.took());
      expect(late).toBeGreaterThan(2 * early);
      const mean = 2 / (1 / early + 1 / late); // of phases of one length
      const [rootNs, rootCalls] = sampledOf(snapshot, 'work');
      expect(rootNs / rootCalls / mean).toBeGreaterThan(0.8);
      expect(rootNs / rootCalls / mean).toBeLessThan(1.25);
    }),
  );
});
