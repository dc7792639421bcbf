import { FIRST_METHOD_ID, type ThreadId } from '../../shared/base/ids.ts';
import { endedFrames } from '../../shared/events/endedFrames.ts';
import type { EventSink } from '../../shared/events/eventSink.ts';
import {
  CONTROL_WORD,
  EXIT_BIT,
  ID_MASK,
  LOW_TIME_SHIFT,
  HIGH_TIME_NS,
} from '../../shared/events/eventWord.ts';

/** Counts what comes, per thread, and checks that it nests and that time does not run backwards. */
export class EventAccount implements EventSink {
  words = 0;
  dropped = 0;
  adjustNs = 0;
  missedExits = 0;
  /** Violations, in words. */
  readonly faults: string[] = [];
  readonly entriesOf = new Map<number, number>();
  readonly names = new Map<ThreadId, string>();
  readonly ended = new Set<ThreadId>();
  virtualThreads = 0;
  readonly #stacks = new Map<ThreadId, number[]>();
  readonly #lastNs = new Map<ThreadId, number>();
  get openFrames(): number {
    return [...this.#stacks.values()].reduce((sum, stack) => sum + stack.length, 0);
  }

  events(
    threadId: ThreadId,
    timed: boolean,
    words: Uint32Array,
    eventCount: number,
    _baseTimeNs: number,
    dropped: number,
  ): void {
    if (!this.names.has(threadId)) this.faults.push(`thread ${threadId} has no name`);
    this.dropped += dropped;
    this.words += eventCount;
    for (let i = 0; i < eventCount; i++) this.#word(threadId, timed, words[2 * i], words[2 * i + 1]);
  }

  thread(threadId: ThreadId, name: string, virtual: boolean): void {
    this.names.set(threadId, name);
    this.ended.delete(threadId);
    if (virtual) this.virtualThreads++;
  }

  threadEnd(threadId: ThreadId): void {
    this.ended.add(threadId);
  }

  recordingStart(): void {
    this.faults.push('a recording starts');
  }

  #word(threadId: ThreadId, timed: boolean, low: number, high: number): void {
    let stack = this.#stacks.get(threadId);
    if (!stack) this.#stacks.set(threadId, (stack = []));
    const id = low & ID_MASK;
    const timeNs = high * HIGH_TIME_NS + (low >>> LOW_TIME_SHIFT);
    if (id === CONTROL_WORD.adjust) {
      this.adjustNs += timeNs;
      return;
    }
    if ((low & (EXIT_BIT | ID_MASK)) === CONTROL_WORD.ended) return this.#end(stack, endedFrames(low, high));
    if (id === CONTROL_WORD.missedExits) {
      this.missedExits += timeNs;
      this.#end(stack, timeNs);
      return;
    }
    const word = low & (EXIT_BIT | ID_MASK);
    if (word === CONTROL_WORD.rootOut) return;
    if (word === CONTROL_WORD.rootIn) {
      if (stack.length > 0) this.faults.push(`ROOT_IN above ${stack.join()}`);
      stack.length = 0;
      return;
    }
    if (id < FIRST_METHOD_ID) {
      this.faults.push(`word ${word} is none that is known here`);
      return;
    }
    if (timed) {
      if (timeNs < (this.#lastNs.get(threadId) ?? 0)) this.faults.push(`time runs backwards at ${id}`);
      this.#lastNs.set(threadId, timeNs);
    } else if ((low & EXIT_BIT) === 0) {
      this.#end(stack, endedFrames(low, high));
    } else if (timeNs !== 0) {
      this.faults.push(`an untimed exit has time ${timeNs}`);
    }
    if ((low & EXIT_BIT) === 0) {
      stack.push(id);
      this.entriesOf.set(id, (this.entriesOf.get(id) ?? 0) + 1);
    } else if (stack.pop() !== id) {
      this.faults.push(`exit of ${id} does not match`);
    }
  }
  #end(stack: number[], frames: number): void {
    if (frames > stack.length) this.faults.push(`${frames} of ${stack.length} open frames have ended`);
    stack.length = Math.max(0, stack.length - frames);
  }
}
