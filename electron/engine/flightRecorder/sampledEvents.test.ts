// @module-tag slow
import { expect, it } from 'vitest';
import { ensure } from '../../../shared/base/assert.ts';
import { EVENT_GROUPS } from '../../../shared/jvmEvents/eventKinds.ts';
import { eventColumns, type EventColumns } from '../../../shared/jvmEvents/eventSet.ts';
import { hasTimes } from '../../../shared/jvmEvents/narrowedRecording.ts';
import { decodeSnapshot, encodeSnapshot } from '../../../shared/recording/file/snapshotCodec.ts';
import { compileJava, removeFolder, startJvm, TEST_JDKS, waitUntil } from '../testing/javaFixture.ts';
import { sampledRecording } from '../testing/sampledRecording.ts';

/** For each line that it reads: 2 collections, 7 exceptions, 5 reads of a file, a class and a thread. */
const HAPPENINGS = `
import java.nio.file.*;
public class Happenings {
  static class Late { static int loaded = 1; }
  static final int GARBAGE = 8 << 20;
  static volatile Object sink;
  static void fail(int i) { try { throw new IllegalStateException("no " + i); } catch (IllegalStateException e) { sink = e; } }
  static void happen() throws Exception {
    for (int i = 0; i < 2; i++) { sink = new byte[GARBAGE]; sink = null; System.gc(); }
    for (int i = 0; i < 7; i++) fail(i);
    Path file = Files.createTempFile("happenings", ".txt");
    Files.writeString(file, "12345");
    try (var in = Files.newInputStream(file)) { for (int i = 0; i < 5; i++) in.read(); }
    Files.delete(file);
    sink = Late.loaded;
    Thread thread = new Thread(() -> sink = "ran", "late-thread");
    thread.start();
    thread.join();
    Thread.sleep(1100);
  }
  public static void main(String[] args) throws Exception {
    System.out.println("ready");
    while (System.in.read() >= 0) { happen(); System.out.println("again"); }
  }
}`;

function rowsOf(events: EventColumns, kind: string, what: RegExp): number[] {
  return Array.from({ length: events.rows }, (_, row) => row).filter(
    (row) => events.kind[row] === kind && what.test(events.what[row]),
  );
}

it.each(TEST_JDKS.filter(({ hasCompiler }) => hasCompiler))(
  'JDK $feature: collections, exceptions, reads, class loads, threads and levels, each as it happened',
  async (java) => {
    const classes = compileJava('Happenings', HAPPENINGS);
    const jvm = await startJvm({ java, arguments: ['-cp', classes, 'Happenings'] });
    const stop = new AbortController();
    try {
      const options = { durationMs: 60_000, periodMs: 10, events: EVENT_GROUPS, ioMs: 0 };
      const sampling = sampledRecording(jvm.pid, options, stop.signal, () => jvm.process.stdin?.write('x'));
      await waitUntil(() => jvm.output().includes('again'), 'what happens');
      stop.abort();
      const snapshot = decodeSnapshot(encodeSnapshot(await sampling));
      expect(hasTimes(snapshot)).toBe(true);
      const events = ensure(eventColumns(snapshot.dataSets), 'events');
      const collections = rowsOf(events, 'collection', /System\.gc\(\)/);
      expect(collections).toHaveLength(2);
      for (const row of collections) {
        expect(events.durationNs[row]).toBeGreaterThan(0);
        expect(events.bytes[row]).toBeGreaterThan(0);
        expect(events.bytesBefore[row] - events.bytes[row]).toBeGreaterThan(4 << 20);
      }
      const exceptions = rowsOf(events, 'exception', /^java\.lang\.IllegalStateException$/);
      expect(exceptions.map((row) => [events.other[row], events.at[row], events.thread[row]])).toEqual(
        Array.from({ length: 7 }, (_, i) => [`no ${i}`, 'Happenings.fail', 'main']),
      );
      const reads = rowsOf(events, 'file read', /happenings.*\.txt$/);
      expect(reads.map((row) => events.bytes[row])).toEqual([1, 1, 1, 1, 1]);
      expect(rowsOf(events, 'file write', /happenings.*\.txt$/).map((row) => events.bytes[row])).toEqual([5]);
      const [load] = rowsOf(events, 'class load', /^Happenings\$Late$/);
      expect([events.other[load], events.at[load]]).toEqual(['app', 'Happenings.happen']);
      expect(rowsOf(events, 'thread start', /^late-thread$/)).toHaveLength(1);
      expect(rowsOf(events, 'thread end', /./).map((row) => events.what[row])).toContain('late-thread');
      for (const kind of ['GC pause', 'heap', 'safepoint', 'CPU of the JVM', 'CPU of the machine', 'threads'])
        expect(rowsOf(events, kind, /^/), kind).not.toEqual([]);
      const [cpu] = rowsOf(events, 'CPU of the machine', /^/);
      expect(events.percent[cpu]).toBeGreaterThanOrEqual(0);
      expect(events.percent[cpu]).toBeLessThanOrEqual(100);
      const durationNs = snapshot.durationMs * 1e6;
      for (const row of [...collections, ...exceptions, ...reads]) {
        expect(events.startNs[row]).toBeGreaterThanOrEqual(0);
        expect(events.startNs[row]).toBeLessThanOrEqual(durationNs);
      }
    } finally {
      await jvm.stop();
      removeFolder(classes);
    }
  },
);
