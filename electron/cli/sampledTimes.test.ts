import { afterAll, beforeAll, expect, it } from 'vitest';
import { ensure } from '../../shared/base/assert.ts';
import { recordingResults } from '../../shared/recording/recordingResults.ts';
import { reportText } from '../../shared/report/reportText.ts';
import { wholeView } from '../../shared/report/reportView.ts';
import { recordingRequest } from '../../shared/testing/recordingRequest.ts';
import { Engine } from '../engine/engine.ts';
import { compileJava, removeFolder, startJvm, TEST_JDKS, waitUntil } from '../engine/testing/javaFixture.ts';
import { canSampleCpuTime } from '../engine/flightRecorder/sampleJvm.ts';
import { Recorder } from './recorder.ts';

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

let classes = '';
let packer = '';
beforeAll(() => {
  classes = compileJava('Known', KNOWN);
  packer = compileJava('Packer', PACKER);
});
afterAll(() => {
  removeFolder(classes);
  removeFolder(packer);
});

it.each(TEST_JDKS.filter(({ hasCompiler }) => hasCompiler))(
  'JDK $feature: sampled times are those of the bare program, where charged ones are not',
  { timeout: 120_000 },
  async (java) => {
    const jvm = await startJvm({ java, arguments: ['-cp', classes, 'Known'] });
    const engine = new Engine();
    try {
      const { sessionId } = await engine.attach(jvm.pid);
      const recorder = new Recorder(sessionId);
      engine.subscribe(recorder.learn);
      engine.setReader(sessionId, recorder.take);
      const request = recordingRequest('Known::work', { sampledTimes: '5s' });
      jvm.process.stdin?.write('x'); // forgets the warm-up
      await engine.start(sessionId, request);
      jvm.process.stdin?.write('x');
      await waitUntil(() => recorder.trees.totals().events > 1_000_000, 'some calls of work');
      const snapshot = recorder.snapshot(await engine.stop(sessionId));
      const bare = ensure([...jvm.output().matchAll(/took (.*);/g)][1], 'what it took')[1];
      const [largeNs, smallNs, stepsNs, calls] = [...bare.matchAll(/\d+/g)].map(Number);
      const ns = largeNs + smallNs + stepsNs;
      const { all, methods } = recordingResults(snapshot);
      const column = ensure(all.metrics?.get('sampledNs'), 'sampled times');
      const nodesOf = (name: string): number[] =>
        Array.from({ length: all.length - 1 }, (_, i) => i + 1).filter(
          (node) => methods.get(all.method[node]).name === name,
        );
      const [root] = nodesOf('work');
      const shareOf = (name: string): number => column.total[nodesOf(name)[0]] / column.total[root];
      expect(Math.abs(shareOf('large') - largeNs / ns)).toBeLessThan(0.1);
      expect(Math.abs(shareOf('small') - smallNs / ns)).toBeLessThan(0.1);
      expect(Math.abs(shareOf('steps') - stepsNs / ns)).toBeLessThan(0.1);
      const perCall = column.total[root] / all.calls[root] / (ns / calls);
      expect(perCall).toBeGreaterThan(0.7);
      expect(perCall).toBeLessThan(1.4);
      expect(snapshot.bareSamples?.phases.map(({ when }) => when)).toEqual(['before', 'after']);
      expect(snapshot.threads.find(({ name }) => name === 'worker')?.cpu?.ranNs).toBeGreaterThan(0);
      const text = [...reportText(snapshot, { view: wholeView('hot'), top: null, names: 'short' })];
      const head = text.findIndex((line) => line.includes('Self Time (sampled)'));
      expect(text[head + 1]).toMatch(/Known\.large\(int\)$/);
    } finally {
      await engine.close();
      await jvm.stop();
    }
  },
);

it.each(TEST_JDKS.filter(({ hasCompiler, feature }) => hasCompiler && canSampleCpuTime(feature)))(
  'JDK $feature: time in native code is that of the method that calls it',
  { timeout: 120_000 },
  async (java) => {
    const jvm = await startJvm({ java, arguments: ['-cp', packer, 'Packer'] });
    const engine = new Engine();
    try {
      const { sessionId } = await engine.attach(jvm.pid);
      const recorder = new Recorder(sessionId);
      engine.subscribe(recorder.learn);
      engine.setReader(sessionId, recorder.take);
      jvm.process.stdin?.write('x'); // forgets the warm-up
      await engine.start(sessionId, recordingRequest('Packer::work', { sampledTimes: '5s' }));
      await waitUntil(() => recorder.trees.totals().events > 1_000, 'some calls of work');
      const snapshot = recorder.snapshot(await engine.stop(sessionId));
      jvm.process.stdin?.write('x');
      await waitUntil(() => [...jvm.output().matchAll(/took (.*);/g)].length === 2, 'what it took');
      const took = [...jvm.output().matchAll(/took (\d+) (\d+) ns/g)][1];
      const [packsNs, countsNs] = [Number(took[1]), Number(took[2])];
      const { all, methods } = recordingResults(snapshot);
      const column = ensure(all.metrics?.get('sampledNs'), 'sampled times');
      const totalOf = (name: string): number =>
        Array.from({ length: all.length - 1 }, (_, i) => i + 1)
          .filter((node) => methods.get(all.method[node]).name === name)
          .reduce((sum, node) => sum + column.total[node], 0);
      const share = totalOf('packs') / (totalOf('packs') + totalOf('counts'));
      expect(Math.abs(share - packsNs / (packsNs + countsNs))).toBeLessThan(0.1);
      expect(share).toBeGreaterThan(0.3); // by the timer next to none of it would be seen
    } finally {
      await engine.close();
      await jvm.stop();
    }
  },
);

it.each(TEST_JDKS.filter(({ hasCompiler }) => hasCompiler))(
  'JDK $feature: a call of the root takes the mean of both phases, where it takes longer in the second one',
  { timeout: 120_000 },
  async (java) => {
    const jvm = await startJvm({ java, arguments: ['-cp', packer, 'Packer'] });
    const engine = new Engine();
    /** Of a call since the last time. */
    const nsOfCall = async (key: string): Promise<number> => {
      const told = (): RegExpExecArray[] => [...jvm.output().matchAll(/took (\d+) (\d+) ns in (\d+)/g)];
      const before = told().length;
      jvm.process.stdin?.write(key);
      await waitUntil(() => told().length > before, 'what it took');
      const [packsNs, countsNs, calls] = told()[before].slice(1).map(Number);
      return (packsNs + countsNs) / calls;
    };
    try {
      const { sessionId } = await engine.attach(jvm.pid);
      const recorder = new Recorder(sessionId);
      engine.subscribe(recorder.learn);
      engine.setReader(sessionId, recorder.take);
      await nsOfCall('x'); // forgets the warm-up
      await engine.start(sessionId, recordingRequest('Packer::work', { sampledTimes: '5s' }));
      const early = await nsOfCall('x');
      await waitUntil(() => recorder.trees.totals().events > 1_000, 'some calls of work');
      await nsOfCall('s');
      const snapshot = recorder.snapshot(await engine.stop(sessionId));
      const late = await nsOfCall('x');
      const { all, methods } = recordingResults(snapshot);
      const root = all.method.findIndex((id, node) => node > 0 && methods.get(id).name === 'work');
      const column = ensure(all.metrics?.get('sampledNs'), 'sampled times');
      const mean = 2 / (1 / early + 1 / late); // of phases of one length
      expect(late).toBeGreaterThan(2 * early);
      expect(column.total[root] / all.calls[root] / mean).toBeGreaterThan(0.8);
      expect(column.total[root] / all.calls[root] / mean).toBeLessThan(1.25);
    } finally {
      await engine.close();
      await jvm.stop();
    }
  },
);
