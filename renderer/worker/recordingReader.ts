import {
  NO_CALIBRATION,
  NO_METHOD,
  type Calibration,
  type CctTable,
  type ExactTree,
} from '../../shared/cct/cctTable.ts';
import { exactTree } from '../../shared/cct/overhead.ts';
import { ThreadTrees, type ThreadTree } from '../../shared/cct/threadTrees.ts';
import type { ClockChoice } from '../../shared/ipc/engineApi.ts';
import { BlockDecoder } from '../../shared/wire/blockDecoder.ts';
import type { EventSink } from '../../shared/events/eventSink.ts';
import type { ThreadChoice, TreeSnapshot } from './cctProtocol.ts';
import { LiveMerge } from './liveMerge.ts';

/** The event stream of one session on one side, snapshots of its trees on the other. No timers and no messages here. */
export class RecordingReader {
  readonly #trees = new ThreadTrees();
  readonly #decoder: BlockDecoder;
  #merge = new LiveMerge();
  #generation = 0;
  #thread: ThreadChoice = 'all';
  #calibration: Calibration = NO_CALIBRATION;
  #clock: ClockChoice = 'nano';
  #changed = true;
  #rateEvents = 0;
  #rateSinceMs = 0;

  constructor() {
    const trees = this.#trees;
    const sink: EventSink = {
      events: (...block) => trees.events(...block),
      thread: (...thread) => trees.thread(...thread),
      threadEnd: (thread) => trees.threadEnd(thread),
      recordingStart: () => {
        trees.recordingStart();
        this.#begin();
      },
    };
    this.#decoder = new BlockDecoder(sink);
  }

  /** Whether a snapshot would differ from the last one. */
  get changed(): boolean {
    return this.#changed;
  }

  /** @throws SluiceError 'protocol': the stream is no longer to be read */
  feed(chunk: Uint8Array): void {
    this.#decoder.feed(chunk);
    this.#changed = true;
  }

  calibrate(calibration: Calibration, clock: ClockChoice): void {
    this.#calibration = calibration;
    this.#clock = clock;
    this.#changed = true;
  }

  choose(thread: ThreadChoice): void {
    this.#thread = thread;
    this.#changed = true;
  }

  reset(): void {
    this.#trees.reset();
    this.#begin();
  }

  /** @param nowMs ms of a monotonic clock, for the rate */
  snapshot(nowMs: number): Omit<TreeSnapshot, 'costMs'> {
    const trees = this.#trees.snapshot();
    const { events, droppedEvents } = this.#trees.totals();
    const tree = exactTree(this.#tableOf(trees), this.#calibration, this.#clock);
    const elapsedMs = nowMs - this.#rateSinceMs;
    const eventsPerSecond = elapsedMs > 0 ? ((events - this.#rateEvents) * 1000) / elapsedMs : 0;
    this.#rateEvents = events;
    this.#rateSinceMs = nowMs;
    this.#changed = false;
    return {
      generation: this.#generation,
      thread: this.#thread,
      tree,
      threads: trees.map(({ threadId, name, virtual }) => ({ id: threadId, name, virtual })),
      events,
      droppedEvents,
      eventsPerSecond,
      calledMethods: calledMethods(tree),
    };
  }

  #tableOf(trees: readonly ThreadTree[]): CctTable {
    if (this.#thread === 'all') return this.#merge.update(trees);
    return trees.find(({ threadId }) => threadId === this.#thread)?.table ?? nothing();
  }

  #begin(): void {
    this.#generation++;
    this.#merge = new LiveMerge();
    this.#rateEvents = 0;
    this.#changed = true;
  }
}

/** The tree of a thread that has recorded nothing yet. */
function nothing(): CctTable {
  return {
    length: 1,
    method: Int32Array.of(NO_METHOD),
    parent: Int32Array.of(-1),
    calls: new Float64Array(1),
    selfNs: new Float64Array(1),
    counted: new Uint8Array(1),
  };
}

function calledMethods({ length, method, calls }: ExactTree): number {
  const called = new Set<number>();
  for (let node = 1; node < length; node++) if (calls[node] > 0) called.add(method[node]);
  return called.size;
}
