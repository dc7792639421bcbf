import type { ThreadId } from '../base/ids.ts';
import type { CoreWait } from '../events/coreWait.ts';
import type { EventSink } from '../events/eventSink.ts';
import type { RecordingMark } from '../events/recordingMark.ts';
import type { TrackedBirth } from '../events/trackedBirth.ts';
import type { TickerNews } from '../events/tickerNews.ts';
import type { AllocationAccount } from './allocationAccount.ts';
import { CctBuilder } from './cctBuilder.ts';
import { weighted, type CctTable } from './cctTable.ts';
import { NO_CORE_WAITS, sumOfCoreWaits } from './coreWaitAccount.ts';
import { CoreWaits } from './coreWaits.ts';
import type { ObjectLayout } from '../events/objectLayout.ts';
import { HeldRoom, type WordBlock } from './heldWords.ts';
import { LiveObjects } from './liveObjects.ts';
import { newThread, treesOf, type LiveThread, type Tree } from './liveThread.ts';
import { withLive, withMade } from './objectColumns.ts';
import { FAST_CALLS, RootCallRouter, type TakeWords } from './rootCallRouter.ts';
import { RootDurations, type RootDurationTable } from './rootDurations.ts';
import { NO_TICKS, TickerFeed } from './tickerFeed.ts';
import type { ThreadCursor } from './threadCursor.ts';

/** Java numbers threads from 1: this one is free for the tree that all virtual threads share. */
const VIRTUAL_THREADS_ID = 0 as ThreadId;
export const VIRTUAL_THREADS_NAME = 'virtual threads';
/** More rows than anybody reads; each takes 40 KB while its thread lives, and a target can have any number of threads and of labels. */
const MAX_OWN_TREES = 5_000;
/** No thread has it. */
const FURTHER_THREADS_ID = (2 ** 53 - 1) as ThreadId;
const FURTHER_THREADS_NAME = `further threads, after the first ${MAX_OWN_TREES.toLocaleString('en-US')}`;
/** Where each thread has a tree for each of its groups. */
const FURTHER_GROUPS_NAME = `further threads and groups, after the first ${MAX_OWN_TREES.toLocaleString('en-US')}`;

export interface ThreadTree {
  readonly threadId: ThreadId;
  readonly name: string;
  readonly virtual: boolean;
  /** Of its root calls, where a recording tells groups of them apart: each has a tree of its own. */
  readonly group?: string;
  /** The longest of its group's root calls; missing: none has a duration. */
  readonly longestRootCallNs?: number;
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

/**
 * The trees of one recording: one for each platform thread, and one that all virtual threads share (there may be
 * millions, each with a handful of calls). Of a virtual thread only its place in the tree is kept, and only while it
 * lives. Platform threads beyond MAX_OWN_TREES share a tree in the same way: counts stay exact, rows are fewer.
 *
 * Where root calls are told apart, there is one for each thread and group. The cursor is the thread's: it changes from tree to tree
 * between root calls, when no frame is open.
 */
export class ThreadTrees implements EventSink {
  readonly #threads = new Map<ThreadId, LiveThread>();
  #trees: Tree[] = [];
  /** Group, or null -> the tree of all virtual threads; and of all further ones. */
  #virtualTrees = new Map<string | null, Tree>();
  #furtherTrees = new Map<string | null, Tree>();
  /** A root call that lasts longer is slow; 0: root calls are not told apart by that. */
  #slowCallsNs = 0;
  /** Number -> label of root calls; null: they have none. */
  #labels: Map<number, string> | null = null;
  #heldRoom = new HeldRoom();
  #roots = new RootDurations();
  /** By which all events so far have come. */
  #newestNs = NaN;
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
    this.#events += eventCount;
    if (timed && !(baseTimeNs <= this.#newestNs)) this.#newestNs = baseTimeNs;
    if (thread.coreWaits?.isPending && timed && dropped === 0 && !this.#paused) {
      if (thread.coreWaits.hold(words, eventCount, baseTimeNs)) this.#release(threadId, thread);
      return;
    }
    this.#release(threadId, thread);
    this.#take(threadId, thread, { timed, words, wordCount: eventCount, baseTimeNs, dropped });
  }

  #take(threadId: ThreadId, thread: LiveThread, block: WordBlock): void {
    const isApart = this.#slowCallsNs > 0 || this.#labels !== null;
    const router = isApart ? this.#routerOf(threadId, thread) : thread.groups?.router;
    if (router !== undefined) router.route(block);
    else this.#feed(thread.cursor, this.#treeOf(threadId, thread), block);
  }

  /** A number has one text in a recording: another one would be another group, and there may be any number of texts. */
  label(number: number, text: string): void {
    const labels = (this.#labels ??= new Map<number, string>());
    if (!labels.has(number)) labels.set(number, text);
  }

  #routerOf(threadId: ThreadId, thread: LiveThread): RootCallRouter {
    if (thread.groups !== null) return thread.groups.router;
    const trees = new Map<string, Tree>();
    const limitNs = this.#slowCallsNs > 0 ? this.#slowCallsNs : Infinity;
    const take: TakeWords = (group, block) => {
      const tree = this.#enterGroup(threadId, thread, group);
      this.#feed(thread.cursor, tree, block);
    };
    const router = new RootCallRouter(limitNs, this.#heldRoom, take, this.#labels);
    thread.groups = { router, trees };
    return router;
  }

  /** The next words of the thread are of that group's tree. */
  #enterGroup(threadId: ThreadId, thread: LiveThread, group: string): Tree {
    const { tree: left, groups, cursor } = thread;
    const entered = groups?.trees.get(group) ?? this.#treeFor(threadId, thread, group);
    groups?.trees.set(group, entered);
    if (left !== null && entered !== left) {
      if (cursor.node !== 0) this.#roots.leave(cursor); // it lacks its exit
      this.#tellLongest(thread);
      entered.builder.continueFrom(left.builder, cursor);
    }
    thread.tree = entered;
    return entered;
  }

  /** In which the cursor of the thread stands. */
  #treeOf(threadId: ThreadId, thread: LiveThread): Tree {
    return (thread.tree ??= this.#treeFor(threadId, thread, null));
  }

  #feed(cursor: ThreadCursor, tree: Tree, block: WordBlock): void {
    const { timed, words, wordCount, baseTimeNs, dropped } = block;
    const { builder } = tree;
    if (this.#paused) builder.feedPaused(cursor, words, wordCount, timed, baseTimeNs, dropped);
    else if (this.#ticker && timed)
      tree.ticks = this.#ticker.feed(builder, tree.ticks, cursor, words, wordCount, baseTimeNs, dropped);
    else builder.feed(cursor, words, wordCount, timed, baseTimeNs, dropped);
  }

  /** Takes the words that are held because of a wait. */
  #release(threadId: ThreadId, thread: LiveThread): void {
    const { coreWaits, cursor, groups } = thread;
    if (!coreWaits?.isHolding) return;
    const adjusted = coreWaits.release(groups?.router.standing(cursor) ?? cursor);
    if (!adjusted) return;
    this.#take(threadId, thread, { timed: true, ...adjusted, dropped: 0 });
    const tree =
      groups === null
        ? this.#treeOf(threadId, thread)
        : (thread.tree ?? this.#enterGroup(threadId, thread, FAST_CALLS));
    tree.coreWaits = sumOfCoreWaits([tree.coreWaits, coreWaits.takeAccount()]) ?? NO_CORE_WAITS;
  }

  /** The tree in which it stands learns of the thread's root calls. */
  #tellLongest({ cursor, tree }: LiveThread): void {
    this.#roots.settle(cursor);
    if (tree === null) return;
    tree.longestRootCallNs = Math.max(tree.longestRootCallNs, cursor.longestRootCallNs);
    cursor.longestRootCallNs = 0;
  }

  #decideAll(nowNs: number): void {
    for (const { groups } of this.#threads.values()) groups?.router.decide(nowNs);
  }

  #releaseAll(): void {
    for (const [threadId, thread] of this.#threads) this.#release(threadId, thread);
  }

  timeless(threadId: ThreadId): void {
    this.#threadOf(threadId).timeless = true;
  }

  thread(threadId: ThreadId, name: string, virtual: boolean): void {
    const known = this.#threads.get(threadId);
    if (known === undefined || known.virtual !== virtual) {
      this.#threads.set(threadId, newThread(name, virtual));
      return;
    }
    known.name = name;
    known.ended = false;
    for (const tree of treesOf(known)) if (!tree.shared) tree.name = name;
  }

  threadEnd(threadId: ThreadId): void {
    const thread = this.#threads.get(threadId);
    if (thread === undefined) return;
    this.#release(threadId, thread);
    thread.groups?.router.decide(NaN);
    this.#tellLongest(thread);
    const own = treesOf(thread).filter(({ shared }) => !shared);
    if (thread.virtual || own.length === 0) this.#threads.delete(threadId);
    else {
      thread.ended = true;
      thread.cursor.weight = 1; // whatever comes of it begins with a clock that runs
      thread.cursor.turnsTo = null;
      for (const { builder } of own) builder.compact();
    }
  }

  mark(mark: RecordingMark, timeNs: number): void {
    this.#releaseAll();
    this.#decideAll(timeNs);
    for (const thread of this.#threads.values()) {
      this.#roots.leave(thread.cursor); // the clocks are turned to the mark
      this.#tellLongest(thread);
    }
    if (mark === 'reset') {
      this.#roots.reset();
      this.#live.reset();
      this.#events = 0;
      this.#results++;
      for (const tree of this.#trees) {
        tree.longestRootCallNs = 0;
        tree.ticks = NO_TICKS;
        tree.coreWaits = NO_CORE_WAITS;
      }
    }
    if (mark !== 'reset') this.#paused = mark === 'pause';
    for (const { groups } of this.#threads.values()) groups?.router.pause(this.#paused);
    const cursors = this.#cursorsByTree();
    for (const tree of this.#trees) tree.builder[mark](cursors.get(tree) ?? [], timeNs);
  }

  ticker(news: TickerNews, sinceNs: number, durationNs: number): void {
    this.#ticker ??= new TickerFeed();
    this.#ticker.news(news, sinceNs, durationNs);
  }

  coreWait(threadId: ThreadId, wait: CoreWait): void {
    const thread = this.#threadOf(threadId);
    this.#release(threadId, thread);
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
  recordingStart(layout: ObjectLayout | null = null, isWeighted = false, slowCallsNs = 0): void {
    this.#layout = layout;
    this.#isWeighted = isWeighted;
    this.#slowCallsNs = slowCallsNs;
    this.#labels = null;
    this.#heldRoom = new HeldRoom();
    this.#roots = new RootDurations();
    this.#newestNs = NaN;
    this.#live = new LiveObjects();
    this.#followsObjects = false;
    this.#trees = [];
    this.#virtualTrees = new Map();
    this.#furtherTrees = new Map();
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

  /** Root calls that are open are of the group that they are of by now: at the end of a recording. */
  decideGroups(): void {
    this.#releaseAll();
    this.#decideAll(this.#newestNs);
  }

  /** Copies of all trees that hold something, in the order in which the threads came, without root calls whose group is not known yet. */
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
    for (const { cursor, groups, ended } of this.#threads.values())
      if (!ended && (groups === null ? cursor.node > 0 : groups.router.isInside)) count++;
    return count;
  }

  /** How long root calls lasted that have ended; null: none has. Means nothing where the clock has no time at each event. O(threads). */
  rootDurations(): RootDurationTable | null {
    for (const { cursor } of this.#threads.values()) this.#roots.settle(cursor);
    return this.#roots.table();
  }

  /** Root calls that were not held until their group was known, as too many words were held. */
  get callsWithoutRoom(): number {
    return this.#heldRoom.lacking;
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
    for (const thread of this.#threads.values()) if (thread.groups !== null) this.#tellLongest(thread);
    const live = this.#followsObjects ? this.#live.tables() : null;
    return this.#trees
      .filter(({ builder }) => builder.nodeCount > 1)
      .map(({ threadId, name, virtual, group, builder, ticks, coreWaits, timeless, longestRootCallNs }) => {
        const bare = timeless ? countedOnly(tableOf(builder)) : tableOf(builder);
        const table = this.#isWeighted ? weighted(bare) : bare;
        const ticker = ticks.words > 0 ? { ticker: ticks } : {};
        const waits = coreWaits === NO_CORE_WAITS ? {} : { coreWaits };
        const made = this.#layout === null ? table : withMade(table, this.#objectBytes);
        const allocation = this.#layout === null ? {} : { allocation: builder.allocation.account };
        return {
          threadId,
          name,
          virtual,
          ...(group === null ? {} : { group }),
          ...(group !== null && longestRootCallNs > 0 ? { longestRootCallNs } : {}),
          table: { ...(live === null ? made : withLive(made, live.get(builder))), ...ticker, ...waits },
          ...allocation,
        };
      });
  }

  #threadOf(threadId: ThreadId): LiveThread {
    const known = this.#threads.get(threadId);
    if (known !== undefined) return known;
    const thread = newThread(`thread ${threadId}`, false);
    this.#threads.set(threadId, thread);
    return thread;
  }

  /** @param group of root calls; null: all of them */
  #treeFor(threadId: ThreadId, thread: LiveThread, group: string | null): Tree {
    const tree = this.#placeFor(threadId, thread, group);
    if (thread.timeless) tree.timeless = true;
    return tree;
  }

  #placeFor(threadId: ThreadId, { name, virtual }: LiveThread, group: string | null): Tree {
    const own = this.#trees.length < MAX_OWN_TREES && !virtual;
    if (own) return this.#addTree(threadId, name, false, false, group);
    const [trees, id, sharedName] = virtual
      ? ([this.#virtualTrees, VIRTUAL_THREADS_ID, VIRTUAL_THREADS_NAME] as const)
      : ([
          this.#furtherTrees,
          FURTHER_THREADS_ID,
          group === null ? FURTHER_THREADS_NAME : FURTHER_GROUPS_NAME,
        ] as const);
    const tree = trees.get(group) ?? this.#addTree(id, sharedName, virtual, true, group);
    trees.set(group, tree);
    return tree;
  }

  #addTree(threadId: ThreadId, name: string, virtual: boolean, shared: boolean, group: string | null): Tree {
    const tree = {
      threadId,
      name,
      virtual,
      shared,
      group,
      builder:
        this.#layout === null
          ? new CctBuilder(undefined, null, this.#roots)
          : new CctBuilder(this.#layout, this.#live, this.#roots),
      ticks: NO_TICKS,
      coreWaits: NO_CORE_WAITS,
      timeless: false,
      longestRootCallNs: 0,
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
