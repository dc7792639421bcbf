import type { JvmCounters, MemoryPool } from '../../../shared/monitor/jvmLook.ts';
import { sumOf } from '../../../shared/base/sumOf.ts';
import type { PerfData } from '../jvms/hsperfdata.ts';

/**
 * The counters of a HotSpot JVM among its performance data; null where it has none. Each collector has others:
 *
 *      sun.gc.generation.G.space.S   G1, Serial, Parallel: eden, s0, s1, old; ZGC of JDK 17 one space, of 25 one in each of two
 *                                    generations; Shenandoah one, and a generation without any
 *      sun.gc.collector.C            of one number or another, with gaps
 */
export function jvmCountersIn(values: PerfData): JvmCounters | null {
  if (values.size === 0) return null;
  const ofAll = (names: readonly string[]): number | null => {
    const all = names.map((name) => numberIn(values, name)).filter((value) => value !== null);
    return all.length > 0 ? sumOf(all) : null;
  };
  const nsOf = (ticks: number | null): number | null => {
    const perSecond = numberIn(values, 'sun.os.hrt.frequency');
    return ticks === null || perSecond === null || perSecond <= 0 ? null : (ticks / perSecond) * 1e9;
  };
  const loaded = ofAll(['java.cls.loadedClasses', 'java.cls.sharedLoadedClasses']);
  const unloaded = ofAll(['java.cls.unloadedClasses', 'java.cls.sharedUnloadedClasses']);
  const ofCollectors = (what: string): string[] =>
    [0, 1, 2, 3].map((collector) => `sun.gc.collector.${collector}.${what}`);
  const collections = ofAll(ofCollectors('invocations'));
  return {
    pools: [...heapPools(values, collections === 0 && !tellsPresentHeap(values)), ...metaspaceIn(values)],
    liveThreads: numberIn(values, 'java.threads.live'),
    daemonThreads: numberIn(values, 'java.threads.daemon'),
    loadedClasses: loaded === null ? null : loaded - (unloaded ?? 0),
    safepoints: numberIn(values, 'sun.rt.safepoints'),
    safepointNs: nsOf(numberIn(values, 'sun.rt.safepointTime')),
    collections,
    collectionNs: nsOf(ofAll(ofCollectors('time'))),
  };
}

/**
 * Whether the spaces of the heap are told as they are now. Up to JDK 24 a task of the JVM wrote Serial's and Parallel's some times a
 * second, and the clock sun.os.hrt.ticks with them. Without it they are what the last collection left; ZGC always tells it so.
 */
export function tellsPresentHeap(values: PerfData): boolean {
  const collector = String(values.get('sun.gc.collector.0.name') ?? values.get('sun.gc.collector.2.name'));
  if (/^Z/.test(collector)) return false;
  return values.has('sun.os.hrt.ticks') || !/^(Serial|Parallel)/.test(collector);
}

const GENERATIONS = [0, 1];
const SPACES = [0, 1, 2];
const SPACE_NAMES: Readonly<Record<string, string>> = { eden: 'Eden', s0: 'Survivor', s1: 'Survivor' };

/**
 * The two survivor spaces are one pool: objects go to and fro between them.
 * @param isUntold what they hold is not told yet
 */
function heapPools(values: PerfData, isUntold: boolean): readonly MemoryPool[] {
  const pools = new Map<string, MemoryPool>();
  const generations = GENERATIONS.filter((of) => values.has(`sun.gc.generation.${of}.space.0.used`));
  for (const generation of generations)
    for (const space of SPACES) {
      const prefix = `sun.gc.generation.${generation}.space.${space}`;
      const usedBytes = numberIn(values, `${prefix}.used`);
      const committedBytes = numberIn(values, `${prefix}.capacity`) ?? 0;
      if (usedBytes === null) continue;
      const name =
        generations.length === 1
          ? 'Heap'
          : (SPACE_NAMES[String(values.get(`${prefix}.name`))] ?? (generation === 0 ? 'Young' : 'Old'));
      const before = pools.get(name);
      pools.set(name, {
        ...{ name, isHeap: true },
        usedBytes: isUntold ? null : usedBytes + (before?.usedBytes ?? 0),
        committedBytes: committedBytes + (before?.committedBytes ?? 0),
      });
    }
  return [...pools.values()];
}

/** Told by collections with all collectors: until the first one it is 0. */
function metaspaceIn(values: PerfData): readonly MemoryPool[] {
  const usedBytes = numberIn(values, 'sun.gc.metaspace.used');
  const committedBytes = numberIn(values, 'sun.gc.metaspace.capacity');
  return usedBytes === null || committedBytes === null
    ? []
    : [{ name: 'Metaspace', isHeap: false, usedBytes: usedBytes || null, committedBytes }];
}

/** What another process has put there may be anything. */
function numberIn(values: PerfData, name: string): number | null {
  const value = values.get(name);
  return typeof value === 'number' && value >= 0 ? value : null;
}
