import { describe, expect, it } from 'vitest';
import { parsePerfData, type PerfData } from '../jvms/hsperfdata.ts';
import { perfDataBytes } from '../testing/perfDataBytes.ts';
import { jvmCountersIn, tellsPresentHeap } from './perfCounters.ts';

/** "0 eden 10/100": a space of that generation, used of its capacity. */
function perfData(spaces: readonly string[], more: Readonly<Record<string, string | number>> = {}): PerfData {
  const found: Record<string, string | number> = { 'sun.os.hrt.frequency': 1_000_000_000, ...more };
  const next = new Map<string, number>();
  for (const picture of spaces) {
    const [, generation, name, used, capacity] = /^(\d) (\w+) (\d+)\/(\d+)$/.exec(picture) ?? [];
    const space = next.get(generation) ?? 0;
    next.set(generation, space + 1);
    const prefix = `sun.gc.generation.${generation}.space.${space}`;
    found[`${prefix}.name`] = name;
    found[`${prefix}.used`] = Number(used);
    found[`${prefix}.capacity`] = Number(capacity);
  }
  return parsePerfData(perfDataBytes(found));
}

const poolsOf = (values: PerfData): readonly string[] =>
  jvmCountersIn(values)?.pools.map(
    ({ name, isHeap, usedBytes, committedBytes }) =>
      `${name} ${usedBytes}/${committedBytes}${isHeap ? '' : ' beside'}`,
  ) ?? [];

describe('the pools of a heap', () => {
  it.each([
    [
      'G1, Serial and Parallel have four spaces, and two of them are one pool',
      ['0 eden 10/100', '0 s0 0/20', '0 s1 5/30', '1 old 7/70'],
      ['Eden 10/100', 'Survivor 5/50', 'Old 7/70'],
    ],
    ['ZGC of JDK 17 and Shenandoah have one', ['1 space 7/70'], ['Heap 7/70']],
    ['ZGC of JDK 25 has two', ['0 space 1/10', '1 space 7/70'], ['Young 1/10', 'Old 7/70']],
  ])('%s', (_, spaces, pools) => {
    expect(poolsOf(perfData(spaces))).toEqual(pools);
  });

  it('that are told by collections are unknown before the first one', () => {
    const serial = (clock: Readonly<Record<string, number>>, invocations: number): readonly string[] =>
      poolsOf(
        perfData(['0 eden 0/100', '1 old 0/70'], {
          'sun.gc.collector.0.name': 'Serial young collection pauses',
          'sun.gc.collector.0.invocations': invocations,
          ...clock,
        }),
      );
    expect(serial({}, 0)).toEqual(['Eden null/100', 'Old null/70']);
    expect(serial({}, 1)).toEqual(['Eden 0/100', 'Old 0/70']);
    expect(serial({ 'sun.os.hrt.ticks': 1 }, 0)).toEqual(['Eden 0/100', 'Old 0/70']);
  });

  it('metaspace is no part of the heap', () => {
    const more = { 'sun.gc.metaspace.used': 3, 'sun.gc.metaspace.capacity': 4 };
    expect(poolsOf(perfData(['1 Heap 7/70'], more))).toEqual(['Heap 7/70', 'Metaspace 3/4 beside']);
    const untold = { ...more, 'sun.gc.metaspace.used': 0 };
    expect(poolsOf(perfData([], untold))).toEqual(['Metaspace null/4 beside']);
  });
});

describe('counters', () => {
  it('are summed up over collectors and kinds of classes, and ticks become ns', () => {
    const values = perfData([], {
      'sun.os.hrt.frequency': 10_000_000,
      ...{ 'java.threads.live': 12, 'java.threads.daemon': 9 },
      ...{ 'java.cls.loadedClasses': 8, 'java.cls.sharedLoadedClasses': 584 },
      ...{ 'java.cls.unloadedClasses': 2, 'java.cls.sharedUnloadedClasses': 0 },
      ...{ 'sun.rt.safepoints': 13, 'sun.rt.safepointTime': 25 },
      ...{ 'sun.gc.collector.0.invocations': 3, 'sun.gc.collector.2.invocations': 20 },
      ...{ 'sun.gc.collector.0.time': 4, 'sun.gc.collector.2.time': 6 },
    });
    expect(jvmCountersIn(values)).toEqual({
      pools: [],
      ...{ liveThreads: 12, daemonThreads: 9, loadedClasses: 590 },
      ...{ safepoints: 13, safepointNs: 2500, collections: 23, collectionNs: 1000 },
    });
  });

  it('that a JVM does not have, or that cannot be, are unknown', () => {
    const values = perfData([], {
      'sun.os.hrt.frequency': 0,
      'sun.rt.safepointTime': 5,
      'java.threads.live': -1,
    });
    expect(jvmCountersIn(values)).toEqual({
      pools: [],
      ...{ liveThreads: null, daemonThreads: null, loadedClasses: null },
      ...{ safepoints: null, safepointNs: null, collections: null, collectionNs: null },
    });
    expect(jvmCountersIn(new Map())).toBe(null);
  });
});

it.each([
  ['G1 young collection pauses', false, true],
  ['Serial young collection pauses', true, true],
  ['Serial young collection pauses', false, false],
  ['Parallel young collection pauses', false, false],
  ['Shenandoah partial', false, true],
  ['ZGC minor collection pauses', true, false],
])(
  'whether the heap of %s is told between collections: with a clock, %s, it is %s',
  (name, clock, present) => {
    const more = { 'sun.gc.collector.0.name': name, ...(clock ? { 'sun.os.hrt.ticks': 1 } : {}) };
    expect(tellsPresentHeap(perfData([], more))).toBe(present);
  },
);

it('ZGC of JDK 17 is known by its only collector', () => {
  const more = { 'sun.gc.collector.2.name': 'Z concurrent cycle pauses', 'sun.os.hrt.ticks': 1 };
  expect(tellsPresentHeap(perfData([], more))).toBe(false);
});
