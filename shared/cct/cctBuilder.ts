import { FIRST_METHOD_ID } from '../base/ids.ts';
import {
  CONTROL_WORD,
  COUNTED_ENDED,
  EXIT_BIT,
  HIGH_TIME_BITS,
  HIGH_TIME_NS,
  ID_MASK,
  LOW_TIME_SHIFT,
  timeOfWord,
} from '../events/eventWord.ts';
import { ENDED_KIND_SHIFT } from '../events/endedFrames.ts';
import { USUAL_LAYOUT, type ObjectLayout } from '../events/objectLayout.ts';
import type { CctTable } from './cctTable.ts';
import { GrowingAllocation } from './allocationAccount.ts';
import { GrowingCct } from './growingCct.ts';
import type { LiveObjects } from './liveObjects.ts';
import { timeRootEntry, type RootDurations } from './rootDurations.ts';
import { GrowingSamples } from './stretchSamples.ts';
import { takeOwnClock, unwrappedTime, weightOfStretch, type ThreadCursor } from './threadCursor.ts';
import { hasTimes, isMethodAlone, undefinedWord, withoutTimes } from './wordKinds.ts';

/** Above this distance the signed difference of two 44-bit times is ambiguous. */
const LONG_GAP_NS = 2 ** 43;
const LEAST_PIECE_EVENTS = 4096;

/**
 * Builds one calling context tree from the events of one thread, or of several that share a tree.
 *
 *     words    >A    >B    <B    >B    <B    <A          tree   A  calls 1  self (10-0)+(25-20)+(45-40) = 20
 *     time      0    10    20    25    40    45                  B calls 2  self (20-10)+(40-25)        = 25
 *
 * At each word the time since the last one is charged to the frame that is open, then an entry opens a frame and an exit
 * closes one: "stop the clock of the caller, start that of the callee" (JFluid, section 5.3). What passes while no frame
 * is open is charged to row 0 and left out of every table. No time is ever negative. A counted call has neither time nor
 * exit: it is a call on the child of the open frame, whose clock goes on.
 *
 * Speed: 50 to 250 million events/s (cctBuilder.bench.ts). The loop reads two i32 per event, never a bigint, and makes no
 * object; the rare cases are functions of their own.
 */
export class CctBuilder {
  readonly #layout: ObjectLayout;
  readonly #live: LiveObjects | null;
  readonly #roots: RootDurations | null;
  #cct = new GrowingCct();
  #isPaused = false; // what is made now is not counted
  #samples: GrowingSamples | null = null; // while the clock never turned
  readonly allocation = new GrowingAllocation();
  #droppedEvents = 0;
  #missingExits = 0;
  #unmatchedExits = 0;

  /** @param layout of the objects that are counted @param live those that are followed @param roots how long their calls last */
  constructor(layout = USUAL_LAYOUT, live: LiveObjects | null = null, roots: RootDurations | null = null) {
    this.#layout = layout;
    this.#live = live;
    this.#roots = roots;
  }

  /** Events that never came. When not 0 the tree is incomplete. */
  get droppedEvents(): number {
    return this.#droppedEvents;
  }

  /** Frames that were closed since the exit of a caller came, or the root was entered anew: nothing tells what became of their own. */
  get missingExits(): number {
    return this.#missingExits;
  }

  /** Exits of frames that were not open; they were ignored. */
  get unmatchedExits(): number {
    return this.#unmatchedExits;
  }

  /** Contexts so far; 1 = nothing was recorded. */
  get nodeCount(): number {
    return this.#cct.count;
  }

  get byteLength(): number {
    return this.#cct.byteLength + (this.#samples?.byteLength ?? 0);
  }

  /** Takes the next events of one thread, as EventSink.events. @throws SluiceError 'protocol' for a control word that is not defined */
  feed(
    cursor: ThreadCursor,
    words: Uint32Array,
    eventCount: number,
    timed: boolean,
    baseTimeNs: number,
    dropped: number,
  ): void {
    if (dropped > 0) this.#resync(cursor, dropped);
    if (timed && cursor.weight > 0) this.#startClock(cursor, words, 0, eventCount, baseTimeNs);
    else cursor.stopClock();
    let sought = timeRootEntry(cursor, words, 0, eventCount, baseTimeNs); // before it no root is entered
    // Signed numbers keep the loop in 32-bit arithmetic.
    const ints = new Int32Array(words.buffer, words.byteOffset, 2 * eventCount);
    let at = 0;
    while (at < ints.length) {
      // n events make at most n nodes: room is checked once per piece. A piece is an eighth of a small tree, and at least some
      // thousand events of a large one: the check costs nothing.
      const { contexts } = this.#cct;
      const least = Math.min(LEAST_PIECE_EVENTS, contexts.capacity / 8);
      if (contexts.room < least) this.#cct.reserve(Math.ceil(least));
      const end = Math.min(ints.length, at + 2 * (cursor.turnsTo === null ? contexts.room : 1));
      const samples = cursor.weight > 0 ? this.#samples : null;
      at =
        samples !== null
          ? this.#runSampled(samples, cursor, ints, at, end)
          : timed || cursor.weight === 0
            ? this.#run(cursor, ints, at, end)
            : this.#runUntimed(cursor, ints, at, end);
      if (at < end) {
        this.#control(cursor, ints[at], ints[at + 1], timed, baseTimeNs);
        at += 2;
        sought = timeRootEntry(cursor, words, Math.max(at / 2, sought), eventCount, baseTimeNs);
      } else if (cursor.turnsTo !== null) {
        this.#turn(cursor, words, at / 2, eventCount, baseTimeNs);
      }
    }
  }

  /** The tree so far, a copy. Frames still open are charged up to the last event. */
  snapshot(): CctTable {
    const table = this.#cct.toTable();
    return this.#samples === null ? table : { ...table, samples: this.#samples.toColumns(table.length) };
  }

  /** As `snapshot`, and where the clock does not pause without a copy: its numbers are those of now until more is fed. */
  window(): CctTable {
    return this.#samples === null ? this.#cct.window() : this.snapshot();
  }

  /**
   * Forgets all results. Open frames of these cursors stay open, with 0 calls: their exits and callees are right, and
   * they are charged from `nowNs` on.
   * @param cursors all threads that feed this tree
   */
  reset(cursors: Iterable<ThreadCursor>, nowNs: number): void {
    const old = this.#cct.contexts;
    this.#cct = new GrowingCct();
    if (this.#samples !== null) this.#samples = new GrowingSamples();
    this.#droppedEvents = 0;
    this.#missingExits = 0;
    this.#unmatchedExits = 0;
    this.allocation.reset(cursors);
    for (const cursor of cursors) {
      cursor.madeRow = -1;
      cursor.node = this.#cct.reopen(old, cursor.node);
      if (cursor.isBefore(nowNs)) cursor.setTime(nowNs);
      cursor.pausedNs = NaN;
    }
  }

  /** The recording pauses: open frames of these cursors are charged up to `nowNs`, and with nothing until `resume`.
   *  @param cursors all threads that feed this tree */
  pause(cursors: Iterable<ThreadCursor>, nowNs: number): void {
    for (const cursor of cursors) {
      cursor.tellsWholeRoot = false;
      cursor.pausedNs = NaN; // a pause of the clock that lasts longer says nothing
      if (!cursor.isBefore(nowNs)) continue;
      this.#cct.selfNs[cursor.node] += nowNs - cursor.timeNs;
      cursor.setTime(nowNs);
    }
  }

  /** Takes events of a thread while the recording pauses, as `feed`: frames end, and no time passes. */
  feedPaused(
    cursor: ThreadCursor,
    words: Uint32Array,
    eventCount: number,
    timed: boolean,
    baseTimeNs: number,
    dropped: number,
  ): void {
    const clock = { ...cursor };
    const timeless = timed ? withoutTimes(words, eventCount) : words;
    this.#isPaused = true;
    this.feed(cursor, timeless, eventCount, false, 0, dropped);
    this.#isPaused = false;
    const { node, weight, turnsTo } = cursor;
    Object.assign(cursor, clock, { node, weight, turnsTo });
    takeOwnClock(cursor, timeless, baseTimeNs);
  }

  /** The recording goes on: the clocks of these cursors run from `nowNs` on. */
  resume(cursors: Iterable<ThreadCursor>, nowNs: number): void {
    for (const cursor of cursors) if (cursor.isBefore(nowNs)) cursor.setTime(nowNs);
  }

  /** A thread goes on in this tree: its frames that are open in the other one will not get their exits. */
  continueFrom(left: CctBuilder, cursor: ThreadCursor): void {
    left.#missingExits += left.#cct.contexts.depthOf(cursor.node);
    cursor.node = 0;
    cursor.madeRow = -1;
    if (left.#samples !== null) this.#samples ??= new GrowingSamples();
  }

  /** Gives back spare memory: the thread ended. It may go on nevertheless. */
  compact(): void {
    this.#cct.compact();
  }

  /** Takes entries and exits of [from, end). @returns where it stopped: at a control word, or at the end */
  #run(cursor: ThreadCursor, ints: Int32Array, from: number, end: number): number {
    const cct = this.#cct;
    const { contexts, last, calls, selfNs, counted } = cct;
    const { method, parent } = contexts;
    let { node, lastHigh, lastLow } = cursor;
    let untimedWords = 0;
    let at = from;
    for (; at < end; at += 2) {
      const low = ints[at];
      const high = ints[at + 1];
      const id = low & ID_MASK;
      if (id < FIRST_METHOD_ID) {
        const countedId = (high << HIGH_TIME_BITS) | (low >>> LOW_TIME_SHIFT);
        if ((low & (EXIT_BIT | ID_MASK)) === CONTROL_WORD.counted && isMethodAlone(countedId, high)) {
          let callee = last[node];
          if (method[callee] !== countedId) {
            callee = contexts.childOf(node, countedId);
            last[node] = callee;
            counted[callee] = 1;
          }
          calls[callee]++;
        } else if (!cct.takeUntimed(node, low, high, this.#isPaused)) break;
        untimedWords++;
        continue;
      }
      // |0 makes the difference right across a wrap of the 44 bits, and shows a step back as negative.
      const lowTime = low >>> LOW_TIME_SHIFT;
      const deltaNs = ((high - lastHigh) | 0) * HIGH_TIME_NS + (lowTime - lastLow);
      if (deltaNs > 0) selfNs[node] += deltaNs;
      lastHigh = high;
      lastLow = lowTime;
      if ((low & EXIT_BIT) === 0) {
        let callee = last[node];
        if (method[callee] !== id) {
          callee = contexts.childOf(node, id);
          last[node] = callee;
        }
        calls[callee]++;
        node = callee;
      } else if (method[node] === id) {
        node = parent[node];
      } else {
        node = this.#closeFrame(node, id);
      }
    }
    cursor.node = node;
    cursor.lastHigh = lastHigh;
    cursor.lastLow = lastLow;
    if (cursor.weight === 0) cursor.pausedStretches += (at - from) / 2 - untimedWords;
    return at;
  }

  /**
   * The same without a clock. The time field of an entry says which frames have ended before it, that of an exit its bytecodes, or 0.
   */
  #runUntimed(cursor: ThreadCursor, ints: Int32Array, from: number, end: number): number {
    const cct = this.#cct;
    const { contexts, last, calls } = cct;
    const { method, parent } = contexts;
    let { bytecodes } = cct;
    let { node } = cursor;
    let at = from;
    for (; at < end; at += 2) {
      const low = ints[at];
      const id = low & ID_MASK;
      if (id < FIRST_METHOD_ID) {
        let high = ints[at + 1];
        const word = low & (EXIT_BIT | ID_MASK);
        if (word === CONTROL_WORD.counted) {
          for (let ended = high >>> COUNTED_ENDED; ended > 0 && node > 0; ended--) node = parent[node];
          high &= (1 << COUNTED_ENDED) - 1;
        } else if (word === CONTROL_WORD.missedExits) {
          node = contexts.above(node, timeOfWord(low, high));
          continue;
        }
        if (word === CONTROL_WORD.ended) node = cct.endCounted(node, low, high, this.#isPaused);
        else if (!cct.takeUntimed(node, low, high, this.#isPaused)) break;
        bytecodes = cct.bytecodes;
        continue;
      }
      if ((low & EXIT_BIT) === 0) {
        const high = ints[at + 1];
        if (high >>> ENDED_KIND_SHIFT !== 0) {
          node = cct.endCounted(node, low, high, this.#isPaused);
          bytecodes = cct.bytecodes;
        } else {
          let ended = (high << HIGH_TIME_BITS) | (low >>> LOW_TIME_SHIFT);
          for (; ended > 0 && node > 0; ended--) node = parent[node];
        }
        let callee = last[node];
        if (method[callee] !== id) {
          callee = contexts.childOf(node, id);
          last[node] = callee;
        }
        calls[callee]++;
        node = callee;
        continue;
      }
      const executed = timeOfWord(low, ints[at + 1]);
      if (method[node] !== id) {
        node = this.#closeTelling(node, id, executed);
        continue;
      }
      if (executed > 0 && !this.#isPaused) {
        bytecodes ??= cct.countBytecodes();
        bytecodes[node] += executed;
      }
      node = parent[node];
    }
    cursor.node = node;
    return at;
  }

  /** The same, and notes each stretch of time, event by event: bursts are a small part of what comes, and whatever more the
   *  loop of #run does costs all of it. */
  #runSampled(
    samples: GrowingSamples,
    cursor: ThreadCursor,
    ints: Int32Array,
    from: number,
    end: number,
  ): number {
    let at = from;
    for (; at < end; at += 2) {
      const low = ints[at];
      if ((low & ID_MASK) >= FIRST_METHOD_ID) {
        const highSteps = (ints[at + 1] - cursor.lastHigh) | 0;
        const deltaNs = highSteps * HIGH_TIME_NS + ((low >>> LOW_TIME_SHIFT) - cursor.lastLow);
        samples.take(cursor.node, Math.max(0, deltaNs), weightOfStretch(cursor, cursor.turnsTo !== null));
      }
      if (this.#run(cursor, ints, at, at + 2) === at) break;
    }
    return at;
  }

  #control(cursor: ThreadCursor, low: number, high: number, timed: boolean, baseTimeNs: number): void {
    switch (low & (EXIT_BIT | ID_MASK)) {
      case CONTROL_WORD.rootIn:
        if (timed) this.#roots?.enter(cursor);
        this.#missingExits += this.#cct.contexts.depthOf(cursor.node);
        cursor.node = 0;
        cursor.pausedNs = NaN;
        this.allocation.open(cursor, !this.#isPaused);
        break;
      case CONTROL_WORD.rootOut:
        if (!this.#isPaused) this.allocation.tell(cursor, timeOfWord(low, high));
        break;
      case CONTROL_WORD.adjust:
        if (cursor.weight === 0) cursor.chargedNs += timeOfWord(low, high);
        else if (timed) cursor.advance(low, high);
        break;
      case CONTROL_WORD.turn:
        cursor.turnsTo = timeOfWord(low, high);
        break;
      case CONTROL_WORD.halt:
        this.#chargeHalt(cursor, timeOfWord(low, high));
        break;
      case CONTROL_WORD.time:
        if (cursor.weight === 0) this.#timePause(cursor, unwrappedTime(low, high, baseTimeNs));
        break;
      case CONTROL_WORD.missedExits:
        // Told, so nothing is missing. What passed since is charged to the frame that stays open: nobody knows when the others ended.
        cursor.node = this.#cct.contexts.above(cursor.node, timeOfWord(low, high));
        break;
      case CONTROL_WORD.made:
      case CONTROL_WORD.longer:
      case CONTROL_WORD.again:
      case CONTROL_WORD.arrays:
      case CONTROL_WORD.elements:
        if (!this.#isPaused) this.#cct.countMade(this.#layout).take(cursor, low & ID_MASK, low, high);
        break;
      case CONTROL_WORD.tracked:
        if (!this.#isPaused) this.#live?.at(timeOfWord(low, high), this, cursor.node);
        break;
      case CONTROL_WORD.clock:
        if (timed) this.#turnOwnClock(cursor, unwrappedTime(low, high, baseTimeNs));
        break;
      default:
        throw undefinedWord(low, high);
    }
  }

  /** The word after a TURN is taken: the clock pauses, or runs from the next word on. @param at the event to go on with */
  #turn(cursor: ThreadCursor, words: Uint32Array, at: number, eventCount: number, baseTimeNs: number): void {
    const weight = cursor.turnsTo ?? 0;
    cursor.turnsTo = null;
    this.#samples ??= new GrowingSamples();
    if (weight === 0) {
      cursor.pause();
    } else if (cursor.weight === 0) {
      cursor.weight = weight;
      this.#startClock(cursor, words, at, eventCount, baseTimeNs);
    } else {
      cursor.weight = weight;
    }
  }

  #turnOwnClock(cursor: ThreadCursor, timeNs: number): void {
    this.#roots?.settle(cursor);
    if (cursor.timeKnown) this.#cct.selfNs[cursor.node] += Math.max(0, timeNs - cursor.timeNs);
    cursor.hasOwnClock = true;
    cursor.setTime(timeNs);
  }

  #chargeHalt(cursor: ThreadCursor, haltNs: number): void {
    if (cursor.weight > 0) return;
    this.#cct.selfNs[cursor.node] += haltNs;
    this.#samples?.take(cursor.node, haltNs, 1);
    cursor.chargedNs += haltNs;
  }

  /** The time of the next word, in a pause: of what passed within the subgraph a part ends here, and another one may begin. */
  #timePause(cursor: ThreadCursor, timeNs: number): void {
    this.#samples?.addPause(cursor.pausedStretches + 1, timeNs - cursor.pausedNs - cursor.chargedNs);
    cursor.pausedNs = timeNs;
    cursor.chargedNs = 0;
    cursor.pausedStretches = -1; // the next word's stretch is accounted for
  }

  /** An exit that is not the innermost frame's: closes the frames above the nearest one of this method; none: ignored. */
  #closeFrame(node: number, method: number): number {
    const missing = this.#cct.contexts.framesAbove(node, method);
    if (missing < 0) this.#unmatchedExits++;
    else this.#missingExits += missing;
    return this.#cct.contexts.above(node, missing + 1); // an exit that matches none closes none
  }

  /** The same, and the bytecodes are those of the frame that it is the exit of. */
  #closeTelling(node: number, method: number, executed: number): number {
    const unmatched = this.#unmatchedExits;
    const caller = this.#closeFrame(node, method);
    if (executed > 0 && !this.#isPaused && unmatched === this.#unmatchedExits)
      this.#cct.countBytecodes()[this.#cct.contexts.childOf(caller, method)] += executed;
    return caller;
  }

  /** After a loss nobody knows which frames are open, except the root: staying deeper would nest ever deeper with each
   *  lost exit. The next ROOT_IN puts all right. The time of the gap is charged to nobody. */
  #resync(cursor: ThreadCursor, dropped: number): void {
    this.#roots?.leave(cursor);
    this.#droppedEvents += dropped;
    cursor.timeKnown = false;
    cursor.pausedNs = NaN;
    cursor.madeRow = -1;
    const { parent } = this.#cct.contexts;
    while (parent[cursor.node] > 0) cursor.node = parent[cursor.node];
  }

  /** Bridges what the 44 bits cannot: no time known before the block, or hours since the last one. Then the gap is
   *  charged here, less what the words before the first event say, and the clock set to make the loop charge 0. After a pause
   *  it is not charged, but noted.
   *  @param from the first event to look at */
  #startClock(
    cursor: ThreadCursor,
    words: Uint32Array,
    from: number,
    eventCount: number,
    baseTimeNs: number,
  ): void {
    if (!cursor.timeKnown || baseTimeNs - cursor.lastBaseNs > LONG_GAP_NS) {
      let adjustNs = 0;
      let openNode = cursor.node;
      let turns = cursor.turnsTo !== null;
      for (let at = 2 * from; at < 2 * eventCount; at += 2) {
        const id = words[at] & ID_MASK;
        if (id === CONTROL_WORD.adjust) adjustNs += timeOfWord(words[at], words[at + 1]);
        if (id === CONTROL_WORD.rootIn && (words[at] & EXIT_BIT) === 0) {
          openNode = 0;
          cursor.pausedNs = NaN;
        }
        if (id === CONTROL_WORD.missedExits)
          openNode = this.#cct.contexts.above(openNode, timeOfWord(words[at], words[at + 1]));
        if (id === CONTROL_WORD.turn) turns = true;
        if (id < FIRST_METHOD_ID) continue;
        const wasKnown = cursor.timeKnown;
        const resumedNs = unwrappedTime(words[at], words[at + 1], baseTimeNs) - adjustNs;
        if (cursor.timeKnown) this.#cct.selfNs[openNode] += Math.max(0, resumedNs - cursor.timeNs);
        cursor.setTime(resumedNs);
        if (!wasKnown) this.#resumeSamples(cursor, openNode, turns, resumedNs);
        break;
      }
    }
    if (hasTimes(words, eventCount)) cursor.lastBaseNs = baseTimeNs;
  }

  /** The next word with a time is the first one. @param turns whether the clock turns again after it: among calls that are counted only a burst may have no other */
  #resumeSamples(cursor: ThreadCursor, openNode: number, turns: boolean, resumedNs: number): void {
    this.#samples?.forgo(openNode, weightOfStretch(cursor, turns));
    if (cursor.pausedStretches > 0) {
      this.#samples?.addPause(cursor.pausedStretches + 1, resumedNs - cursor.pausedNs - cursor.chargedNs);
    }
    cursor.pausedStretches = 0;
    cursor.pausedNs = NaN;
  }
}
