import { once } from 'node:events';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  compileJava,
  removeFolder,
  startJvm,
  TEST_JDKS,
  type TestJvm,
} from '../engine/testing/javaFixture.ts';
import { sluice } from './testing/commandLine.ts';

/** A server that leaks in four ways with each byte it reads: 100 sessions, 60 listeners, a thread's request, a plugin and its loader. */
const LEAKING = `
import java.util.*;
public class Leaking {
  public static class Session { byte[] data = new byte[100_000]; }
  public static class Request { long id; }
  public static class CloseListener { Object owner = new Object(); }
  public static class Plugin { static List<Object> made = new ArrayList<>(); }
  static final Map<String, Session> sessions = new HashMap<>();
  static final List<CloseListener> onClose = new LinkedList<>();
  static final ThreadLocal<Request> current = new ThreadLocal<>();
  static final Map<String, Object> plugins = new TreeMap<>();
  static void serve() throws Exception {
    for (int i = 0; i < 100; i++) sessions.put("session " + sessions.size(), new Session());
    for (int i = 0; i < 60; i++) onClose.add(new CloseListener());
    Thread worker = new Thread(() -> {
      current.set(new Request());
      synchronized (current) { current.notifyAll(); }
      try { Thread.sleep(1_000_000); } catch (InterruptedException e) { }
    }, "worker");
    worker.setDaemon(true);
    synchronized (current) { worker.start(); current.wait(); }
    java.net.URL here = Leaking.class.getProtectionDomain().getCodeSource().getLocation();
    ClassLoader loader = new java.net.URLClassLoader(new java.net.URL[] { here }, null);
    plugins.put("plugin " + plugins.size(), loader.loadClass("Leaking$Plugin").getConstructor().newInstance());
  }
  public static void main(String[] args) throws Exception {
    serve();
    System.out.println("ready");
    while (System.in.read() >= 0) { serve(); System.out.println("served"); }
  }
}`;

type Row = Record<string, string | number>;

describe.each(TEST_JDKS)('JDK $feature: four leaks of a program', { tags: 'slow' }, (java) => {
  let folder = '';
  let jvm: TestJvm;
  const file = (name: string): string => join(folder, name);
  const serve = async (): Promise<void> => {
    const { stdin, stdout } = jvm.process;
    const served = once(stdout as NodeJS.ReadableStream, 'data');
    stdin?.write('x');
    await served;
  };
  const rowsOf = async (...args: string[]): Promise<Row[]> => {
    const { out, err } = await sluice('heap', ...args, '--format', 'json');
    expect(out, err).not.toBe('');
    return (JSON.parse(out) as { rows: Row[] }).rows;
  };
  beforeAll(async () => {
    folder = compileJava('Leaking', LEAKING);
    jvm = await startJvm({ java, arguments: ['-Xmx200m', '-cp', folder, 'Leaking'] });
    await sluice('heap', String(jvm.pid), '-o', file('before.hprof'));
    await serve();
    await serve();
    await sluice('heap', String(jvm.pid), '-o', file('after.hprof'));
  });
  afterAll(async () => {
    await jvm.stop();
    removeFolder(folder);
  });

  it('are named in one dump, each with its path from a root', async () => {
    const rows = await rowsOf(file('after.hprof'), '--view', 'suspects');
    const hint = (kind: string, what: string): Row | undefined =>
      rows.find((row) => row.kind === kind && row.what === what);
    expect(hint('collection', 'Leaking$Session')).toMatchObject({
      objects: 300,
      path: expect.stringMatching(/^class Leaking .*> static sessions: java\.util\.HashMap$/) as string,
    });
    expect(hint('listeners', 'Leaking$CloseListener')).toMatchObject({
      objects: 180,
      path: expect.stringMatching(/static onClose: java\.util\.LinkedList$/) as string,
    });
    expect(hint('thread local', 'Leaking$Request')).toMatchObject({
      objects: 3,
      path: expect.stringMatching(
        /^java\.lang\.Thread@\S+ \(thread worker[;)].*> threadLocals: .*> value: Leaking\$Request$/,
      ) as string,
    });
    const loader = hint('loader', 'java.net.URLClassLoader, of which the classes were loaded again');
    expect(loader?.path).toMatch(
      /static plugins: java\.util\.TreeMap > .*class loader: java\.net\.URLClassLoader$/,
    );
    // The program's own one has the same classes: with it there are four, and three too many.
    expect(rows.filter(({ kind }) => kind === 'loader')).toEqual([loader]);
    expect(loader?.objects).toBe(3);
  });

  it('are told once: that the table of a map holds most of the heap is what the hint of the map says', async () => {
    const rows = await rowsOf(file('after.hprof'), '--view', 'suspects');
    const held = rows.filter(({ path }) => /static sessions/.test(String(path)));
    expect(held.map(({ kind, what }) => ({ kind, what }))).toEqual([
      { kind: 'collection', what: 'Leaking$Session' },
    ]);
    expect(Number(held[0].retainedBytes)).toBeGreaterThan(300 * 100_000);
  });

  it('are what two dumps differ by', async () => {
    const rows = await rowsOf(file('after.hprof'), '--view', 'suspects', '--against', file('before.hprof'));
    const grown = rows.filter(({ objectsChange }) => Number(objectsChange) > 0);
    const change = (kind: string): Row | undefined => grown.find((row) => row.kind === kind);
    expect(change('collection')).toMatchObject({ what: 'Leaking$Session', objectsA: 100, objectsB: 300 });
    expect(change('listeners')).toMatchObject({ what: 'Leaking$CloseListener', objectsChange: 120 });
    expect(change('thread local')).toMatchObject({ what: 'Leaking$Request', objectsChange: 2 });
    expect(change('loader')).toMatchObject({ objectsA: 1, objectsB: 3 });
  });

  it('rise in each of three snapshots, with their growth per minute', async () => {
    const saved = file('heap.sluice');
    const taken = sluice('heap', String(jvm.pid), '--snapshot-every', '1s', '--count', '3', '-o', saved);
    const serving = setInterval(() => void jvm.process.stdin?.write('x'), 200);
    const { code, err, out } = await taken;
    clearInterval(serving);
    expect(code, err).toBe(0);
    expect(err).toMatch(/MiB are in use; it stands still each time for a full collection and the count/);
    expect(err.match(/snapshot \d: [\d,]+ objects, .*stood still for at most [.\d]+ s/g)).toHaveLength(3);
    expect(out).toMatch(/Leak suspects: what rose in 2 steps\n[\s\S]*Leaking\$Session/);
    const report = await sluice('report', saved);
    expect(report.out).toMatch(/^[▁-█]{3} .* in 2 s, 3 snapshots\n[\s\S]*Leak suspects/);
    const json = await sluice('report', saved, '--view', 'suspects', '--format', 'json');
    const { rows } = JSON.parse(json.out) as { rows: Row[] };
    const session = rows.find((row) => row.class === 'Leaking$Session');
    expect(session?.rises).toBe(2);
    expect(Number(session?.objectsPerMinute)).toBeGreaterThan(1000);
  });
});

it.each([
  [['1', '--snapshot-every', '10s'], /no file is named for it/],
  [['1', '--snapshot-every', '100ms', '-o', 'x.sluice'], /too often/],
  [['1', '--snapshot-every', '10s', '-o', 'x.hprof'], /saved as a recording/],
  [['1', '--snapshot-every', '10s', '--view', 'biggest', '-o', 'x.sluice'], /saved as a whole/],
  [['1', '--count', '3'], /--count is of snapshots/],
])('sluice heap %j is told what is wrong', async (args, says) => {
  expect(await sluice('heap', ...args)).toMatchObject({
    code: 2,
    err: expect.stringMatching(says) as string,
  });
});
