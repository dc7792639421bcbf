import { FIRST_METHOD_ID } from '../base/ids.ts';
import { CONTROL_WORD, EXIT_BIT, ID_MASK, timeOfWord } from '../events/eventWord.ts';
import { unwrappedTime, type ThreadCursor } from './threadCursor.ts';

/** So many buckets double the duration: each is 9 % wide. */
export const BUCKETS_PER_OCTAVE = 8;
/** Up to 2^44 ns: what is longer is in the last one. */
const BUCKETS = 44 * BUCKETS_PER_OCTAVE;
/** More than half of them are used: they double their width when they do not suffice. */
export const MOST_SLOTS = 128;
const FIRST_SLOT_NS = 2 ** 20;

/** How long root calls lasted, by the time of their beginning. */
export interface RootDurationTable {
  /** Of each slot; the first one begins with the first call. */
  readonly slotNs: number;
  readonly slots: number;
  readonly buckets: number;
  /** slot * buckets + bucket -> calls; `bucketFromNs` has the durations of a bucket. */
  readonly calls: Float64Array;
  /** slot -> ns; 0: no call began in it */
  readonly longestNs: Float64Array;
  /** Calls without a duration: losses, pauses and resets, and exits that are missing. */
  readonly untimed: number;
}

/** The shortest duration that is in a bucket; that of the next one is the first that is not. */
export function bucketFromNs(bucket: number): number {
  return bucket === 0 ? 0 : 2 ** (bucket / BUCKETS_PER_OCTAVE);
}

/**
 * Counts root calls by the time of their beginning and by their duration. The builder tells only what it stops at anyhow, ROOT_IN and
 * the like: its loop does not know of durations. A call has ended where its thread stands outside of every root when the next one
 * begins, and lasted up to the last word before:
 *
 *     words   ^ >A  >B  <B  <A   ^ >A ...
 *     time      10  20  30  40     90          at the second ^ the thread stands outside, at 40: 30 ns
 *
 * What ADJUST tells is no part of a duration. Bounded: 128 slots of time and 352 buckets, 0.4 MB. Cost: some 60 ns a root call.
 */
export class RootDurations {
  #calls: Float64Array | null = null; // until there is one
  #longestNs = new Float64Array(MOST_SLOTS);
  #slotNs = FIRST_SLOT_NS;
  #originNs = NaN;
  #lastSlot = -1;
  #untimed = 0;

  /** A root is entered by the next word of a method. Before the builder has closed what is open. */
  enter(cursor: ThreadCursor): void {
    this.leave(cursor);
    cursor.entersRoot = true;
  }

  /** What the thread has been in has ended, or will have no duration. */
  leave(cursor: ThreadCursor): void {
    const { rootEnteredNs, rootSinceNs } = cursor;
    cursor.entersRoot = false;
    cursor.rootSinceNs = NaN;
    if (Number.isNaN(rootSinceNs)) return;
    if (cursor.node === 0 && cursor.timeKnown) this.#add(rootEnteredNs, cursor.timeNs - rootSinceNs, cursor);
    else this.#untimed++;
  }

  /** The same for a call that has ended: one that is open goes on. */
  settle(cursor: ThreadCursor): void {
    if (cursor.node === 0 && !cursor.entersRoot) this.leave(cursor);
  }

  reset(): void {
    this.#calls = null;
    this.#longestNs.fill(0);
    this.#slotNs = FIRST_SLOT_NS;
    this.#originNs = NaN;
    this.#lastSlot = -1;
    this.#untimed = 0;
  }

  /** A copy; null: no root call has ended. */
  table(): RootDurationTable | null {
    if (this.#calls === null) return null;
    const slots = this.#lastSlot + 1;
    return {
      slotNs: this.#slotNs,
      slots,
      buckets: BUCKETS,
      calls: this.#calls.slice(0, slots * BUCKETS),
      longestNs: this.#longestNs.slice(0, slots),
      untimed: this.#untimed,
    };
  }

  #add(sinceNs: number, ns: number, cursor: ThreadCursor): void {
    const durationNs = Math.max(0, ns);
    cursor.longestRootCallNs = Math.max(cursor.longestRootCallNs, durationNs);
    const calls = (this.#calls ??= new Float64Array(MOST_SLOTS * BUCKETS));
    if (Number.isNaN(this.#originNs)) this.#originNs = sinceNs;
    // A call of another thread that began before the first one that has ended is of the first slot.
    let slot = Math.max(0, Math.floor((sinceNs - this.#originNs) / this.#slotNs));
    while (slot >= MOST_SLOTS) {
      this.#widen(calls);
      slot = Math.floor(slot / 2);
    }
    const bucket = durationNs < 1 ? 0 : Math.floor(Math.log2(durationNs) * BUCKETS_PER_OCTAVE);
    calls[slot * BUCKETS + Math.min(bucket, BUCKETS - 1)]++;
    this.#longestNs[slot] = Math.max(this.#longestNs[slot], durationNs);
    this.#lastSlot = Math.max(this.#lastSlot, slot);
  }

  /** Slots of double the width. */
  #widen(calls: Float64Array): void {
    for (let slot = 0; slot < MOST_SLOTS; slot++) {
      const to = Math.floor(slot / 2);
      for (let bucket = 0; bucket < BUCKETS; bucket++) {
        const moved = calls[slot * BUCKETS + bucket];
        calls[slot * BUCKETS + bucket] = 0;
        calls[to * BUCKETS + bucket] += moved;
      }
      const longestNs = this.#longestNs[slot];
      this.#longestNs[slot] = 0;
      this.#longestNs[to] = Math.max(this.#longestNs[to], longestNs);
    }
    this.#slotNs *= 2;
    this.#lastSlot = Math.floor(this.#lastSlot / 2);
  }
}

/**
 * Where a root is about to be entered, its call begins with the first word of a method, from this event on; none in this block: in the next one.
 * @returns the event where the search ended: before it there is none, so a later search begins there; `from`: nobody enters
 */
export function timeRootEntry(
  cursor: ThreadCursor,
  words: Uint32Array,
  from: number,
  eventCount: number,
  baseTimeNs: number,
): number {
  if (!cursor.entersRoot) return from;
  let at = 2 * from;
  let adjustNs = 0; // will be added before the call is entered: it is no part of it
  for (; at < 2 * eventCount; at += 2) {
    if ((words[at] & (EXIT_BIT | ID_MASK)) === CONTROL_WORD.rootIn) break; // no call came of it
    if ((words[at] & (EXIT_BIT | ID_MASK)) === CONTROL_WORD.adjust)
      adjustNs += timeOfWord(words[at], words[at + 1]);
    if ((words[at] & ID_MASK) < FIRST_METHOD_ID) continue;
    cursor.rootEnteredNs = unwrappedTime(words[at], words[at + 1], baseTimeNs);
    cursor.rootSinceNs = cursor.rootEnteredNs - adjustNs;
    cursor.entersRoot = false;
    break;
  }
  return at / 2;
}
