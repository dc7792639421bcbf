import { FIRST_METHOD_ID } from '../base/ids.ts';
import { ID_MASK } from '../events/eventWord.ts';
import type { TickerNews } from '../events/tickerNews.ts';
import type { CctBuilder } from './cctBuilder.ts';
import { unwrappedTime, type ThreadCursor } from './threadCursor.ts';
import type { TickerAccount } from './tickerAccount.ts';

/** An event by the ticker, and what a program usually does between two, take less. */
const LONGEST_WORD_NS = 10_000;
/** A thread that has not recorded for so many gaps was standing: they are charged where it stood, as they are. */
const KEPT_GAPS = 1024;

interface Gap {
  readonly sinceNs: number;
  readonly durationNs: number;
}

/**
 * Feeds builders with events whose clock a thread of the target keeps (clock `ticker`). In a gap the clock stands still:
 *
 *     clock    0  75  150 ------------- gap ------------- 4150  4225
 *     words    >A     >B                                    <B         B was open all along: 4000 ns are B's
 *     words    >A     >B<B>B<B>B<B> ... 1,000 words ... >B  <B         nobody knows whose they are
 *
 * Where a thread had so many words at the time when the clock stood that they may explain the gap, the gap is charged to
 * nobody. Otherwise the thread stood too (a collection, say), or was in one method: the gap is charged where it was at the
 * end, and what its words may have taken is doubt. Words before a gap come before it is told, words behind it after that.
 */
export class TickerFeed {
  #gaps: Gap[] = [];
  /** Number of #gaps[0], of all there have been. */
  #firstGap = 0;
  #starved = true;

  news(news: TickerNews, sinceNs: number, durationNs: number): void {
    if (news !== 'gap') {
      this.#starved = news === 'starved';
      return;
    }
    const last = this.#gaps.at(-1);
    if (last?.sinceNs === sinceNs) this.#gaps.pop(); // told by both who watch the clock
    const longest = last?.sinceNs === sinceNs ? Math.max(durationNs, last.durationNs) : durationNs;
    this.#gaps.push({ sinceNs, durationNs: longest });
    if (this.#gaps.length > 2 * KEPT_GAPS) {
      this.#gaps = this.#gaps.slice(-KEPT_GAPS);
      this.#firstGap += KEPT_GAPS + 1;
    }
  }

  /** The parameters are those of CctBuilder.feed. @returns the account with what these words add */
  feed(
    builder: CctBuilder,
    account: TickerAccount,
    cursor: ThreadCursor,
    words: Uint32Array,
    eventCount: number,
    baseTimeNs: number,
    dropped: number,
  ): TickerAccount {
    let { gaps, leftOutNs, doubtNs } = account;
    let from = 0;
    let untoldDrops = dropped;
    const take = (end: number): void => {
      const piece = words.subarray(2 * from, 2 * end);
      countWordsOfLastTime(cursor, piece, baseTimeNs);
      builder.feed(cursor, piece, end - from, true, baseTimeNs, untoldDrops);
      untoldDrops = 0;
      from = end;
    };
    for (let next = this.#nextGap(cursor); next < this.#gaps.length; next++) {
      const { sinceNs, durationNs } = this.#gaps[next];
      const behind = firstAfter(words, from, eventCount, sinceNs, baseTimeNs);
      if (behind < 0) break;
      if (behind > from || untoldDrops > 0) take(behind);
      cursor.gapsSeen = this.#firstGap + next + 1;
      if (!cursor.timeKnown || cursor.node === 0) continue;
      const wordsMeanwhile = cursor.timeNs === sinceNs ? cursor.wordsOfLastTime : 0;
      const doubt = Math.min(durationNs, wordsMeanwhile * LONGEST_WORD_NS);
      gaps++;
      doubtNs += doubt;
      if (doubt < durationNs) continue;
      leftOutNs += durationNs;
      cursor.setTime(sinceNs + durationNs);
    }
    if (from < eventCount) take(eventCount);
    return {
      words: account.words + eventCount,
      starvedWords: account.starvedWords + (this.#starved ? eventCount : 0),
      gaps,
      leftOutNs,
      doubtNs,
    };
  }

  /** Index in #gaps of the first one that may lie before the thread's next word with another time. */
  #nextGap(cursor: ThreadCursor): number {
    let next = Math.max(0, cursor.gapsSeen - this.#firstGap);
    if (cursor.timeKnown) {
      const { timeNs } = cursor;
      while (next < this.#gaps.length && this.#gaps[next].sinceNs < timeNs) next++;
    }
    return next;
  }
}

export const NO_TICKS: TickerAccount = { words: 0, starvedWords: 0, gaps: 0, leftOutNs: 0, doubtNs: 0 };

/** The first word of a method that is later than the moment; -1 = none. */
function firstAfter(
  words: Uint32Array,
  from: number,
  eventCount: number,
  momentNs: number,
  baseTimeNs: number,
): number {
  const isLater = (at: number): boolean =>
    (words[2 * at] & ID_MASK) >= FIRST_METHOD_ID &&
    unwrappedTime(words[2 * at], words[2 * at + 1], baseTimeNs) > momentNs;
  let last = eventCount - 1;
  while (last >= from && (words[2 * last] & ID_MASK) < FIRST_METHOD_ID) last--;
  if (last < from || !isLater(last)) return -1;
  let at = from;
  while (!isLater(at)) at++;
  return at;
}

/** Words that share the time of the thread's last one, up to the end of these. */
function countWordsOfLastTime(cursor: ThreadCursor, words: Uint32Array, baseTimeNs: number): void {
  let lastNs = NaN;
  let count = 0;
  for (let at = words.length / 2 - 1; at >= 0; at--) {
    if ((words[2 * at] & ID_MASK) < FIRST_METHOD_ID) continue;
    const timeNs = unwrappedTime(words[2 * at], words[2 * at + 1], baseTimeNs);
    if (count === 0) lastNs = timeNs;
    else if (timeNs !== lastNs) {
      cursor.wordsOfLastTime = count;
      return;
    }
    count++;
  }
  if (count === 0) return;
  const goesOn = cursor.timeKnown && cursor.timeNs === lastNs;
  cursor.wordsOfLastTime = goesOn ? cursor.wordsOfLastTime + count : count;
}
