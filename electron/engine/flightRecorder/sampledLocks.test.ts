import { expect, it } from 'vitest';
import { ensure } from '../../../shared/base/assert.ts';
import { recordingResults } from '../../../shared/recording/recordingResults.ts';
import { rowFields } from '../../../shared/report/dataSetReport.ts';
import { compileJava, removeFolder, startJvm, TEST_JDKS, waitUntil } from '../testing/javaFixture.ts';
import { sampledRecording } from '../testing/sampledRecording.ts';

/** For each line that it reads: 10 enters of a lock that "holder" has for 50 ms, 5 waits of 20 ms, a nap of 60 ms. */
const LOCKS = `
import java.util.concurrent.*;
public class Locks {
  static final Object LOCK = new Object();
  static int entered;
  static void hold(CyclicBarrier both) throws Exception {
    synchronized (LOCK) { both.await(); Thread.sleep(50); }
    both.await();
  }
  static void enter() { synchronized (LOCK) { entered++; } }
  static void contend() throws Exception {
    CyclicBarrier both = new CyclicBarrier(2);
    Thread holder = new Thread(() -> { try { for (int i = 0; i < 10; i++) hold(both); } catch (Exception e) { } }, "holder");
    holder.start();
    for (int i = 0; i < 10; i++) { both.await(); enter(); both.await(); }
    holder.join();
    Object own = new Object();
    synchronized (own) { for (int i = 0; i < 5; i++) own.wait(20); }
    Thread.sleep(60);
  }
  public static void main(String[] args) throws Exception {
    System.out.println("ready");
    while (System.in.read() >= 0) { contend(); System.out.println("again"); }
  }
}`;

it.each(TEST_JDKS.filter(({ hasCompiler }) => hasCompiler))(
  'JDK $feature: where threads stand still, how often, how long and who held the lock',
  async (java) => {
    const classes = compileJava('Locks', LOCKS);
    const jvm = await startJvm({ java, arguments: ['-cp', classes, 'Locks'] });
    const stop = new AbortController();
    try {
      const options = { durationMs: 60_000, periodMs: 10, waits: true };
      const sampling = sampledRecording(jvm.pid, options, stop.signal, () => jvm.process.stdin?.write('x'));
      await waitUntil(() => jvm.output().includes('again'), 'the end of the contention');
      stop.abort();
      const snapshot = await sampling;
      expect(snapshot.target).toMatchObject({ pid: jvm.pid, mainClass: 'Locks' });
      expect(snapshot.target.javaVersion).toMatch(new RegExp(`^${java.feature}\\b`));
      const set = ensure(
        snapshot.dataSets.find(({ id }) => id === 'locks'),
        'locks',
      );
      const rows = Array.from({ length: set.rows }, (_, row) =>
        rowFields({ set, value: null, filter: null }, row),
      );
      const rowOf = (state: string, at: string): unknown =>
        rows.find((row) => row.state === state && row.at === at);
      const blocked = rowOf('blocked', 'Locks.enter');
      expect(blocked).toMatchObject({ lock: 'java.lang.Object', heldBy: 'holder', times: 10 });
      expect(blocked).toMatchObject({
        heldAt: 'Locks.hold',
        heldStack: expect.stringMatching(/(^| ← )Locks\.hold ← /) as string,
      });
      const { stillNs } = blocked as { stillNs: number };
      expect(stillNs).toBeGreaterThan(450e6);
      expect(stillNs).toBeLessThan(1_000e6);
      expect(rowOf('waiting', 'Locks.contend')).toMatchObject({ lock: 'java.lang.Object', times: 5 });
      expect(rowOf('sleeping', 'Locks.contend')).toMatchObject({ lock: '', times: 1 });
      const { all, methods } = recordingResults(snapshot);
      const column = ensure(all.metrics?.get('blockedNs'), 'blockedNs').self;
      const most = all.method[column.indexOf(Math.max(...column))];
      expect(methods.get(most)).toMatchObject({ className: 'Locks', name: 'enter' });
      expect(Math.max(...column)).toBeCloseTo(stillNs, -3);
    } finally {
      await jvm.stop();
      removeFolder(classes);
    }
  },
);
