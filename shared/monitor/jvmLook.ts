/** What is read of a JVM from outside at one moment: what it has used in its life so far, and levels. null: it is not told. */
export interface JvmLook {
  readonly atMs: number;
  /** CPU time of the process, of threads that have ended too. */
  readonly processNs: number | null;
  /** CPU time of all that runs on the machine. */
  readonly machineNs: number | null;
  readonly systemThreads: number | null;
  /** null also where threads were not looked at this time. */
  readonly threads: ThreadLooks | null;
  readonly counters: JvmCounters | null;
  /** By the JVM's own answer, where it keeps no counters. */
  readonly heapUsedBytes: number | null;
}

export interface ThreadLook {
  readonly name: string;
  /** CPU time in its life. */
  readonly ranNs: number;
}

/** By the number of the thread. */
export type ThreadLooks = ReadonlyMap<number, ThreadLook>;

/** What a HotSpot JVM counts of itself (electron/engine/jvms/hsperfdata.ts). null: this one does not. */
export interface JvmCounters {
  readonly pools: readonly MemoryPool[];
  readonly liveThreads: number | null;
  readonly daemonThreads: number | null;
  readonly loadedClasses: number | null;
  readonly safepoints: number | null;
  readonly safepointNs: number | null;
  readonly collections: number | null;
  /** Of a concurrent collector its pauses, but for Shenandoah: that counts whole cycles. */
  readonly collectionNs: number | null;
}

export interface MemoryPool {
  readonly name: string;
  readonly isHeap: boolean;
  /** null: it is told by collections, and there was none yet. */
  readonly usedBytes: number | null;
  readonly committedBytes: number;
}
