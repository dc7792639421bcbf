/** What a JVM did in a second or so, seen from outside of it: rates of that time, and levels at its end. null: it is not told. */
export interface MonitorSample {
  /** Its end, in milliseconds since 1970. */
  readonly atMs: number;
  readonly lengthMs: number;
  /** Cores that were kept busy: 1.5 is one and a half of them. */
  readonly processCores: number | null;
  readonly collectorCores: number | null;
  readonly machineCores: number | null;
  readonly heapUsedBytes: number | null;
  readonly heapCommittedBytes: number | null;
  /** In the order of MonitoredJvm.pools. */
  readonly poolUsedBytes: readonly (number | null)[];
  readonly liveThreads: number | null;
  readonly daemonThreads: number | null;
  /** All that the system knows: those of the JVM itself too. */
  readonly systemThreads: number | null;
  readonly loadedClasses: number | null;
  /** That ended in this time, and how long they took: one that began before is counted in full. */
  readonly safepoints: number | null;
  readonly safepointMs: number | null;
  readonly collections: number | null;
  readonly collectionMs: number | null;
  /** The threads that ran most, at most MOST_BUSY; null: they were not looked at. */
  readonly busiest: readonly BusyThread[] | null;
}

export interface BusyThread {
  /** The number of the thread, as our system has it. */
  readonly tid: number;
  /** The first 15 characters, as Linux keeps them. */
  readonly name: string;
  readonly cores: number;
}

export const MOST_BUSY = 5;

/** What stays the same as long as a JVM is looked at. */
export interface MonitoredJvm {
  readonly pid: number;
  readonly mainClass: string;
  readonly javaVersion: string;
  /** G1, Serial ...; "" when unknown. */
  readonly collector: string;
  /** Of the machine; 0 when unknown. */
  readonly cores: number;
  /** Names of the parts of its memory: Eden, Survivor, Old, Metaspace; those that its collector has. */
  readonly pools: readonly string[];
}

/** What the engine answers to who looks at a JVM. */
export interface Monitoring {
  readonly jvm: MonitoredJvm;
  /** Sentences: what of this JVM is not told, or is old, and why. */
  readonly limits: readonly string[];
  /** Those that the question has asked for, the oldest first. */
  readonly samples: readonly MonitorSample[];
  /** The process is gone: no more will come. */
  readonly hasEnded: boolean;
}

/** How often a JVM is looked at. */
export const LOOK_EVERY_MS = 1_000;
/** So long a JVM's past is kept. */
export const KEPT_MS = 600_000;

/** Those before, and new ones behind them, as far back as they are kept. */
export function withLater(
  before: readonly MonitorSample[],
  later: readonly MonitorSample[],
): readonly MonitorSample[] {
  const last = later.at(-1);
  if (last === undefined) return before;
  const first = before.findIndex(({ atMs }) => atMs > last.atMs - KEPT_MS);
  return [...(first < 0 ? [] : before.slice(first)), ...later];
}
