import type { RegionId, ThreadId } from '../base/ids.ts';
import type { CoreWait } from './coreWait.ts';
import type { ObjectLayout } from './objectLayout.ts';
import type { RecordingMark } from './recordingMark.ts';
import type { TickerNews } from './tickerNews.ts';
import type { TrackedBirth } from './trackedBirth.ts';

/**
 * Receives what one recording after the other holds, block by block, in stream order.
 * Blocks of one thread are in the order of its events; blocks of different threads are not ordered by time.
 */
export interface EventSink {
  /**
   * Events of one thread, in order.
   * @param timed      the words carry times
   * @param words      two u32 per event, low first (eventWord.ts); valid during the call only
   * @param eventCount number of events: words holds at least twice as many u32
   * @param baseTimeNs a time of the clock not earlier than the last event; unwraps the 44 bits of the words
   * @param dropped    events of this thread that were lost since its previous block
   */
  events(
    threadId: ThreadId,
    timed: boolean,
    words: Uint32Array,
    eventCount: number,
    baseTimeNs: number,
    dropped: number,
  ): void;
  /**
   * Before events of a thread without times, of a recording whose clock has times of other threads. For sinks that want it.
   */
  timeless?(threadId: ThreadId): void;
  /** Before the first events of a thread, and again when it is renamed. */
  thread(threadId: ThreadId, name: string, virtual: boolean): void;
  /** Root calls whose number this is are told apart by it; before the first of them. For sinks that want it. */
  label?(number: number, text: string): void;
  /** No more events of this thread follow, unless `thread` announces it again. */
  threadEnd(threadId: ThreadId): void;
  /**
   * Passes through a timed region that have ended, of any threads and in no order. For sinks that want them.
   * @param durationsNs two u32 per pass, low first; valid during the call only
   * @param passCount   durationsNs holds twice as many u32
   * @param lost        passes since the region's previous block that were counted, but whose times were overwritten
   */
  passes?(regionId: RegionId, durationsNs: Uint32Array, passCount: number, lost: number): void;
  /**
   * The recording is paused here, goes on, or its results begin anew. For sinks that want it.
   * @param timeNs System.nanoTime() of that moment
   */
  mark?(mark: RecordingMark, timeNs: number): void;
  /**
   * How the thread that keeps the clock `ticker` gets on. For sinks that want it.
   * @param sinceNs    System.nanoTime() of that moment
   * @param durationNs of a gap; else 0
   */
  ticker?(news: TickerNews, sinceNs: number, durationNs: number): void;
  /** A thread was ready to run and had no core. For sinks that want it. */
  coreWait?(threadId: ThreadId, wait: CoreWait): void;
  /**
   * Objects are followed from now on. For sinks that want it.
   * @param everyBytes  one in so many is followed, in the mean, of those that are not followed whatever their size
   * @param collections so far
   */
  liveBorn?(births: readonly TrackedBirth[], everyBytes: number, collections: number): void;
  /** A collection has found that these are no more; there may be none. For sinks that want it. */
  liveGone?(serials: readonly number[], collections: number): void;
  /**
   * A new recording begins; what came before belongs to the one before it.
   * @param layout of objects, where they are counted
   * @param isWeighted each executed bytecode counts what it weighs
   * @param slowCallsNs root calls that last longer have trees of their own; 0: they are not told apart
   */
  recordingStart(layout?: ObjectLayout | null, isWeighted?: boolean, slowCallsNs?: number): void;
}
