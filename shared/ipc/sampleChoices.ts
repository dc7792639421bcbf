import type { EventGroup } from '../jvmEvents/eventKinds.ts';

/** How a JVM is sampled; what is absent is as usual. */
export interface SampleChoices {
  /** Between two samples of a thread. */
  readonly periodMs?: number;
  /** Also each time that a thread stands still, by an event; however short it is. */
  readonly waits?: boolean;
  /** What else the JVM tells. */
  readonly events?: readonly EventGroup[];
  /** Reads and writes that take less are left out. */
  readonly ioMs?: number;
  /** Nothing is told before the end: it may be a day long then. */
  readonly onlyAtEnd?: boolean;
}
