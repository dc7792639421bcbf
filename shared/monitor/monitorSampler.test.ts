import { describe, expect, it } from 'vitest';
import type { JvmCounters, JvmLook, ThreadLooks } from './jvmLook.ts';
import { MonitorSampler } from './monitorSampler.ts';
import { KEPT_MS, withLater, type MonitorSample } from './monitorSample.ts';

const COUNTERS: JvmCounters = {
  pools: [
    { name: 'Eden', isHeap: true, usedBytes: 10, committedBytes: 100 },
    { name: 'Old', isHeap: true, usedBytes: 5, committedBytes: 50 },
    { name: 'Metaspace', isHeap: false, usedBytes: 7, committedBytes: 8 },
  ],
  ...{ liveThreads: 12, daemonThreads: 9, loadedClasses: 500 },
  ...{ safepoints: 3, safepointNs: 4e6, collections: 1, collectionNs: 2e6 },
};

const look = (atMs: number, change: Partial<JvmLook> = {}): JvmLook => ({
  atMs,
  ...{ processNs: null, machineNs: null, systemThreads: null, threads: null, counters: null },
  heapUsedBytes: null,
  ...change,
});

/** "main:300 C2 CompilerThre:40": what each ran in its life, in ms; numbers from 1 on. */
function threads(picture: string): ThreadLooks {
  return new Map(
    [...picture.matchAll(/(\S[^:]*):(\d+)/g)].map(([, name, ms], i) => [
      i + 1,
      { name: name.trim(), ranNs: Number(ms) * 1e6 },
    ]),
  );
}

/** Samples of such looks. */
function samplesOf(looks: readonly JvmLook[], collector = 'G1'): readonly MonitorSample[] {
  const sampler = new MonitorSampler(collector);
  return looks.map((one) => sampler.next(one)).filter((sample) => sample !== null);
}

describe('looks become samples', () => {
  it('of which the first one needs two', () => {
    expect(samplesOf([look(1000)])).toEqual([]);
    expect(samplesOf([look(1000), look(2000)])).toHaveLength(1);
  });

  it('CPU times become cores that were busy', () => {
    const [sample] = samplesOf([
      look(1000, { processNs: 400e6, machineNs: 9_000e6 }),
      look(1500, { processNs: 900e6, machineNs: 9_600e6 }),
    ]);
    expect(sample).toMatchObject({ lengthMs: 500, processCores: 1, machineCores: 1.2 });
  });

  it('counters become what was added, levels stay what they are', () => {
    const later = {
      ...COUNTERS,
      ...{ liveThreads: 13, safepoints: 5, safepointNs: 10e6, collections: 2, collectionNs: 5e6 },
    };
    const [sample] = samplesOf([look(1000, { counters: COUNTERS }), look(2000, { counters: later })]);
    expect(sample).toMatchObject({
      ...{ heapUsedBytes: 15, heapCommittedBytes: 150, poolUsedBytes: [10, 5, 7] },
      ...{ liveThreads: 13, daemonThreads: 9, loadedClasses: 500 },
      ...{ safepoints: 2, safepointMs: 6, collections: 1, collectionMs: 3 },
    });
  });

  it('what is not told stays unknown, and the heap is what the JVM has answered', () => {
    const [sample] = samplesOf([look(1000), look(2000, { heapUsedBytes: 77 })]);
    expect(sample).toMatchObject({
      ...{ processCores: null, machineCores: null, collectorCores: null, busiest: null },
      ...{ heapUsedBytes: 77, heapCommittedBytes: null, poolUsedBytes: [] },
      ...{ liveThreads: null, safepoints: null, safepointMs: null, collections: null },
    });
  });

  it('a heap of which a part is not told yet is unknown, but for its size', () => {
    const [eden, ...others] = COUNTERS.pools;
    const untold = { ...COUNTERS, pools: [{ ...eden, usedBytes: null }, ...others] };
    const [sample] = samplesOf([look(1000, { counters: untold }), look(2000, { counters: untold })]);
    expect(sample).toMatchObject({
      ...{ heapUsedBytes: null, heapCommittedBytes: 150, poolUsedBytes: [null, 5, 7] },
    });
  });

  it('a counter that is smaller than before, as it was half written, has not grown', () => {
    const torn = { ...COUNTERS, safepointNs: 1e6 };
    const [sample] = samplesOf([look(1000, { counters: COUNTERS }), look(2000, { counters: torn })]);
    expect(sample.safepointMs).toBe(0);
  });

  it('a look that is not later than the one before is none', () => {
    expect(samplesOf([look(1000), look(1000), look(2000)])).toHaveLength(1);
  });
});

describe('threads', () => {
  it('are in the order of what they ran, at most five, and none that stood still', () => {
    const [sample] = samplesOf([
      look(1000, { threads: threads('a:0 b:0 c:0 d:0 e:0 f:0 g:50') }),
      look(2000, { threads: threads('a:10 b:60 c:30 d:20 e:40 f:50 g:50') }),
    ]);
    expect(sample.busiest?.map(({ name, cores }) => `${name} ${cores}`)).toEqual([
      'b 0.06',
      'f 0.05',
      'e 0.04',
      'c 0.03',
      'd 0.02',
    ]);
  });

  it('that have begun in between count in full, and another one of the same number for nothing', () => {
    const [sample] = samplesOf([
      look(1000, { threads: threads('old:900') }),
      look(2000, { threads: threads('young:100 new:300') }),
    ]);
    expect(sample.busiest).toEqual([{ tid: 2, name: 'new', cores: 0.3 }]);
  });

  it('that are looked at each third time have the mean of three', () => {
    const samples = samplesOf([
      look(1000, { threads: threads('a:0') }),
      look(2000),
      look(3000),
      look(4000, { threads: threads('a:600') }),
    ]);
    expect(samples.map(({ busiest }) => busiest?.[0].cores)).toEqual([undefined, undefined, 0.2]);
  });

  it.each([
    ['G1', 'GC Thread#0:10 G1 Conc#0:20 VM Thread:40 G1-users-own:80 main:160', 0.03],
    ['ZGC', 'ZWorkerYoung#0:10 ZDriverMajor:20 ZooKeeper:40', 0.03],
    ['', 'ZWorker#0:10 ZDirector:20', 0.03],
    ['Shenandoah', 'Shenandoah GC T:10 Shenandoah Cont:20', 0.03],
    ['Parallel', 'GC Thread#1:30 VM Thread:40', 0.03],
    ['Serial', 'VM Thread:30 main:40', 0.03],
  ])('of the collector %s are known by their names', (collector, later, cores) => {
    const before = threads(later.replace(/:\d+/g, ':0'));
    const [sample] = samplesOf(
      [look(1000, { threads: before }), look(2000, { threads: threads(later) })],
      collector,
    );
    expect(sample.collectorCores).toBeCloseTo(cores, 9);
  });
});

it('samples are kept for ten minutes', () => {
  const at = (atMs: number): MonitorSample => ({ ...samplesOf([look(0), look(1)])[0], atMs });
  const times = (samples: readonly MonitorSample[]): readonly number[] => samples.map(({ atMs }) => atMs);
  expect(times(withLater([], [at(1), at(2)]))).toEqual([1, 2]);
  expect(times(withLater([at(1), at(2)], []))).toEqual([1, 2]);
  expect(times(withLater([at(1), at(2)], [at(KEPT_MS + 1)]))).toEqual([2, KEPT_MS + 1]);
  expect(times(withLater([at(1), at(2)], [at(2 * KEPT_MS)]))).toEqual([2 * KEPT_MS]);
});
