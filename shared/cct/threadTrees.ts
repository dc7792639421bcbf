import type { ThreadId } from '../base/ids.ts';
import type { CoreWait } from '../events/coreWait.ts';
import type { EventSink } from '../events/eventSink.ts';
import type { RecordingMark } from '../events/recordingMark.ts';
import type { TrackedBirth } from '../events/trackedBirth.ts';
import type { TickerNews } from '../events/tickerNews.ts';
import type { AllocationAccount } from './allocationAccount.ts';
import { CctBuilder } from './cctBuilder.ts';
import {
  BYTECODES,
  BYTECODES_ERROR,
  WEIGHTED_BYTECODES,
  WEIGHTED_BYTECODES_ERROR,
  type CctTable,
} from './cctTable.ts';
import { NO_CORE_WAITS, sumOfCoreWaits, type CoreWaitAccount } from './coreWaitAccount.ts';
import { CoreWaits } from './coreWaits.ts';
import type { TickerAccount } from './tickerAccount.ts';
import type { ObjectLayout } from '../events/objectLayout.ts';
import { liveColumns } from './liveColumns.ts';
import { LiveObjects } from './liveObjects.ts';
import { NOTHING_LIVES, type LiveTable } from './liveTable.ts';
import { madeColumns } from './madeColumns.ts';
import { NOTHING_MADE } from './madeTable.ts';
import { NO_TICKS, TickerFeed } from './tickerFeed.ts';
import { ThreadCursor } from './threadCursor.ts';

/** Java numbers threads from 1: this one is free for the tree that all virtual threads share. */
const VIRTUAL_THREADS_ID = 0 as ThreadId;
const VIRTUAL_THREADS_NAME = 'virtual threads';
/** More rows than anybody reads; each takes 40 KB while its thread lives, and a target can have any number of threads. */
const MAX_THREADS = 5_000;
/** No thread has it. */
const FURTHER_THREADS_ID = (2 ** 53 - 1) as ThreadId;
const FURTHER_THREADS_NAME = `further threads, after the first ${MAX_THREADS.toLocaleString('en-US')}`;

export interface ThreadTree {
  readonly threadId: ThreadId;
  readonly name: string;
  readonly virtual: boolean;
  readonly table: CctTable;
  /** Only where objects are counted. */
  readonly allocation?: AllocationAccount;
}

export interface RecordingTotals {
  /** Events taken, lost ones not counted. */
  readonly events: number;
  readonly droppedEvents: number;
  readonly missingExits: number;
  readonly unmatchedExits: number;
  readonly nodes: number;
  readonly bytes: number;
}

/** Entries without their exits and exits without their entries, of no event that was dropped: dropped ones leave such behind. */
export function unpairedEvents({ droppedEvents, missingExits, unmatchedExits }: RecordingTotals): number {
  return droppedEvents > 0 ? 0 : missingExits + unmatchedExits;
}

interface Tree {
  readonly threadId: ThreadId;
  name: string;
  readonly virtual: boolean;
  /** Of more than one thread. */
  readonly shared: boolean;
  readonly builder: CctBuilder;
  ticks: TickerAccount;
  /** The recording's clock has no time of its threads. */
  timeless: boolean;
  coreWaits: CoreWaitAccount;
}

interface LiveThread {
  readonly cursor: ThreadCursor;
  /** null while nothing is told of it. */
  coreWaits: CoreWaits | null;
  name: string;
  readonly virtual: boolean;
  /** null until the thread records something: most never do. */
  tree: Tree | null;
  /** It stays for its tree, which a thread whose lane was given back may continue, until the next recording. */
  ended: boolean;
}

/**
 * The trees of one recording: one for each platform thread, and one that all virtual threads share (there may be
 * millions, each with a handful of calls). Of a virtual thread only its place in the tree is kept, and only while it
 * lives. Platform threads beyond MAX_THREADS share a tree in the same way: counts stay exact, rows are fewer.
 */
export class ThreadTrees implements EventSink {
  readonly #threads = new Map<ThreadId, LiveThread>();
  #trees: Tree[] = [];
  #virtualTree: Tree | null = null;
  #furtherTree: Tree | null = null;
  /** null while no ticker was heard of. */
  #ticker: TickerFeed | null = null;
  #events = 0;
  #paused = false;
  #results = 0;
  #layout: ObjectLayout | null = null;
  /** Executed bytecodes count what they weigh. */
  #isWeighted = false;
  #live = new LiveObjects();
  /** The agent has told of objects that are followed. */
  #followsObjects = false;
  /** Number of an allocation site -> what each object of it takes. */
  readonly #objectBytes = new Map<number, number>();

  /** Another number when the results have begun anew: by a reset, or by a new recording. */
  get results(): number {
    return this.#results;
  }

  /** Of objects, where they are counted. */
  get layout(): ObjectLayout | null {
    return this.#layout;
  }

  /** Objects that are followed; null: none are. */
  get live(): LiveObjects | null {
    return this.#followsObjects ? this.#live : null;
  }

  events(
    threadId: ThreadId,
    timed: boolean,
    words: Uint32Array,
    eventCount: number,
    baseTimeNs: number,
    dropped: number,
  ): void {
    const thread = this.#threadOf(threadId);
    const tree = (thread.tree ??= this.#treeFor(threadId, thread));
    this.#events += eventCount;
    if (thread.coreWaits?.isPending && timed && dropped === 0 && !this.#paused) {
      if (thread.coreWaits.hold(words, eventCount, baseTimeNs)) this.#release(thread);
      return;
    }
    this.#release(thread);
    this.#feed(thread.cursor, tree, timed, words, eventCount, baseTimeNs, dropped);
  }

  #feed(
    cursor: ThreadCursor,
    tree: Tree,
    timed: boolean,
    words: Uint32Array,
    eventCount: number,
    baseTimeNs: number,
    dropped: number,
  ): void {
    const { builder } = tree;
    if (this.#paused) builder.feedPaused(cursor, words, eventCount, baseTimeNs, dropped);
    else if (this.#ticker && timed)
      tree.ticks = this.#ticker.feed(builder, tree.ticks, cursor, words, eventCount, baseTimeNs, dropped);
    else builder.feed(cursor, words, eventCount, timed, baseTimeNs, dropped);
  }

  /** Takes the words that are held because of a wait. */
  #release({ coreWaits, cursor, tree }: LiveThread): void {
    const adjusted = coreWaits?.release(cursor);
    if (!coreWaits || !adjusted || tree === null) return;
    this.#feed(cursor, tree, true, adjusted.words, adjusted.wordCount, adjusted.baseTimeNs, 0);
    tree.coreWaits = sumOfCoreWaits([tree.coreWaits, coreWaits.takeAccount()]) ?? NO_CORE_WAITS;
  }

  #releaseAll(): void {
    for (const thread of this.#threads.values()) this.#release(thread);
  }

  timeless(threadId: ThreadId): void {
    const thread = this.#threadOf(threadId);
    thread.tree ??= this.#treeFor(threadId, thread);
    thread.tree.timeless = true;
  }

  thread(threadId: ThreadId, name: string, virtual: boolean): void {
    const known = this.#threads.get(threadId);
    if (known === undefined || known.virtual !== virtual) {
      this.#threads.set(threadId, newThread(name, virtual));
      return;
    }
    known.name = name;
    known.ended = false;
    if (known.tree !== null && !known.tree.shared) known.tree.name = name;
  }

  threadEnd(threadId: ThreadId): void {
    const thread = this.#threads.get(threadId);
    if (thread === undefined) return;
    this.#release(thread);
    if (thread.virtual || thread.tree === null || thread.tree.shared) this.#threads.delete(threadId);
    else {
      thread.ended = true;
      thread.cursor.weight = 1; // whatever comes of it begins with a clock that runs
      thread.cursor.turnsTo = null;
      thread.tree.builder.compact();
    }
  }

  mark(mark: RecordingMark, timeNs: number): void {
    this.#releaseAll();
    if (mark === 'reset') {
      this.#live.reset();
      this.#events = 0;
      this.#results++;
      for (const tree of this.#trees) {
        tree.ticks = NO_TICKS;
        tree.coreWaits = NO_CORE_WAITS;
      }
    }
    if (mark !== 'reset') this.#paused = mark === 'pause';
    const cursors = this.#cursorsByTree();
    for (const tree of this.#trees) tree.builder[mark](cursors.get(tree) ?? [], timeNs);
  }

  ticker(news: TickerNews, sinceNs: number, durationNs: number): void {
    this.#ticker ??= new TickerFeed();
    this.#ticker.news(news, sinceNs, durationNs);
  }

  coreWait(threadId: ThreadId, wait: CoreWait): void {
    const thread = this.#threadOf(threadId);
    this.#release(thread);
    thread.coreWaits ??= new CoreWaits();
    thread.coreWaits.tell(wait);
  }

  liveBorn(births: readonly TrackedBirth[], everyBytes: number, collections: number): void {
    this.#followsObjects = true;
    this.#live.born(births, everyBytes, collections);
  }

  liveGone(serials: readonly number[], collections: number): void {
    this.#followsObjects = true;
    this.#live.gone(serials, collections);
  }

  /** Begins anew with no trees. Names stay: a thread is announced once for all recordings of a session. */
  recordingStart(layout: ObjectLayout | null = null, isWeighted = false): void {
    this.#layout = layout;
    this.#isWeighted = isWeighted;
    this.#live = new LiveObjects();
    this.#followsObjects = false;
    this.#trees = [];
    this.#virtualTree = null;
    this.#furtherTree = null;
    this.#ticker = null;
    this.#events = 0;
    this.#paused = false;
    this.#results++;
    for (const [threadId, { name, virtual, ended }] of this.#threads) {
      if (ended) this.#threads.delete(threadId);
      else this.#threads.set(threadId, newThread(name, virtual));
    }
  }

  /** What each object takes that is made at these allocation sites, by their numbers. */
  learnSizes(objectBytes: Iterable<readonly [number, number]>): void {
    for (const [site, bytes] of objectBytes) this.#objectBytes.set(site, bytes);
  }

  /** Copies of all trees that hold something, in the order in which the threads came. */
  snapshot(): ThreadTree[] {
    return this.#tablesBy((builder) => builder.snapshot());
  }

  /** The same without copies: for who has read them before more comes. */
  windows(): ThreadTree[] {
    return this.#tablesBy((builder) => builder.window());
  }

  /** Threads that are within a root by now. O(threads). */
  threadsInside(): number {
    let count = 0;
    for (const { cursor, ended } of this.#threads.values()) if (!ended && cursor.node > 0) count++;
    return count;
  }

  totals(): RecordingTotals {
    const sum = (of: (builder: CctBuilder) => number): number =>
      this.#trees.reduce((total, { builder }) => total + of(builder), 0);
    return {
      events: this.#events,
      droppedEvents: sum((builder) => builder.droppedEvents),
      missingExits: sum((builder) => builder.missingExits),
      unmatchedExits: sum((builder) => builder.unmatchedExits),
      nodes: sum((builder) => builder.nodeCount - 1),
      bytes: sum((builder) => builder.byteLength),
    };
  }

  #tablesBy(tableOf: (builder: CctBuilder) => CctTable): ThreadTree[] {
    this.#releaseAll();
    const live = this.#followsObjects ? this.#live.tables() : null;
    return this.#trees
      .filter(({ builder }) => builder.nodeCount > 1)
      .map(({ threadId, name, virtual, builder, ticks, coreWaits, timeless }) => {
        const bare = timeless ? countedOnly(tableOf(builder)) : tableOf(builder);
        const table = this.#isWeighted ? weightedIn(bare) : bare;
        const ticker = ticks.words > 0 ? { ticker: ticks } : {};
        const waits = coreWaits === NO_CORE_WAITS ? {} : { coreWaits };
        const made = this.#withLive(this.#withMade(table), live?.get(builder) ?? NOTHING_LIVES);
        const allocation = this.#layout === null ? {} : { allocation: builder.allocation.account };
        return {
          threadId,
          name,
          virtual,
          table: { ...made, ...ticker, ...waits },
          ...allocation,
        };
      });
  }

  #withMade(table: CctTable): CctTable {
    const { made, more, length } = table;
    if (this.#layout === null) return table;
    const columns = madeColumns(made ?? NOTHING_MADE, length, this.#objectBytes);
    return { ...table, more: new Map([...(more ?? []), ...columns]) };
  }

  #withLive(table: CctTable, live: LiveTable): CctTable {
    if (!this.#followsObjects) return table;
    return { ...table, live, more: new Map([...(table.more ?? []), ...liveColumns(live, table.length)]) };
  }

  #threadOf(threadId: ThreadId): LiveThread {
    const known = this.#threads.get(threadId);
    if (known !== undefined) return known;
    const thread = newThread(`thread ${threadId}`, false);
    this.#threads.set(threadId, thread);
    return thread;
  }

  #treeFor(threadId: ThreadId, { name, virtual }: LiveThread): Tree {
    if (virtual) {
      return (this.#virtualTree ??= this.#addTree(VIRTUAL_THREADS_ID, VIRTUAL_THREADS_NAME, true, true));
    }
    if (this.#trees.length < MAX_THREADS) return this.#addTree(threadId, name, false, false);
    return (this.#furtherTree ??= this.#addTree(FURTHER_THREADS_ID, FURTHER_THREADS_NAME, false, true));
  }

  #addTree(threadId: ThreadId, name: string, virtual: boolean, shared: boolean): Tree {
    const tree = {
      threadId,
      name,
      virtual,
      shared,
      builder: this.#layout === null ? new CctBuilder() : new CctBuilder(this.#layout, this.#live),
      ticks: NO_TICKS,
      coreWaits: NO_CORE_WAITS,
      timeless: false,
    };
    this.#trees.push(tree);
    return tree;
  }

  #cursorsByTree(): ReadonlyMap<Tree, readonly ThreadCursor[]> {
    const cursors = new Map<Tree, ThreadCursor[]>();
    for (const { tree, cursor } of this.#threads.values()) {
      if (tree === null) continue;
      const ofTree = cursors.get(tree);
      if (ofTree === undefined) cursors.set(tree, [cursor]);
      else ofTree.push(cursor);
    }
    return cursors;
  }
}

/** The same where no call has a time: as if all methods were only counted. */
function countedOnly(table: CctTable): CctTable {
  return { ...table, counted: new Uint8Array(table.length).fill(1, 1) };
}

/** The same where what is told of bytecodes is what they weigh: another metric. */
function weightedIn(table: CctTable): CctTable {
  const { more } = table;
  if (more === undefined) return table;
  return { ...table, more: new Map([...more].map(([id, column]) => [WEIGHTED_ID[id] ?? id, column])) };
}

const WEIGHTED_ID: Readonly<Record<string, string>> = {
  [BYTECODES]: WEIGHTED_BYTECODES,
  [BYTECODES_ERROR]: WEIGHTED_BYTECODES_ERROR,
};

function newThread(name: string, virtual: boolean): LiveThread {
  return { cursor: new ThreadCursor(), coreWaits: null, name, virtual, tree: null, ended: false };
}
