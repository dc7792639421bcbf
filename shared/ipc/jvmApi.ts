import type { Monitoring } from '../monitor/monitorSample.ts';
import type { Deadlock } from '../threads/deadlocks.ts';
import type { DumpedThread } from '../threads/dumpedThread.ts';
import type { DumpAnnouncement, HeapCount, MadeDump } from './heapAnswers.ts';

/** How a program was started, for EngineApi.launch. */
export interface ProgramStart {
  /** Its own launcher where it is ours to start, options, main class and arguments, in quotes where they must be. */
  readonly commandLine: string;
  /** Its working folder; "" where it is not known. */
  readonly folder: string;
  /** Its main method, as a pattern; "" where it is not known. */
  readonly root: string;
}

/** The part of EngineApi that is about a JVM itself: no agent and no session. */
export interface JvmApi {
  /** What each thread of a JVM does, those of its own included, by a thread dump. */
  threads(pid: number): Promise<readonly DumpedThread[]>;
  /** How a JVM was started. Nothing is sent to it. Rejects with not-found where none runs. */
  programStart(pid: number): Promise<ProgramStart>;
  /** Threads of a JVM that wait for each other in a circle, by a thread dump: no agent; it stands still for some ms. */
  deadlocks(pid: number): Promise<readonly Deadlock[]>;
  /**
   * What each thread of a JVM does, what it waits for and who holds that, by a thread dump.
   * @returns id of a recording that has them as a data set: GET samples/<id> has it, once
   */
  dumpThreads(pid: number): Promise<string>;
  /**
   * What a JVM does, from outside: no agent, and nothing is sent to it where it keeps performance data. It is looked at each second from
   * the first question on, until nobody has asked for two minutes. Rejects with not-found where no JVM runs, with busy where too many are
   * looked at. One that has ended in the meantime is told with what it did.
   * @param afterMs samples that ended later, in milliseconds since 1970; 0: all that are kept, of the last ten minutes
   */
  monitor(pid: number, afterMs: number): Promise<Monitoring>;
  /**
   * The names of the threads of a JVM in full, by their numbers in our system. By a thread dump: it stands still for some ms.
   * Rejects as `threads`.
   */
  threadNames(pid: number): Promise<readonly (readonly [tid: number, name: string])[]>;
  /**
   * The objects of a JVM by class, as it counts them itself: no agent, no probes. It stands still meanwhile.
   * Rejects with busy while its heap is being looked at already.
   * @param live after a full collection: only what is reachable
   */
  heapCount(pid: number, live: boolean): Promise<HeapCount>;
  /** What `dumpHeap` will cost that JVM. */
  announceDump(pid: number): Promise<DumpAnnouncement>;
  /** Has a JVM dump its heap. It stands still meanwhile. @param live after a full collection, which is usual */
  dumpHeap(pid: number, live?: boolean): Promise<MadeDump>;
}
