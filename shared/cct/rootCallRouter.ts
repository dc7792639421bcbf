import { FIRST_METHOD_ID } from '../base/ids.ts';
import { endedFrames } from '../events/endedFrames.ts';
import { CONTROL_WORD, COUNTED_ENDED, EXIT_BIT, ID_MASK, timeOfWord } from '../events/eventWord.ts';
import { HeldWords, type HeldRoom, type WordBlock } from './heldWords.ts';
import { OpenMethods } from './openMethods.ts';
import { ThreadCursor, unwrappedTime } from './threadCursor.ts';

/** The two groups of root calls by their duration. */
export const FAST_CALLS = 'fast';
export const SLOW_CALLS = 'slow';

/** The group of root calls that have no label, where others have. */
export const UNLABELLED_CALLS = '(no label)';

/** Takes words for the tree of a group of root calls; they are valid during the call only. */
export type TakeWords = (group: string, block: WordBlock) => void;

/**
 * Hands each root call of one thread to the tree of its group as a whole, and each word once:
 *
 *     limit 100    ^ >A    >B    <B    <A   ^ >A        >B       <B     <A
 *     time           0     10    20    30     40        50       900    910
 *                  held ............. fast  held ............. slow, and not held from here on
 *
 * Where a call's group is not known at its entry, its words are held until it ends, or has lasted longer than the limit by the last
 * word that has a time. What ADJUST tells is no part of it, as it is of no time in the tree. A pause, a reset, the end of the recording
 * and a lack of room decide by what is known then.
 *
 * Frames open and close as in CctBuilder: after losses and missing exits both have the same calls. Words between two calls go with
 * the first one. Cost: 8 to 11 ns a word (rootCallRouter.bench.ts); where no groups are asked for there is no router.
 */
export class RootCallRouter {
  readonly #limitNs: number;
  readonly #room: HeldRoom;
  readonly #take: TakeWords;
  readonly #held: HeldWords;
  readonly #open = new OpenMethods();
  /** Number -> label, by which root calls are told apart; null: the stream has none. */
  readonly #labels: ReadonlyMap<number, string> | null;
  /** Of the root calls that begin from now on; null: their duration decides. */
  #label: string | null;
  #isPaused = false;
  /** A root call has begun, and not ended. */
  #isInCall = false;
  /** Of the root call that began last; null: it is not known yet. */
  #group: string | null = FAST_CALLS;
  /** When that was, moved by what was adjusted since; NaN: it is not known. */
  #sinceNs = NaN;
  /** Where the thread stands after the words that are held. */
  readonly #ahead = new ThreadCursor();

  // While a block is taken: words from #runFrom on are of #run (null: of the call that is held), those from #callFrom on of #group.
  #block: WordBlock = NO_WORDS;
  #run: string | null = null;
  #runFrom = 0;
  #callFrom = 0;

  /**
   * @param limitNs a root call that lasts longer is slow; Infinity: none is
   * @param room    for words that are held, of all threads together
   * @param labels  those whose numbers ROOT_IN words may have; more may come
   */
  constructor(
    limitNs: number,
    room: HeldRoom,
    take: TakeWords,
    labels: ReadonlyMap<number, string> | null = null,
  ) {
    this.#labels = labels;
    this.#label = labels === null ? null : UNLABELLED_CALLS;
    this.#limitNs = limitNs;
    this.#room = room;
    this.#take = take;
    this.#held = new HeldWords(room);
  }

  /** Whether the thread is within a root. */
  get isInside(): boolean {
    return this.#open.depth > 0;
  }

  /** While the recording pauses nothing lasts: calls that begin then are not held. */
  pause(isPaused: boolean): void {
    this.#isPaused = isPaused;
  }

  /** Where the thread stands after all of its words. @param cursor where it stands after those that were handed on */
  standing(cursor: ThreadCursor): ThreadCursor {
    if (this.#held.isEmpty) return cursor;
    const ahead = Object.assign(this.#ahead, cursor);
    let adjustNs = 0;
    for (const { timed, words, wordCount, baseTimeNs } of this.#held.newestFirst()) {
      if (!timed) continue;
      let at = 2 * wordCount - 2;
      for (; at >= 0 && (words[at] & ID_MASK) < FIRST_METHOD_ID; at -= 2)
        if ((words[at] & (EXIT_BIT | ID_MASK)) === CONTROL_WORD.adjust)
          adjustNs += timeOfWord(words[at], words[at + 1]);
      if (at < 0) continue;
      ahead.setTime(unwrappedTime(words[at], words[at + 1], baseTimeNs));
      break;
    }
    if (ahead.timeKnown) ahead.setTime(ahead.timeNs + adjustNs);
    ahead.node = this.#open.depth;
    return ahead;
  }

  /** Takes the thread's next words. */
  route(block: WordBlock): void {
    const { words, wordCount, timed, baseTimeNs, dropped } = block;
    this.#block = block;
    this.#run = this.#group;
    this.#runFrom = 0;
    this.#callFrom = 0;
    if (dropped > 0) this.#open.keepRoot();
    let lastTimed = -1;
    for (let at = 0; at < 2 * wordCount; at += 2) {
      const low = words[at];
      const id = low & ID_MASK;
      if (id >= FIRST_METHOD_ID) {
        lastTimed = at;
        if ((low & EXIT_BIT) === 0) {
          if (!this.#isInCall) {
            if (this.#labels !== null) this.#label = UNLABELLED_CALLS; // its ROOT_IN was lost
            this.#begin(at / 2);
          }
          if (!timed) this.#open.close(endedFrames(low, words[at + 1]));
          if (this.#open.depth === 0 && timed) this.#sinceNs = unwrappedTime(low, words[at + 1], baseTimeNs);
          this.#open.enter(id);
        } else if (this.#open.exit(id) && this.#open.depth === 0) {
          this.#end(timed ? unwrappedTime(low, words[at + 1], baseTimeNs) : NaN);
        }
        continue;
      }
      switch (low & (EXIT_BIT | ID_MASK)) {
        case CONTROL_WORD.rootIn:
          if (this.#isInCall) this.#end(this.#timeAt(lastTimed));
          this.#open.close(this.#open.depth);
          if (this.#labels !== null)
            this.#label = this.#labels.get(timeOfWord(low, words[at + 1])) ?? UNLABELLED_CALLS;
          this.#begin(at / 2);
          break;
        case CONTROL_WORD.counted:
          if (!timed) this.#open.close(words[at + 1] >>> COUNTED_ENDED);
          break;
        case CONTROL_WORD.ended:
          this.#open.close(endedFrames(low, words[at + 1]));
          break;
        case CONTROL_WORD.adjust:
          this.#sinceNs += timeOfWord(low, words[at + 1]);
          break;
        case CONTROL_WORD.missedExits:
          if (this.#open.depth === 0) break;
          this.#open.close(timeOfWord(low, words[at + 1]));
          if (this.#open.depth === 0) this.#end(this.#timeAt(lastTimed));
      }
    }
    this.#endBlock(this.#timeAt(lastTimed));
  }

  /** The group of a call that is held is what it is by now. @param nowNs the newest time that is known; NaN: none is */
  decide(nowNs: number): void {
    if (this.#group !== null) return;
    const group = this.#groupAt(nowNs);
    this.#group = group;
    this.#held.release((block) => this.#take(group, block));
  }

  #begin(word: number): void {
    this.#isInCall = true;
    this.#sinceNs = NaN;
    this.#callFrom = word;
    this.#group = this.#label ?? (this.#isPaused ? FAST_CALLS : null);
    if (this.#group !== null) this.#turnTo(this.#group);
  }

  #end(untilNs: number): void {
    this.#isInCall = false;
    if (this.#group === null) this.#settle(this.#groupAt(untilNs));
  }

  #groupAt(untilNs: number): string {
    return untilNs - this.#sinceNs > this.#limitNs ? SLOW_CALLS : FAST_CALLS;
  }

  /** The call that is open, or has just ended, is of this group. */
  #settle(group: string): void {
    this.#group = group;
    if (this.#run !== null) return this.#turnTo(group);
    this.#held.release((block) => this.#take(group, block));
    this.#run = group;
  }

  /** The words of the call that began last are of this group, as those that follow. */
  #turnTo(group: string): void {
    if (group === this.#run) return;
    this.#handOn(this.#callFrom);
    this.#run = group;
  }

  #endBlock(untilNs: number): void {
    const { wordCount } = this.#block;
    if (this.#group === null && this.#groupAt(untilNs) === SLOW_CALLS) this.#settle(SLOW_CALLS);
    if (this.#group === null) {
      if (wordCount > 0) this.#handOn(this.#callFrom);
      this.#run = null;
    }
    this.#handOn(wordCount);
    this.#block = NO_WORDS;
  }

  /** Words up to this one go to their group, or are held. A loss is told with the first of the block, or alone. */
  #handOn(end: number): void {
    const { words, wordCount, timed, baseTimeNs, dropped } = this.#block;
    const from = this.#runFrom;
    if (end === from && wordCount > 0) return;
    this.#runFrom = end;
    const piece = {
      words: words.subarray(2 * from, 2 * end),
      wordCount: end - from,
      timed,
      baseTimeNs,
      dropped: from === 0 ? dropped : 0,
    };
    if (this.#run !== null) return this.#take(this.#run, piece);
    if (this.#held.hold(piece)) return;
    this.#room.lacking++;
    this.#settle(FAST_CALLS); // were it slow by now, it would not be held
    this.#take(FAST_CALLS, piece);
  }

  /** The time of a word of this block, of a method; NaN: it has none. @param at its low half; -1: there is none */
  #timeAt(at: number): number {
    const { words, timed, baseTimeNs } = this.#block;
    return timed && at >= 0 ? unwrappedTime(words[at], words[at + 1], baseTimeNs) : NaN;
  }
}

const NO_WORDS: WordBlock = {
  words: new Uint32Array(0),
  wordCount: 0,
  timed: false,
  baseTimeNs: 0,
  dropped: 0,
};
