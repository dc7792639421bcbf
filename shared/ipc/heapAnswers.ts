import type { ClassCounts } from '../recording/sets/classHistogram.ts';

/** The objects of a JVM, as it counted them itself. */
export interface HeapCount extends ClassCounts {
  /** Counted after a collection. */
  readonly live: boolean;
  /** How long the answer took: the program stood still for no longer. */
  readonly pauseMs: number;
}

/** What a dump will cost the program, told before it is made. */
export interface DumpAnnouncement {
  /** In use in the heap, garbage too; null: the JVM does not say. */
  readonly heapBytes: number | null;
  readonly leastPauseMs: number;
  readonly mostPauseMs: number;
}

/** A dump that the engine has, until it makes another one. */
export interface MadeDump {
  /** GET dumps/<id> has it. */
  readonly id: string;
  readonly fileBytes: number;
  readonly pauseMs: number;
}
