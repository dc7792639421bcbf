import { PerformanceObserver, constants, type PerformanceEntry } from 'node:perf_hooks';
import { getHeapStatistics } from 'node:v8';
import { AddressSpace } from './addressSpace.ts';

/** A fast program fills 300 MiB in a second; a look takes 0.1 ms. */
const LOOK_MS = 100;
/**
 * So many times what a recording takes must be free at its end: a tree that grows is copied into one a quarter larger, and saving makes a
 * file of it all beside it.
 */
const FREE_PER_TAKEN = 1.5;
/** Of the heap, after all garbage was collected: from 80 % on V8 may end the process, as one that only collects. */
const FULLEST_HEAP = 0.7;
/** Part of the limit that V8 tells, and not for what lives long: three semi-spaces. */
const YOUNG_BYTES = 48 << 20;

/** What this process has and may have, in bytes. */
export interface MemoryRoom {
  /** Outside of the heap: the columns of trees, above all. */
  readonly held: number;
  /** What they grow by at most until the recording has stopped. */
  readonly coming: number;
  /** What the machine, or the control group of this process, has left, or a limit on its addresses. */
  readonly free: number;
}

/** How far the events are that become trees, in bytes. */
export interface EventsRead {
  readonly consumedBytes: number;
  /** What is read at most after the stop. */
  readonly ringBytes: number;
}

/** What has not been read becomes as large as what has been: 3 bytes of tree for each of events where each call is a context of its own. */
export function comingBytes(held: number, { consumedBytes, ringBytes }: EventsRead): number {
  return (held * ringBytes) / Math.max(consumedBytes, ringBytes);
}

/** Why it must end now, as a clause; null: there is room. */
export function scarceRoom({ held, coming, free }: MemoryRoom): string | null {
  if (free >= coming + FREE_PER_TAKEN * (held + coming)) return null;
  return `${mebibytes(held)} are taken, and ${mebibytes(free)} are left, in which the recording must be saved`;
}

/** The same of the heap. @param used of it, garbage not included @param limit as V8 tells it */
export function scarceHeap(used: number, limit: number): string | null {
  const old = limit - YOUNG_BYTES;
  if (used < FULLEST_HEAP * old) return null;
  return `${mebibytes(used)} of the ${mebibytes(old)} that the heap of Sluice may have are in use`;
}

/**
 * Tells once when the memory of this process runs out, while there is still room to end well: who runs out of it loses what
 * was recorded, for the kernel or V8 ends the process at once.
 */
export class MemoryWatch {
  readonly #onScarce: (what: string) => void;
  readonly #looks: NodeJS.Timeout;
  readonly #collections: PerformanceObserver;
  #hasEnded = false;

  constructor(events: EventsRead, onScarce: (what: string) => void) {
    this.#onScarce = onScarce;
    const addresses = new AddressSpace();
    const before = events.consumedBytes; // by recordings of the same session
    const look = (): void => {
      const { consumedBytes, ringBytes } = events;
      const held = process.memoryUsage().arrayBuffers;
      const coming = comingBytes(held, { consumedBytes: consumedBytes - before, ringBytes });
      const free = Math.min(process.availableMemory(), addresses.leftBytes);
      this.#tell(scarceRoom({ held, coming, free }));
    };
    this.#looks = setInterval(look, LOOK_MS);
    this.#looks.unref();
    setImmediate(look); // events came before the recording said that it had begun
    this.#collections = new PerformanceObserver((collections) => {
      if (collections.getEntries().some(isMajor)) this.#lookAtHeap();
    });
    this.#collections.observe({ entryTypes: ['gc'] });
  }

  end(): void {
    this.#hasEnded = true;
    clearInterval(this.#looks);
    this.#collections.disconnect();
  }

  #lookAtHeap(): void {
    const { used_heap_size: used, heap_size_limit: limit } = getHeapStatistics();
    this.#tell(scarceHeap(used, limit));
  }

  #tell(what: string | null): void {
    if (what === null || this.#hasEnded) return;
    this.end();
    this.#onScarce(what);
  }
}

/** A collection of the whole heap. */
function isMajor(collection: PerformanceEntry): boolean {
  const { detail } = collection as { readonly detail?: { readonly kind?: number } };
  return detail?.kind === constants.NODE_PERFORMANCE_GC_MAJOR;
}

function mebibytes(bytes: number): string {
  return `${Math.round(bytes / 2 ** 20)} MiB`;
}
