// @module-tag slow
import { execFileSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { pictureDump } from '../../shared/testing/pictureDump.ts';
import {
  compileJava,
  removeFolder,
  startJvm,
  TEST_JDKS,
  type TestJvm,
} from '../engine/testing/javaFixture.ts';
import { sluice, type CommandResult } from './testing/commandLine.ts';

/** Four leaks, texts that are there 500 times, arrays that nobody fills, and so many MB beside. */
const PLANTED = `
import java.util.*;
public class Planted {
  public static class Session { byte[] data = new byte[100]; }
  public static class Request { long id; }
  public static class Listener { Object owner = new Object(); }
  public static class Plugin { public static List<Object> made = new ArrayList<>(); }
  static final Map<String, Session> sessions = new HashMap<>();
  static final List<Listener> listeners = new LinkedList<>();
  static final ThreadLocal<Request[]> current = new ThreadLocal<>();
  static final List<Object> plugins = new ArrayList<>();
  static final List<Request[]> slots = new ArrayList<>();
  static final List<String> texts = new ArrayList<>();
  static byte[][] beside;
  public static void main(String[] args) throws Exception {
    beside = new byte[Integer.parseInt(args[0])][];
    for (int i = 0; i < 1200; i++) sessions.put("session " + i, new Session());
    for (int i = 0; i < 300; i++) listeners.add(new Listener());
    for (int i = 0; i < 500; i++) texts.add(new String("again and again".getBytes()));
    for (int i = 0; i < 50; i++) slots.add(new Request[1000]);
    for (int i = 0; i < beside.length; i++) beside[i] = new byte[1 << 20];
    Thread worker = new Thread(() -> {
      current.set(new Request[] { new Request(), new Request() });
      synchronized (current) { current.notifyAll(); }
      try { Thread.sleep(1_000_000); } catch (InterruptedException e) { }
    }, "worker seven");
    worker.setDaemon(true);
    synchronized (current) { worker.start(); current.wait(); }
    java.net.URL here = Planted.class.getProtectionDomain().getCodeSource().getLocation();
    ClassLoader loader = new java.net.URLClassLoader("plugins", new java.net.URL[] { here }, null);
    plugins.add(loader.loadClass("Planted$Plugin").getConstructor().newInstance());
    loader = null;
    System.out.println("ready");
    while (System.in.read() >= 0) { }
  }
}`;

interface Row {
  readonly class: string;
  readonly liveObjects: number;
  readonly liveBytes: number;
}

function rowsOf({ out }: CommandResult): Record<string, string | number>[] {
  return (JSON.parse(out) as { rows: Record<string, string | number>[] }).rows;
}

describe.each(TEST_JDKS)('JDK $feature: a heap dump of a running program', (java) => {
  let folder = '';
  let jvm: TestJvm;
  let dump = '';
  beforeAll(async () => {
    folder = compileJava('Planted', PLANTED);
    jvm = await startJvm({ java, arguments: ['-Xmx600m', '-cp', folder, 'Planted', '4'] });
    dump = join(folder, 'heap.hprof');
  });
  afterAll(async () => {
    await jvm.stop();
    removeFolder(folder);
  });
  const view = (...args: string[]): ReturnType<typeof sluice> => sluice('heap', dump, ...args);

  it('is announced, made, readable, and never replaced', async () => {
    const made = await sluice('heap', String(jvm.pid), '--output', dump);
    expect(made).toMatchObject({ code: 0, out: '' });
    expect(made.err).toMatch(
      /[.\d]+ MiB are in use; it stands still for about [.\d]+ (?:to [.\d]+ )?s and a full collection\n/,
    );
    expect(made.err).toMatch(/dumped [.\d]+ MiB in [.\d]+ s\nsaved .*heap\.hprof: /);
    expect(statSync(dump).mode & 0o777).toBe(0o600);
    const size = statSync(dump).size;
    const again = await sluice('heap', String(jvm.pid), '--output', dump);
    expect(again).toMatchObject({ code: 1 });
    expect(again.err).toMatch(/heap\.hprof could not be written: it is there already\./);
    expect(statSync(dump).size).toBe(size);
  });

  it('has the sizes of the JVM: its own histogram within 0.1 %', async () => {
    // Objects of classes that are not linked yet are in no dump: 100 KB of a small heap, and little of a large one.
    const large = await startJvm({ java, arguments: ['-Xmx600m', '-cp', folder, 'Planted', '200'] });
    const file = join(folder, 'large.hprof');
    let [inDump, inJvm]: (readonly Row[])[] = [[], []];
    try {
      expect(await sluice('heap', String(large.pid), '--output', file)).toMatchObject({ code: 0 });
      inDump = rowsOf(await sluice('heap', file, '--format', 'json')) as unknown as Row[];
      inJvm = rowsOf(await sluice('heap', String(large.pid), '--format', 'json')) as unknown as Row[];
    } finally {
      await large.stop();
      rmSync(file, { force: true });
    }
    const sum = (rows: readonly Row[]): number => rows.reduce((bytes, { liveBytes }) => bytes + liveBytes, 0);
    expect(Math.abs(sum(inDump) / sum(inJvm) - 1)).toBeLessThan(0.001);
    for (const name of [
      'Planted$Session',
      'Planted$Request',
      'java.lang.String',
      'byte[][]',
      'java.util.HashMap',
    ]) {
      const [a, b] = [inDump, inJvm].map((rows) => rows.find((row) => row.class === name));
      expect({ name, bytes: a?.liveBytes, objects: a?.liveObjects }).toEqual({
        ...{ name, bytes: b?.liveBytes, objects: b?.liveObjects },
      });
    }
  });

  it('names what holds each of four leaks', async () => {
    const sessions = (await view('--view', 'paths', '--class', 'Planted$Session')).out;
    expect(sessions).toMatch(
      /1,200 .* class Planted +class of the program\n.*static sessions: java\.util\.HashMap@/,
    );
    expect(sessions).toMatch(
      /table: java\.util\.HashMap\$Node\[\]@.*\n.*\[\.\.\]: java\.util\.HashMap\$Node ×\d+/,
    );
    expect(sessions).toMatch(/1,200 .* value: Planted\$Session ×1200/);
    const listeners = (await view('--view', 'paths', '--class', 'Planted$Listener')).out;
    expect(listeners).toMatch(/static listeners: .*LinkedList@/);
    expect(listeners).toMatch(/LinkedList\$Node ×\d+, one behind the other/);
    const requests = (await view('--view', 'paths', '--class', 'Planted$Request')).out;
    expect(requests).toMatch(/java\.lang\.Thread@\S+ +thread worker seven/);
    expect(requests).toMatch(/threadLocals: java\.lang\.ThreadLocal\$ThreadLocalMap@/);
    const [loader] = rowsOf(await view('--view', 'loaders', '--format', 'json'));
    expect(loader).toMatchObject({
      classes: 1,
      loader: expect.stringMatching(/^java\.net\.URLClassLoader@/) as string,
    });
    expect(loader.path).toMatch(
      /^class Planted \(class of the program\) > static plugins: .*: Planted\$Plugin > class: class Planted\$Plugin > class loader: /,
    );
  });

  it('tells where memory comes together, and what is wasted', async () => {
    const [first] = rowsOf(await view('--view', 'biggest', '--format', 'json'));
    expect(first.object).toBe('class Planted');
    expect(first.gathersIn).toMatch(/^byte\[\]\[\]@/);
    expect(first.retainedBytes).toBeGreaterThan(4 << 20);
    const tree = (await view('--view', 'dominators', '--top', '3')).out;
    expect(tree).toMatch(/ class Planted\n.* {4}byte\[\]\[\]@\S+\n.* {6}byte\[\]@/);
    const strings = rowsOf(await view('--view', 'strings', '--format', 'json'));
    expect(strings.find(({ text }) => text === 'again and again')).toMatchObject({
      strings: 501, // the constant of the class too
      arrays: 501,
    });
    const arrays = rowsOf(await view('--view', 'arrays', '--class', 'Planted$Request[]', '--format', 'json'));
    expect(arrays).toMatchObject([{ holder: 'java.lang.Object[]', arrays: 50, emptyBytes: 50 * 1000 * 4 }]);
    const incoming = (await view('--view', 'incoming', '--class', 'Planted$Session')).out;
    expect(incoming).toMatch(/1,200 .* java\.util\.HashMap\$Node +value/);
    const outgoing = (await view('--view', 'outgoing', '--class', 'Planted')).out;
    expect(outgoing).toMatch(/static sessions/);
  });

  it('is the same packed by the JVM, and compared with itself nothing has changed', async () => {
    const packed = join(folder, 'packed.hprof.gz');
    execFileSync(join(java.home, 'bin/jcmd'), [String(jvm.pid), 'GC.heap_dump', '-gz=1', packed], {
      stdio: 'ignore',
    });
    const { out } = await sluice(
      'heap',
      packed,
      '--against',
      dump,
      '--class',
      'Planted*',
      '--format',
      'json',
    );
    const rows = rowsOf({ code: 0, out, err: '', bytes: new Uint8Array() });
    expect(rows.find((row) => row.class === 'Planted$Session')).toMatchObject({
      ...{ liveObjectsA: 1200, liveObjectsB: 1200, liveObjectsChange: 0, liveBytesChange: 0 },
    });
    rmSync(packed);
  });
});

describe('sluice heap of a file', () => {
  let folder = '';
  const { bytes } = pictureDump('class app.Main -> a\n a:app.Cart -> b\n b:app.Cart');
  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), 'sluice-heap-'));
    writeFileSync(join(folder, 'a.hprof'), bytes);
    // Two members, one behind the other, as HotSpot writes it.
    writeFileSync(
      join(folder, 'a.gz'),
      Buffer.concat([gzipSync(bytes.slice(0, 99)), gzipSync(bytes.slice(99))]),
    );
    writeFileSync(join(folder, 'cut.gz'), gzipSync(bytes).subarray(0, 200));
    writeFileSync(join(folder, 'cut.hprof'), bytes.subarray(0, 400));
    writeFileSync(join(folder, 'other.hprof'), '{"a":1}');
  });
  afterAll(() => rmSync(folder, { recursive: true }));
  const heap = (file: string, ...args: string[]): ReturnType<typeof sluice> =>
    sluice('heap', join(folder, file), ...args);

  it('knows a dump by what is in it, packed by gzip or not', async () => {
    const plain = await heap('a.hprof', '--class', 'app.**', '--format', 'json');
    expect(rowsOf(plain)).toEqual([{ class: 'app.Cart', liveObjects: 2, liveBytes: 32 }]);
    expect((await heap('a.gz', '--class', 'app.**', '--format', 'json')).out).toContain('"class":"app.Cart"');
  });

  it('is saved as a recording, reported and compared', async () => {
    const saved = join(folder, 'a.sluice');
    expect(await heap('a.hprof', '-o', saved)).toMatchObject({ code: 0, out: '' });
    expect((await sluice('report', saved, '--view', 'histogram')).out).toMatch(/ 32 B +app\.Cart/);
    expect((await heap('a.hprof', '--against', saved)).out).toMatch(/A is .*a\.sluice/);
    expect(existsSync(saved)).toBe(true);
  });

  it.each([
    [['cut.hprof'], 1, /cut\.hprof: The heap dump is damaged: it was cut after 400 bytes\./],
    [['cut.gz'], 1, /cut\.gz: The heap dump could not be unpacked: /],
    [['other.hprof'], 1, /other\.hprof is no heap dump: it does not begin with JAVA PROFILE\./],
    [['none.hprof'], 1, /none\.hprof could not be read: there is no such file or folder\./],
    [['a.hprof', '--all'], 2, /--all says nothing of a heap dump/],
    [['a.hprof', '--view', 'paths'], 2, /--view paths is of some objects\.\n.*--class PATTERN/],
    [['a.hprof', '--view', 'strings', '--class', 'app.**'], 2, /--class says nothing of --view strings/],
    [['a.hprof', '--view', 'paths', '--class', 'app.Lost'], 2, /has no object of app\.Lost/],
    [['a.hprof', '--view', 'paths', '--object', '0x10'], 2, /has no object at 0x10/],
    [['a.hprof', '--view', 'flame'], 2, /Unknown view "flame"/],
    [['a.hprof', '--memory', '1m'], 0, /^read 8 objects/],
    [['a.hprof', '-o', 'b.hprof'], 2, /is a heap dump already/],
  ])('%j ends with %i', async ([file, ...args], code, says) => {
    const { err, ...result } = await heap(file, ...args);
    expect(err).toMatch(says);
    expect(result.code).toBe(code);
  });

  it('is what report, diff and convert name for such a file', async () => {
    const file = join(folder, 'a.hprof');
    for (const command of [
      ['report', file],
      ['diff', file, file],
      ['convert', file, '-o', join(folder, 'x.collapsed')],
    ])
      expect((await sluice(...command)).err).toMatch(
        /it is a heap dump .*\n +Show a heap dump with sluice heap FILE\./,
      );
    expect(readFileSync(file).length).toBe(bytes.length);
  });
});
