/** A lock as a dump names it: `<0x000000069ec1ad38> (a java.lang.StringBuilder)`. */
export interface DumpedLock {
  /** The same lock has the same address within one dump; where a dump has none, its class and identity hash. */
  readonly address: string;
  readonly className: string;
}

/** internal: a thread without a frame of Java code, as those of the JVM itself; unknown: the dump does not tell */
export type ThreadActivity =
  'runnable' | 'blocked' | 'waiting' | 'parked' | 'sleeping' | 'internal' | 'unknown';

export interface DumpedThread {
  /** '' for one without a name, as most virtual threads are. */
  readonly name: string;
  /** Thread.threadId(); null: a thread of the JVM itself, or the dump does not tell. */
  readonly id: number | null;
  readonly isDaemon: boolean;
  readonly isVirtual: boolean;
  readonly activity: ThreadActivity;
  /** null: the dump does not tell */
  readonly cpuNs: number | null;
  readonly aliveNs: number | null;
  /** Innermost first, `at` left out: `demo.Cart.add(Cart.java:12)`. */
  readonly frames: readonly string[];
  /** What it needs to go on; null: nothing that has an address. */
  readonly waitsFor: DumpedLock | null;
  readonly holds: readonly DumpedLock[];
}

/** All threads of a JVM at one moment. */
export interface ThreadDump {
  /** As the dump has it; '' where it does not tell. */
  readonly takenAt: string;
  readonly threads: readonly DumpedThread[];
}

/** As it is shown: most virtual threads have no name. */
export function nameOf({ name, id, isVirtual }: Pick<DumpedThread, 'name' | 'id' | 'isVirtual'>): string {
  if (name !== '') return name;
  return `${isVirtual ? 'virtual thread' : 'thread'}${id === null ? ' without a name' : ` #${id}`}`;
}
