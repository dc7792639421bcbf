import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { compileJava, removeFolder, startJvm, TEST_JDKS } from '../engine/testing/javaFixture.ts';
import { sluice } from './testing/commandLine.ts';

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
