import { FIRST_METHOD_ID } from '../base/ids.ts';
import {
  CONTROL_WORD,
  EXIT_BIT,
  HIGH_TIME_NS,
  highOfWord,
  ID_MASK,
  lowOfWord,
  timeOfWord,
} from '../events/eventWord.ts';
import type { CoreWait } from '../events/coreWait.ts';
import { NO_CORE_WAITS, type CoreWaitAccount } from './coreWaitAccount.ts';
import { unwrappedTime, type ThreadCursor } from './threadCursor.ts';

/** Who loses his core does not get it back sooner: shorter stretches have no wait in them. */
const SHORTEST_STRETCH_NS = 20_000;
/** Two words whose high u32 differ by no more are less than that apart. */
const MOST_SHORT_STEPS = Math.floor(SHORTEST_STRETCH_NS / HIGH_TIME_NS) - 1;
/** A thread that sleeps may wake up between a look at that and one at what it has run. */
const LOOK_NS = 100_000;
/** As many as the largest lane has: more are never recorded between two looks. */
const MOST_HELD_WORDS = 1 << 19;
const FIRST_HELD_WORDS = 1024;

/** A stretch of time between two events of a thread, of which a part may be a wait. */
interface Stretch {
  /** The word before which an ADJUST takes time out of it. */
  readonly at: number;
  readonly ns: number;
  /** When it ended; NaN in a pause of the clock. */
  readonly endNs: number;
  /** Whose stretch it is: that of a frame, or of nobody. */
  readonly isInside: boolean;
}

/** Words of a thread, to be taken by its builder. */
export interface AdjustedWords {
  readonly words: Uint32Array;
  readonly wordCount: number;
  readonly baseTimeNs: number;
}

/**
 * Takes out of a thread's times what it waited for a core, being ready to run. The system tells how long that was between two looks
 * of the agent's, and the stretches between the words that were recorded meanwhile tell where:
 *
 *     looks   |                     3 ms                     |          the wait is 3 ms of the stretch of 3.2 ms
 *     words   >A  >B <B >B <B  >C ------- 3.2 ms ------ <C >B <B        ADJUST 3 ms before <C: C has 0.2 ms left
 *
 * The longest stretches take it, none more than it has. In a pause of the clock a stretch is what the pump has told as a halt, and the
 * pause without its halts. What else would have been long enough is doubt. What the thread still waits in, it takes with its next words.
 *
 * A stretch that is longer than what the thread ran in all between two looks was interrupted. Where there are as many of these as the
 * thread came onto a core, no other has waited, and there is no doubt: so of a thread that sleeps between two roots.
 */
export class CoreWaits {
  /** Told and not yet taken out, ns. */
  #pendingNs = 0;
  #told: CoreWait | null = null;
  #expectedWords = 0;
  #held = new Uint32Array(0);
  #heldWords = 0;
  #baseTimeNs = 0;
  #leftOutNs = 0;
  #doubtNs = 0;

  /** Whether words are to be handed to `hold`. */
  get isPending(): boolean {
    return this.#pendingNs > 0;
  }

  /** Whether `release` has words. */
  get isHolding(): boolean {
    return this.#heldWords > 0;
  }

  /** The parameters are those of EventSink.coreWait. What is held must have been released. */
  tell(wait: CoreWait): void {
    // What is pending is of an arrival that is not among those told.
    this.#told = this.#pendingNs > 0 ? { ...wait, arrivals: 0 } : wait;
    this.#pendingNs += Math.max(0, wait.durationNs);
    this.#expectedWords = Math.min(wait.wordCount, MOST_HELD_WORDS);
  }

  /** Keeps words until all are there that were told. @returns whether they are */
  hold(words: Uint32Array, wordCount: number, baseTimeNs: number): boolean {
    const end = this.#heldWords + wordCount;
    this.#reserve(end);
    this.#held.set(words.subarray(0, 2 * wordCount), 2 * this.#heldWords);
    this.#heldWords = end;
    this.#baseTimeNs = baseTimeNs;
    return end >= this.#expectedWords;
  }

  /** What is held, with the waits taken out, until more is held; null: nothing is. @param cursor where the thread stands before these words */
  release(cursor: ThreadCursor): AdjustedWords | null {
    const wordCount = this.#heldWords;
    if (wordCount === 0) return null;
    const held = this.#held.subarray(0, 2 * wordCount);
    this.#heldWords = 0;
    this.#expectedWords = 0;
    const { stretches, openSinceNs } = stretchesOf(held, wordCount, this.#baseTimeNs, cursor);
    const certain = interruptedOf(stretches, this.#told);
    const openNs = certain === null ? (this.#told?.untilNs ?? NaN) - openSinceNs : 0;
    const waits = this.#share(certain ?? stretches, openNs);
    const adjustedCount = wordCount + waits.size;
    this.#reserve(adjustedCount);
    const words = this.#held.subarray(0, 2 * adjustedCount);
    insertAdjusts(words, wordCount, waits);
    return { words, wordCount: adjustedCount, baseTimeNs: this.#baseTimeNs };
  }

  /** Makes room for so many words; those that are held stay. */
  #reserve(wordCount: number): void {
    if (2 * wordCount <= this.#held.length) return;
    const larger = new Uint32Array(Math.max(4 * wordCount, 2 * FIRST_HELD_WORDS));
    larger.set(this.#held);
    this.#held = larger;
  }

  /** What was taken out since the last call. */
  takeAccount(): CoreWaitAccount {
    const account = { leftOutNs: this.#leftOutNs, doubtNs: this.#doubtNs };
    this.#leftOutNs = 0;
    this.#doubtNs = 0;
    return account.leftOutNs + account.doubtNs === 0 ? NO_CORE_WAITS : account;
  }

  /** @param openNs how long the stretch has been that has not ended; NaN = nobody's @returns stretch -> ns, in the order of words */
  #share(stretches: readonly Stretch[], openNs: number): ReadonlyMap<Stretch, number> {
    const waits = new Map<Stretch, number>();
    let leftNs = this.#pendingNs;
    // Taken out, and left in what may have waited as well: of frames, and of nobody's time.
    const placed = { insideNs: 0, outsideNs: 0 };
    const other = { insideNs: 0, outsideNs: 0 };
    let openIsNext = openNs >= SHORTEST_STRETCH_NS;
    let pendingNs = 0;
    for (const stretch of stretches.toSorted((a, b) => b.ns - a.ns)) {
      if (openIsNext && openNs > stretch.ns) {
        openIsNext = false;
        pendingNs = Math.min(leftNs, openNs);
        leftNs -= pendingNs;
      }
      const waitNs = Math.min(leftNs, stretch.ns);
      leftNs -= waitNs;
      const side = stretch.isInside ? 'insideNs' : 'outsideNs';
      if (waitNs === 0) other[side] += stretch.ns;
      else waits.set(stretch, waitNs);
      placed[side] += waitNs;
    }
    if (openIsNext) {
      pendingNs = Math.min(leftNs, openNs);
      leftNs -= pendingNs;
    }
    this.#leftOutNs += placed.insideNs;
    // Where it was nobody's time that waited, it does not matter which.
    this.#doubtNs +=
      Math.min(placed.insideNs, other.insideNs + other.outsideNs) +
      Math.min(placed.outsideNs, other.insideNs) +
      leftNs;
    this.#pendingNs = pendingNs;
    return waits;
  }
}

/** All stretches that can have waited, where that is known; null: it is not. */
function interruptedOf(stretches: readonly Stretch[], told: CoreWait | null): readonly Stretch[] | null {
  if (told === null || told.arrivals === 0) return null;
  const ranNs = told.ranNs + LOOK_NS;
  const interrupted = stretches.filter(
    ({ ns, endNs }) => Math.min(ns, endNs - told.sinceNs) > ranNs, //
  );
  return interrupted.length >= told.arrivals ? interrupted : null;
}

/** The long stretches that these words end, and since when the one lasts that they do not end (NaN: nobody knows). */
function stretchesOf(
  words: Uint32Array,
  wordCount: number,
  baseTimeNs: number,
  cursor: ThreadCursor,
): { stretches: Stretch[]; openSinceNs: number } {
  const stretches: Stretch[] = [];
  let { weight, turnsTo } = cursor;
  let isInside = cursor.node !== 0;
  let sinceNs = weight > 0 && cursor.timeKnown ? cursor.timeNs : cursor.pausedNs + cursor.chargedNs;
  let sinceWord = -1; // not negative: the stretch began with this word, and not at sinceNs
  let sinceHigh = 0;
  const sinceTime = (): number =>
    sinceWord < 0 ? sinceNs : unwrappedTime(words[2 * sinceWord], words[2 * sinceWord + 1], baseTimeNs);
  const ints = new Int32Array(words.buffer, words.byteOffset, 2 * wordCount); // keep the loop in 32-bit arithmetic
  for (let at = 0; at < wordCount; at++) {
    const low = ints[2 * at];
    const high = ints[2 * at + 1];
    const id = low & ID_MASK;
    if (id >= FIRST_METHOD_ID) {
      if (weight > 0) {
        const steps = (high - sinceHigh) | 0;
        if (sinceWord < 0 || steps < 0 || steps > MOST_SHORT_STEPS) {
          const endNs = unwrappedTime(low, high, baseTimeNs);
          const ns = endNs - sinceTime();
          if (ns >= SHORTEST_STRETCH_NS) stretches.push({ at, ns, endNs, isInside });
        }
        sinceWord = at;
        sinceHigh = high;
      }
      isInside = true;
      weight = turnsTo ?? weight;
      turnsTo = null;
    } else if (id === CONTROL_WORD.turn) {
      turnsTo = timeOfWord(low, high);
    } else if (id === CONTROL_WORD.adjust) {
      sinceNs = sinceTime() + timeOfWord(low, high);
      sinceWord = -1;
    } else if (id === CONTROL_WORD.halt) {
      const ns = timeOfWord(low, high);
      sinceNs = sinceTime() + ns;
      sinceWord = -1;
      if (ns >= SHORTEST_STRETCH_NS) stretches.push({ at, ns, endNs: NaN, isInside: true });
    } else if (id === CONTROL_WORD.time) {
      const endNs = unwrappedTime(low, high, baseTimeNs);
      const ns = endNs - sinceTime();
      if (ns >= SHORTEST_STRETCH_NS) stretches.push({ at, ns, endNs, isInside });
      sinceNs = endNs;
      sinceWord = -1;
    } else if (id === CONTROL_WORD.rootIn && (low & EXIT_BIT) === 0) {
      isInside = false;
      if (weight > 0) continue;
      sinceNs = NaN;
      sinceWord = -1;
    }
  }
  return { stretches, openSinceNs: sinceTime() };
}

/**
 * Puts an ADJUST before each stretch that has waited, in place, from the last one on: what is before the first stays where it is.
 * @param words wordCount words, and room for one more for each wait
 */
function insertAdjusts(words: Uint32Array, wordCount: number, waits: ReadonlyMap<Stretch, number>): void {
  let end = 2 * wordCount;
  let moved = 2 * waits.size;
  for (const [{ at, ns }, waitNs] of [...waits].sort(([a], [b]) => b.at - a.at)) {
    words.copyWithin(2 * at + moved, 2 * at, end);
    end = 2 * at;
    const wholeNs = Math.floor(waitNs);
    if ((words[end + moved] & ID_MASK) === CONTROL_WORD.halt) {
      words[end + moved] = lowOfWord(CONTROL_WORD.halt, false, ns - wholeNs);
      words[end + moved + 1] = highOfWord(ns - wholeNs);
    }
    moved -= 2;
    words[end + moved] = lowOfWord(CONTROL_WORD.adjust, false, wholeNs);
    words[end + moved + 1] = highOfWord(wholeNs);
  }
}
