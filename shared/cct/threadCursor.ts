import {
  CONTROL_WORD,
  HIGH_TIME_NS,
  ID_MASK,
  LOW_TIME_SHIFT,
  highOfWord,
  lowOfWord,
  timeOfWord,
} from '../events/eventWord.ts';

const TIME_WRAP_NS = 2 ** 44;

/**
 * Where one thread stands in its tree: the open frames are the node and its ancestors, and the clock is that of the
 * last word, in the two halves of a word. All that is kept of a thread besides its tree: a virtual thread costs this
 * much, while it lives.
 */
export class ThreadCursor {
  /** Innermost open frame, 0 = outside every root. */
  node = 0;
  /** Signed, as the loop wants it. */
  lastHigh = 0;
  lastLow = 0;
  /** False until a word with a time came, and after events without times or lost ones: nothing to measure from. */
  timeKnown = false;
  /** baseTimeNs of the last block with a word that has a time: not earlier than the last word, and less than a wrap later. */
  lastBaseNs = 0;

  /** What each stretch between words stands for: 1 = for itself; 0 = the clock pauses, words have no times. */
  weight = 1;
  /** The weight after the next word; null = as it is. */
  turnsTo: number | null = null;
  /** Of the pause: since when (NaN = not known, or the thread left the subgraph), what of it is charged otherwise, and its stretches. */
  pausedNs = NaN;
  chargedNs = 0;
  pausedStretches = 0;

  /** Clock `cpu`: times are the thread's own, and the time of a mark says nothing of them. */
  hasOwnClock = false;

  /** Clock `ticker`: gaps that are dealt with, of all there have been, and words that share the time of the last one. */
  gapsSeen = 0;
  wordsOfLastTime = 0;

  /** When the root call was entered, moved by what was adjusted since; NaN: it is not known, or was counted. */
  rootSinceNs = NaN;
  /** When that was, not moved. */
  rootEnteredNs = NaN;
  /** It is by the next word of a method. */
  entersRoot = false;
  /** Of root calls that have ended since it came to the tree in which it stands, the longest; 0: none has a duration. */
  longestRootCallNs = 0;

  /** All of the root call that is open is recorded: what it is told to have allocated is of the calls that are counted. */
  tellsWholeRoot = false;

  /** Of what was told to be made last: where it is counted, and its length, or the number of arrays; row -1: words that go on with it mean nothing. */
  madeRow = -1;
  madeLength = 0;

  /** Moves the clock by the duration that a word holds, so that this time is charged to nobody. */
  advance(low: number, high: number): void {
    const lowSum = this.lastLow + (low >>> LOW_TIME_SHIFT);
    this.lastLow = lowSum % HIGH_TIME_NS;
    this.lastHigh = (this.lastHigh + high + Math.floor(lowSum / HIGH_TIME_NS)) | 0;
    this.rootSinceNs += timeOfWord(low, high);
  }

  /** Whether the clock stood before this moment, so that it is to be turned to it. */
  isBefore(timeNs: number): boolean {
    return this.timeKnown && !this.hasOwnClock && this.timeNs < timeNs;
  }

  /** Turns the clock to a moment; what passed before it is charged to nobody. */
  setTime(timeNs: number): void {
    this.lastHigh = highOfWord(timeNs) | 0;
    this.lastLow = lowOfWord(0, false, timeNs) >>> LOW_TIME_SHIFT;
    this.lastBaseNs = timeNs;
    this.timeKnown = true;
  }

  /** From here on words have no times. */
  pause(): void {
    if (this.weight > 0) {
      this.pausedNs = this.timeKnown ? this.timeNs : NaN;
      this.chargedNs = 0;
      this.pausedStretches = 0;
    }
    this.weight = 0;
    this.stopClock();
  }

  /** Words without times have 0 in the time field: with the clock at 0 nothing is charged. */
  stopClock(): void {
    this.lastHigh = 0;
    this.lastLow = 0;
    this.timeKnown = false;
  }

  /** The time of the last word, the moment nearest to its block's base; means nothing unless timeKnown. */
  get timeNs(): number {
    const lowBitsNs = timeOfWord(this.lastLow << LOW_TIME_SHIFT, this.lastHigh);
    return lowBitsNs + Math.round((this.lastBaseNs - lowBitsNs) / TIME_WRAP_NS) * TIME_WRAP_NS;
  }
}

/** The last moment not after `baseNs` whose low 44 bits are those of the word. */
export function unwrappedTime(low: number, high: number, baseNs: number): number {
  const lowBitsNs = timeOfWord(low, high);
  return lowBitsNs + Math.floor((baseNs - lowBitsNs) / TIME_WRAP_NS) * TIME_WRAP_NS;
}

/** Turns the thread's own clock to where these words say that it stands. */
export function takeOwnClock(cursor: ThreadCursor, words: Uint32Array, baseTimeNs: number): void {
  for (let at = 0; at < words.length; at += 2) {
    if ((words[at] & ID_MASK) !== CONTROL_WORD.clock) continue;
    cursor.hasOwnClock = true;
    cursor.setTime(unwrappedTime(words[at], words[at + 1], baseTimeNs));
  }
}

/** Before the last word of a burst the lane turns, and only then reads the clock: 78 ns instead of 23, of a stretch without work. */
export function weightOfStretch(cursor: ThreadCursor, turns: boolean): number {
  return turns ? 1 : cursor.weight;
}
