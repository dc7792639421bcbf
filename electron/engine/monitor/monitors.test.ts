import { unlinkSync } from 'node:fs';
import { join } from 'node:path';
import { userInfo } from 'node:os';
import { ensure } from '../../../shared/base/assert.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Monitoring, MonitorSample } from '../../../shared/monitor/monitorSample.ts';
import type { JavaHome } from '../jvms/jdkHome.ts';
import { HOTSPOT_TMP } from '../jvms/attachPlaces.ts';
import { compileJava, removeFolder, startJvm, TEST_JDKS, waitUntil } from '../testing/javaFixture.ts';
import { Monitors } from './monitors.ts';

/** On a line of input one thread allocates some 200 MB a second, and rests in between. */
const WORKER = `
public class Worker {
  static Object[] kept = new Object[500];
  public static void main(String[] args) throws Exception {
    System.out.println("ready");
    System.in.read();
    Thread worker = new Thread(Worker::work, "worker-with-a-long-name");
    worker.setDaemon(true);
    worker.start();
    System.out.println("works");
    while (System.in.read() >= 0) { }
  }
  static void work() {
    try {
      for (int i = 0; ; i++) {
        kept[i % 500] = new byte[10_000];
        if (i % 200 == 0) Thread.sleep(10);
      }
    } catch (InterruptedException e) { }
  }
}`;

const monitors = new Monitors();
let classes = '';
beforeAll(() => {
  classes = compileJava('Worker', WORKER);
});
afterAll(() => {
  monitors.close();
  removeFolder(classes);
});

const start = (java: JavaHome, ...options: readonly string[]) =>
  startJvm({ java, arguments: ['-Xmx64m', ...options, '-cp', classes, 'Worker'] });

/** Looks until a sample is as wanted. */
async function until(
  pid: number,
  what: string,
  isWanted: (sample: MonitorSample, answer: Monitoring) => boolean,
): Promise<{ readonly sample: MonitorSample; readonly answer: Monitoring }> {
  let found: { sample: MonitorSample; answer: Monitoring } | undefined;
  await waitUntil(async () => {
    const answer = await monitors.since(pid, 0);
    const sample = answer.samples.find((one) => isWanted(one, answer));
    if (sample) found = { sample, answer };
    return sample !== undefined;
  }, what);
  if (!found) throw new Error(what);
  return found;
}

const newest = TEST_JDKS.at(-1);
const COLLECTORS = ['G1', 'Serial', 'Parallel', 'Z'] as const;
type Collector = (typeof COLLECTORS)[number];
const collectorsOf = (jdks: readonly JavaHome[]): [number, Collector, JavaHome][] =>
  jdks.flatMap((java) =>
    COLLECTORS.filter((collector) => java.feature >= 17 || collector !== 'Z').map(
      (collector): [number, Collector, JavaHome] => [java.feature, collector, java],
    ),
  );

async function expectSeen(feature: number, collector: Collector, java: JavaHome): Promise<void> {
  const jvm = await start(java, `-XX:+Use${collector}GC`);
  try {
    await monitors.since(jvm.pid, 0);
    jvm.process.stdin?.write('\n');
    await waitUntil(() => jvm.output().includes('works'), 'the worker');
    const { sample, answer } = await until(
      jvm.pid,
      'a second of work with a collection',
      ({ collections, busiest, heapUsedBytes, collectorCores }) =>
        (collections ?? 0) > 0 &&
        (heapUsedBytes ?? 0) > 0 &&
        (collectorCores ?? 0) > 0 &&
        busiest?.some(({ name }) => name.startsWith('worker-')) === true,
    );
    expect(answer.jvm).toMatchObject({ pid: jvm.pid, mainClass: 'Worker' });
    expect(answer.jvm.pools).toEqual(
      collector === 'Z'
        ? [...(feature >= 24 ? ['Young', 'Old'] : ['Heap']), 'Metaspace']
        : ['Eden', 'Survivor', 'Old', 'Metaspace'],
    );
    expect(sample.processCores).toBeGreaterThan(0);
    expect(sample.machineCores).toBeGreaterThan(0);
    expect(sample.heapCommittedBytes).toBeGreaterThanOrEqual(sample.heapUsedBytes ?? 0);
    expect(sample.poolUsedBytes).toHaveLength(answer.jvm.pools.length);
    expect(sample.safepoints).toBeGreaterThan(0);
    expect(sample.safepointMs).toBeGreaterThan(0);
    expect(sample.loadedClasses).toBeGreaterThan(300);
    expect(sample.liveThreads).toBeGreaterThan(5);
    expect(sample.systemThreads).toBeGreaterThan(sample.liveThreads ?? 0);
    const isOld = collector === 'Z' || (collector !== 'G1' && feature >= 25);
    expect(answer.limits.some((limit) => limit.includes('last collection'))).toBe(isOld);
  } finally {
    await jvm.stop();
  }
}

describe.runIf(process.platform === 'linux')('a JVM that works', () => {
  it.concurrent.each(collectorsOf(TEST_JDKS.slice(-1)))('is seen from outside: JDK %i, %s', expectSeen);
  it.concurrent.each(collectorsOf(TEST_JDKS.slice(0, -1)))(
    'is seen from outside: JDK %i, %s',
    { tags: 'slow' },
    expectSeen,
  );
});

describe.runIf(process.platform === 'linux')('a JVM', () => {
  const java = ensure(newest, 'a JDK');

  it('without performance data tells its heap when it is asked, and says what is missing', async () => {
    const jvm = await start(java, '-XX:-UsePerfData');
    try {
      const { sample, answer } = await until(
        jvm.pid,
        'its heap',
        ({ heapUsedBytes }) => heapUsedBytes !== null,
      );
      expect(sample.heapUsedBytes).toBeGreaterThan(1 << 16);
      expect(sample).toMatchObject({ liveThreads: null, safepoints: null, poolUsedBytes: [] });
      expect(sample.processCores).not.toBe(null);
      expect(answer.limits).toEqual([
        expect.stringContaining('-XX:-UsePerfData'),
        expect.stringContaining('asked for each second'),
      ]);
    } finally {
      await jvm.stop();
    }
  });

  it('that has neither performance data nor attach protocol still has CPU and threads', async () => {
    const jvm = await start(java, '-XX:-UsePerfData', '-XX:+DisableAttachMechanism');
    try {
      const { sample, answer } = await until(jvm.pid, 'a sample', () => true);
      expect(sample).toMatchObject({ heapUsedBytes: null, collections: null });
      expect(sample.systemThreads).toBeGreaterThan(5);
      expect(answer.limits[1]).toMatch(/^Its heap is not told either: .*-XX:\+DisableAttachMechanism/);
    } finally {
      await jvm.stop();
    }
  });

  it('whose performance data are deleted goes on with what is left', async () => {
    const jvm = await start(java);
    try {
      await until(jvm.pid, 'its counters', ({ liveThreads }) => liveThreads !== null);
      unlinkSync(join(HOTSPOT_TMP, `hsperfdata_${userInfo().username}`, String(jvm.pid)));
      const { answer } = await until(
        jvm.pid,
        'its heap',
        (sample) => sample.liveThreads === null && sample.heapUsedBytes !== null,
      );
      expect(answer.limits[0]).toContain('or their file was deleted');
    } finally {
      await jvm.stop();
    }
  });

  it('tells the names of its threads in full', async () => {
    const jvm = await start(java);
    try {
      jvm.process.stdin?.write('\n');
      await waitUntil(() => jvm.output().includes('works'), 'the worker');
      const { sample } = await until(
        jvm.pid,
        'the worker',
        ({ busiest }) => busiest?.[0]?.name.startsWith('worker-') ?? false,
      );
      const names = new Map(await monitors.threadNames(jvm.pid));
      expect(names.get(sample.busiest?.[0].tid ?? 0)).toBe('worker-with-a-long-name');
    } finally {
      await jvm.stop();
    }
  });

  it('that ends is told with what it did, and what came later is asked for alone', async () => {
    const jvm = await start(java);
    const { answer } = await until(jvm.pid, 'a sample', () => true);
    expect(answer.hasEnded).toBe(false);
    await jvm.stop();
    let last = answer;
    await waitUntil(async () => (last = await monitors.since(jvm.pid, 0)).hasEnded, 'its end');
    expect(last.samples.length).toBeGreaterThan(0);
    expect((await monitors.since(jvm.pid, last.samples.at(-1)?.atMs ?? 0)).samples).toEqual([]);
  });
});

it.each([
  [process.pid, 'not-found', `No JVM with PID ${process.pid} is running.`],
  [2 ** 30, 'not-found', 'No JVM with PID 1073741824 is running.'],
  [-1, 'usage', '-1 is no process id.'],
  [0.5, 'usage', '0.5 is no process id.'],
])('%d is refused with a sentence', async (pid, code, message) => {
  await expect(monitors.since(pid, 0)).rejects.toMatchObject({ code, message });
});
