// @module-tag slow
import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { compileJava, removeFolder, startJvm, TEST_JDKS } from '../../engine/testing/javaFixture.ts';
import { Engine } from '../../engine/engine.ts';
import { LONGEST_TURN_MS, turnsDuring } from '../../engine/testing/longestTurn.ts';
import { sluice } from '../testing/commandLine.ts';

/** t1 and t2 by monitors, t3 and t4 by java.util.concurrent; t5 waits behind t1. */
const DEAD = `
import java.util.concurrent.*;
import java.util.concurrent.locks.*;
public class Dead {
  static void monitors(Object x, Object y, CyclicBarrier both) throws Exception {
    synchronized (x) { both.await(); synchronized (y) { } }
  }
  static void locks(Lock x, Lock y, CyclicBarrier both) throws Exception { x.lock(); both.await(); y.lock(); }
  static Thread start(String name, Callable<?> body) {
    Thread thread = new Thread(() -> { try { body.call(); } catch (Exception e) { } }, name);
    thread.setDaemon(true);
    thread.start();
    return thread;
  }
  static void until(Thread thread, Thread.State state) throws Exception {
    while (thread.getState() != state) Thread.sleep(1);
  }
  public static void main(String[] args) throws Exception {
    if (args.length > 0) {
      Object x = new StringBuilder(), y = new StringBuilder();
      Lock l = new ReentrantLock(), m = new ReentrantLock();
      CyclicBarrier b = new CyclicBarrier(2), c = new CyclicBarrier(2);
      Thread t1 = start("t1", () -> { monitors(x, y, b); return 0; });
      Thread t2 = start("t2", () -> { monitors(y, x, b); return 0; });
      Thread t3 = start("t3", () -> { locks(l, m, c); return 0; });
      Thread t4 = start("t4", () -> { locks(m, l, c); return 0; });
      for (Thread thread : new Thread[] {t1, t2}) until(thread, Thread.State.BLOCKED);
      while (!((ReentrantLock) l).hasQueuedThreads() || !((ReentrantLock) m).hasQueuedThreads()) Thread.sleep(1);
      until(start("t5", () -> { synchronized (x) { } return 0; }), Thread.State.BLOCKED);
    }
    System.out.println("ready");
    while (System.in.read() >= 0) { }
  }
}`;

it.each(TEST_JDKS)('JDK $feature: two deadlocks, with stacks; who only waits is in none', async (java) => {
  const classes = compileJava('Dead', DEAD);
  const jvm = await startJvm({ java, arguments: ['-cp', classes, 'Dead', 'deadlocks'] });
  try {
    const json = await sluice('threads', String(jvm.pid), '--format', 'json');
    expect(json.code).toBe(5);
    const { deadlocks, rows } = JSON.parse(json.out) as {
      deadlocks: string[][];
      rows: { thread: string; state: string; waitsFor: string; heldBy: string; frames: string[] }[];
    };
    expect(deadlocks.map((names) => [...names].sort())).toEqual([
      ['t1', 't2'],
      ['t3', 't4'],
    ]);
    const lockOf = (thread: string): unknown => rows.find((row) => row.thread === thread);
    expect(lockOf('t5')).toMatchObject({
      state: 'blocked',
      waitsFor: 'java.lang.StringBuilder',
      heldBy: 't1',
    });
    expect(lockOf('t3')).toMatchObject({
      state: 'parked',
      waitsFor: expect.stringContaining('ReentrantLock') as string,
      heldBy: 't4',
    });
    const text = await sluice('threads', String(jvm.pid));
    expect(text.out).toMatch(
      /^Deadlock: t1 and t2 wait for each other\.\n  t1 waits for a java\.lang\.StringBuilder held by t2\n    at Dead\.monitors/,
    );
    expect(json.out).toMatch(/"heldState":"blocked","heldFrames":\["Dead\.monitors/);
    const waits = await sluice('threads', String(jvm.pid), '--view', 'waits', '--filter', 't5');
    expect(waits.out).toMatch(
      /\n1 thread, blocked: t5\n  at Dead\.[^]*\nwaits for a java\.lang\.StringBuilder that t1 holds, blocked\n  at Dead\.monitors/,
    );
    const file = join(classes, 'dump.txt');
    writeFileSync(file, (await sluice('threads', String(jvm.pid), '--view', 'stacks')).out);
    expect(await sluice('threads', file)).toMatchObject({ code: 1, err: /has no thread dump in it/ });
    expect((await sluice('threads', String(jvm.pid), '--filter', 't5', '--view', 'stacks')).out).toMatch(
      /1 thread, blocked: t5\n  at Dead\./,
    );
  } finally {
    await jvm.stop();
    removeFolder(classes);
  }
});

it('threads that wait for nobody are no deadlock', async () => {
  const classes = compileJava('Dead', DEAD);
  const jvm = await startJvm({ java: TEST_JDKS[0], arguments: ['-cp', classes, 'Dead'] });
  try {
    const { code, out } = await sluice('threads', 'Dead');
    expect(code).toBe(0);
    expect(out).toMatch(/^Threads, by CPU Time\n.*\n.*main +runnable +Dead\.main/);
    expect(await sluice('threads', 'NoSuchProgram')).toMatchObject({ code: 3 });
  } finally {
    await jvm.stop();
    removeFolder(classes);
  }
});

const head = (name: string): string =>
  `"${name}" #1 prio=5 os_prio=0 cpu=1.00ms elapsed=1.00s tid=0x1 nid=0x1 runnable\n   java.lang.Thread.State: RUNNABLE\n\tat A.${name}(A.java:1)\n\n`;
const dumpOf = (time: string, ...names: string[]): string =>
  `${time}\nFull thread dump OpenJDK 64-Bit Server VM (17.0.15+6 mixed mode):\n\n${names.map(head).join('')}JNI global refs: 1\n`;

it('of several dumps in a file shows the last one, lists all, and shows each', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'sluice-dumps-'));
  try {
    const file = join(folder, 'server.log');
    const text = `starting\n${dumpOf('2026-01-01 00:00:00', 'one', 'two')}still here\n${dumpOf('2026-01-01 00:00:09', 'three')}`;
    writeFileSync(file, Buffer.from(`\ufeff${text}`, 'utf16le'));
    const last = await sluice('threads', file);
    expect(last.out).toMatch(/three +runnable/);
    expect(last.out).not.toMatch(/one +runnable/);
    expect(last.err).toContain('the file has 2 thread dumps; this is number 2, another one with --dump');
    expect(last.err).toMatch(
      / {4}1 {2}2026-01-01 00:00:00, 2 threads\n {2}> 2 {2}2026-01-01 00:00:09, 1 thread$/,
    );
    const first = await sluice('threads', file, '--dump', '1', '--format', 'json');
    expect(JSON.parse(first.out)).toMatchObject({
      dump: 1,
      dumps: [{ takenAt: '2026-01-01 00:00:00', threads: 2 }, { threads: 1 }],
      rows: [{ thread: 'one', isVirtual: false }, { thread: 'two' }],
    });
    expect(await sluice('threads', file, '--dump', '3')).toMatchObject({
      ...{ code: 2, err: expect.stringContaining('--dump 3: the file has 2 thread dumps.') as string },
    });
    writeFileSync(file, '0SECTION       TITLE subcomponent dump routine\n');
    expect((await sluice('threads', file)).err).toContain('it is a javacore of OpenJ9.');
  } finally {
    removeFolder(folder);
  }
});

it('reads a file for as much memory as it may take, and names the option that gives more', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'sluice-dumps-'));
  try {
    const file = join(folder, 'large.txt');
    const names = Array.from({ length: 6000 }, (_, i) => `t${i}`);
    writeFileSync(file, dumpOf('2026-01-01 00:00:00', ...names));
    expect(await sluice('threads', file, '--memory', '2m')).toMatchObject({
      code: 1,
      err: expect.stringMatching(/its threads take more than 2 MiB of memory\.\n.*--memory 2g/) as string,
    });
    writeFileSync(file, Buffer.alloc(3 << 20, '"'));
    expect((await sluice('threads', file, '--memory', '2m')).err).toContain(
      'has 3.0 MiB, and reading it may take',
    );
  } finally {
    removeFolder(folder);
  }
});

/** One thread whose name is quotes and blanks, and a line break: it took minutes of the engine's own thread. */
const EVIL = `
public class Evil {
  public static void main(String[] args) throws Exception {
    Thread evil = new Thread(() -> { try { Thread.sleep(1_000_000); } catch (InterruptedException e) { } }, "\\" ".repeat(150_000) + "\\nx");
    evil.setDaemon(true);
    evil.start();
    System.out.println("ready");
    while (System.in.read() >= 0) { }
  }
}`;

it.each(TEST_JDKS)('JDK $feature: a hostile name of a thread is a row, and holds nobody up', async (java) => {
  const classes = compileJava('Evil', EVIL);
  const jvm = await startJvm({ java, arguments: ['-cp', classes, 'Evil'] });
  const engine = new Engine();
  try {
    const ask = async () =>
      Promise.all([engine.threads(jvm.pid), engine.deadlocks(jvm.pid), engine.dumpThreads(jvm.pid)]);
    const [[threads, circles, table], { longestMs }] = await turnsDuring(ask);
    expect(threads.map(({ name }) => name.slice(0, 6))).toContain('" " " ');
    expect(circles).toEqual([]);
    expect(table).not.toBe('');
    expect(longestMs).toBeLessThan(LONGEST_TURN_MS);
  } finally {
    await engine.close();
    await jvm.stop();
    removeFolder(classes);
  }
});
