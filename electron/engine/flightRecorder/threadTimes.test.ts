// @module-tag slow
import { describe, expect, it } from 'vitest';
import { compileJava, removeFolder, startJvm, TEST_JDKS, waitUntil } from '../testing/javaFixture.ts';
import { javaThreads, MOST_TASKS, ThreadTimes, timesSince } from './threadTimes.ts';

it('knows threads by both of their numbers, as JDK 17 and 25 write them', () => {
  const dump = [
    '"main" #1 prio=5 os_prio=0 cpu=73.51ms elapsed=7.01s tid=0x00007f nid=0x2f57 runnable  [0x0]',
    '   java.lang.Thread.State: RUNNABLE',
    '"a "quoted" one" #31 [12119] daemon prio=5 os_prio=0 cpu=73.51ms elapsed=7.01s tid=0x00007f nid=12119 waiting on condition  [0x0]',
    '"VM Thread" os_prio=0 cpu=13.02ms elapsed=7.05s tid=0x00007f nid=0x2f5c runnable  ',
  ].join('\n');
  expect(javaThreads(dump)).toEqual([
    { id: 1, nativeId: 0x2f57, name: 'main' },
    { id: 31, nativeId: 12119, name: 'a "quoted" one' },
  ]);
});

it('tells what threads did in between, those that came meanwhile too', () => {
  const before = new Map([[7, { ranNs: 10, readyNs: 1 }]]);
  const after = new Map([
    [7, { ranNs: 25, readyNs: 4 }],
    [8, { ranNs: 5, readyNs: 6 }],
  ]);
  expect([...timesSince(before, after)]).toEqual([
    [7, { ranNs: 15, readyNs: 3 }],
    [8, { ranNs: 5, readyNs: 6 }],
  ]);
});

/** For each line that it reads, a thread of a known id works for 300 ms of its own CPU time. */
const BURNER = `
public class Burner {
  public static void main(String[] args) throws Exception {
    var clock = java.lang.management.ManagementFactory.getThreadMXBean();
    System.out.println("main is " + Thread.currentThread().getId() + ", ready");
    while (System.in.read() >= 0) {
      long end = clock.getCurrentThreadCpuTime() + 300_000_000L;
      while (clock.getCurrentThreadCpuTime() < end) { }
      System.out.println("burnt");
    }
  }
}`;

it('asks nothing of a process of very many threads, for each takes two files', async () => {
  const classes = compileJava(
    'Many',
    `public class Many {
       public static void main(String[] args) throws Exception {
         for (int i = 0; i < ${MOST_TASKS}; i++) { Thread t = new Thread(null, () -> { try { Thread.sleep(600_000); } catch (InterruptedException e) { } }, "t", 64 << 10); t.setDaemon(true); t.start(); }
         System.out.println("ready");
         System.in.read();
       }
     }`,
  );
  const jvm = await startJvm({ java: TEST_JDKS[0], arguments: ['-cp', classes, 'Many'] });
  try {
    const times = new ThreadTimes(jvm.pid);
    times.begin();
    expect(await times.end()).toEqual([]);
  } finally {
    await jvm.stop();
    removeFolder(classes);
  }
});

describe.each(TEST_JDKS.filter(({ hasCompiler }) => hasCompiler))('a JVM of JDK $feature', (java) => {
  it('has the CPU time of its threads, by Java’s ids', async () => {
    const classes = compileJava('Burner', BURNER);
    const jvm = await startJvm({ java, arguments: ['-cp', classes, 'Burner'] });
    try {
      const [, id] = /main is (\d+)/.exec(jvm.output()) ?? [];
      const times = new ThreadTimes(jvm.pid);
      times.begin();
      jvm.process.stdin?.write('x');
      await waitUntil(() => jvm.output().includes('burnt'), 'the end of the work');
      const found = await times.end();
      const main = found.find((thread) => thread.id === Number(id));
      expect(main?.ranNs).toBeGreaterThan(299e6);
      expect(main?.ranNs).toBeLessThan(450e6);
    } finally {
      await jvm.stop();
      removeFolder(classes);
    }
  });
});
