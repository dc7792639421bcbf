import { sumOf } from '../base/sumOf.ts';
import type { JvmCounters, JvmLook, ThreadLooks } from './jvmLook.ts';
import { MOST_BUSY, type BusyThread, type MonitorSample } from './monitorSample.ts';

/** As Linux names the threads of HotSpot's collectors: "GC Thread#0", "G1 Conc#0", "ZWorkerYoung#0", "Shenandoah GC T". */
const COLLECTOR_THREAD = /^(GC Thread#|G1 |Z(Worker|Driver|Director|Unmapper|Uncommitter)|Shenandoah )/;
/** The serial collector has no thread of its own. */
const VM_THREAD = 'VM Thread';

/**
 * Looks at a JVM, one after the other, become samples: differences of what grows, and levels as they are.
 *
 *     looks     10.0 s    11.0 s    12.0 s          threads may be looked at less often than the rest:
 *     process    400 ms    900 ms   1100 ms         what they ran is shared out over the time between two such looks
 *     samples        0.5 cores  0.2 cores
 */
export class MonitorSampler {
  readonly #isOfCollector: (name: string) => boolean;
  #before: JvmLook | null = null;
  #threadsBefore: { readonly atMs: number; readonly threads: ThreadLooks } | null = null;

  /** @param collector as MonitoredJvm has it */
  constructor(collector: string) {
    const isSerial = collector === 'Serial';
    this.#isOfCollector = (name) => COLLECTOR_THREAD.test(name) || (isSerial && name === VM_THREAD);
  }

  /** null after the first look. */
  next(look: JvmLook): MonitorSample | null {
    const before = this.#before;
    if (before !== null && look.atMs <= before.atMs) return null;
    this.#before = look;
    const ran = this.#ranSince(look);
    if (before === null) return null;
    const lengthMs = look.atMs - before.atMs;
    const cores = (fromNs: number | null, toNs: number | null): number | null => {
      const ranNs = growth(fromNs, toNs);
      return ranNs === null ? null : ranNs / 1e6 / lengthMs;
    };
    return {
      ...{ atMs: look.atMs, lengthMs },
      processCores: cores(before.processNs, look.processNs),
      machineCores: cores(before.machineNs, look.machineNs),
      collectorCores:
        ran && sumOf(ran.filter(({ name }) => this.#isOfCollector(name)).map((thread) => thread.cores)),
      busiest: ran && ran.sort((a, b) => b.cores - a.cores || a.tid - b.tid).slice(0, MOST_BUSY),
      systemThreads: look.systemThreads,
      ...memoryOf(look),
      ...countersBetween(before.counters, look.counters),
    };
  }

  /** Threads that ran since they were looked at before; null: there are no two looks. */
  #ranSince({ atMs, threads }: JvmLook): BusyThread[] | null {
    const before = this.#threadsBefore;
    if (threads === null) return null;
    this.#threadsBefore = { atMs, threads };
    if (before === null) return null;
    return Array.from(threads, ([tid, { name, ranNs }]) => {
      const sinceNs = ranNs - (before.threads.get(tid)?.ranNs ?? 0);
      return { tid, name, cores: sinceNs / 1e6 / (atMs - before.atMs) };
    }).filter(({ cores }) => cores > 0); // fewer than before: another thread has the number by now
  }
}

function memoryOf({
  counters,
  heapUsedBytes,
}: JvmLook): Pick<MonitorSample, 'heapUsedBytes' | 'heapCommittedBytes' | 'poolUsedBytes'> {
  const heap = counters?.pools.filter(({ isHeap }) => isHeap) ?? [];
  const used = heap.map(({ usedBytes }) => usedBytes).filter((bytes) => bytes !== null);
  const ofCounters = used.length < heap.length ? null : sumOf(used);
  return {
    heapUsedBytes: heap.length > 0 ? ofCounters : heapUsedBytes,
    heapCommittedBytes: heap.length > 0 ? sumOf(heap.map((pool) => pool.committedBytes)) : null,
    poolUsedBytes: counters?.pools.map(({ usedBytes }) => usedBytes) ?? [],
  };
}

type Counted = Pick<
  MonitorSample,
  | 'liveThreads'
  | 'daemonThreads'
  | 'loadedClasses'
  | 'safepoints'
  | 'safepointMs'
  | 'collections'
  | 'collectionMs'
>;

function countersBetween(before: JvmCounters | null, now: JvmCounters | null): Counted {
  const grown = (name: keyof Omit<JvmCounters, 'pools'>): number | null =>
    growth(before?.[name] ?? null, now?.[name] ?? null);
  const grownMs = (name: 'safepointNs' | 'collectionNs'): number | null => {
    const ns = grown(name);
    return ns === null ? null : ns / 1e6;
  };
  return {
    liveThreads: now?.liveThreads ?? null,
    daemonThreads: now?.daemonThreads ?? null,
    loadedClasses: now?.loadedClasses ?? null,
    safepoints: grown('safepoints'),
    safepointMs: grownMs('safepointNs'),
    collections: grown('collections'),
    collectionMs: grownMs('collectionNs'),
  };
}

/** A counter is read while it is written: what would have shrunk has not grown. */
function growth(before: number | null, now: number | null): number | null {
  return before === null || now === null ? null : Math.max(0, now - before);
}
