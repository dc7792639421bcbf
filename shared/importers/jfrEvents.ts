import type { JfrChunk, JfrEvent } from '../jfr/jfrChunk.ts';
import type { ThreadState } from '../jvmEvents/eventKinds.ts';
import { eventSets, NO_EVENT_FACTS, type JvmEvent } from '../jvmEvents/eventSet.ts';
import { StateRows } from '../jvmEvents/stateSet.ts';
import type { DataSet } from '../recording/dataSets/dataSet.ts';
import type { EventTaker, JfrChunkFacts } from './jfrChunkFacts.ts';
import { JFR_EVENT_KINDS, type JfrEventKind } from './jfrEventKinds.ts';
import { EventFields } from './jfrEventFields.ts';
import type { JfrThread } from './jfrThreads.ts';
import type { JfrContext, JfrTrees } from './jfrTrees.ts';

/** Of a file of others, which may have anything: half a gigabyte of columns. */
const MOST_ROWS = 2_000_000;
/** Of an event: the object, and what columns have of it. */
const ROW_BYTES = 200;

/** A time in which a thread stood still. */
export interface Wait {
  readonly state: ThreadState;
  readonly context: JfrContext;
  readonly startNs: number;
  readonly durationNs: number;
  readonly className: string;
  readonly heldBy: string;
}

/** What a file of the Flight Recorder tells in the course of time: its events, and what each thread did. */
export class JfrEvents {
  readonly #leavesOut: (thread: string) => boolean;
  readonly #trees: JfrTrees;
  readonly #events: JvmEvent[] = [];
  /** Those of one thread each: it has its names when all is read. */
  readonly #waits: { readonly event: JvmEvent; readonly thread: JfrThread }[] = [];
  readonly #states = new StateRows();
  /** Events of the chunk that is being read of which more may come, read when they are asked for. */
  #joined: { readonly facts: JfrChunkFacts; readonly events: [JfrEvent, JfrEventKind][] } | null = null;
  #startMs: number | null = null;
  #asksForEvents = false;
  #asksForStates = false;
  #leftOut = 0;

  /** @param leavesOut threads of these names are in none */
  constructor(trees: JfrTrees, leavesOut: (thread: string) => boolean) {
    this.#trees = trees;
    this.#leavesOut = leavesOut;
  }

  /** The file says that events were recorded: where none happened there is a table without rows. */
  askForEvents(): void {
    this.#asksForEvents = true;
  }

  /** The same of what threads did. */
  askForStates(): void {
    this.#asksForStates = true;
  }

  /** Of a time in ticks, after the start of the first chunk that was asked for. */
  startNs(chunk: JfrChunk, ticks: number): number {
    this.#startMs ??= chunk.startMs;
    return Math.round((chunk.startMs - this.#startMs) * 1e6 + chunk.msOf(ticks) * 1e6);
  }

  addSample(context: JfrContext, startNs: number, periodNs: number): void {
    this.addStill(context, 'running', startNs, periodNs);
  }

  /** A stretch of a thread in a state, of which there is no event. */
  addStill({ thread, node }: JfrContext, state: ThreadState, startNs: number, durationNs: number): void {
    if (this.#states.length === MOST_ROWS) return void this.#leftOut++;
    this.#states.add(state, thread.place, node, startNs, durationNs);
  }

  addWait({ state, context, startNs, durationNs, className, heldBy }: Wait): void {
    this.addStill(context, state, startNs, durationNs);
    const facts = { what: className, other: heldBy, place: context.place };
    const event = { ...NO_EVENT_FACTS, ...facts, kind: state, startNs, durationNs };
    if (this.#length === MOST_ROWS) this.#leftOut++;
    else this.#waits.push({ event, thread: context.thread });
  }

  get #length(): number {
    return this.#events.length + this.#waits.length;
  }

  *takers(facts: JfrChunkFacts): Generator<EventTaker> {
    const { chunk } = facts;
    if (this.#joined?.facts !== facts) {
      for (const event of this.#joinedEvents()) this.#push(event);
      this.#joined = { facts, events: [] };
    }
    const { events } = this.#joined;
    const fields = new EventFields(chunk);
    for (const kind of JFR_EVENT_KINDS) {
      const type = chunk.typeNamed(kind.event);
      if (type === undefined) continue;
      if (facts.settings.isEnabled(chunk, kind.event)) this.askForEvents();
      if (kind.isJoined)
        yield [
          type,
          (event) => {
            chunk.account.take(ROW_BYTES);
            events.push([event, kind]);
          },
        ];
      else
        yield [
          type,
          (event) => {
            for (const row of this.#rowsOf(facts, fields, event, kind)) this.#push(row);
          },
        ];
    }
  }

  *#rowsOf(
    { chunk, joined }: JfrChunkFacts,
    fields: EventFields,
    event: JfrEvent,
    kind: JfrEventKind,
  ): Generator<JvmEvent> {
    fields.read(event);
    const thread = fields.thread('eventThread');
    if (this.#leavesOut(thread)) return;
    const startNs = this.startNs(chunk, fields.number('startTime'));
    const durationNs = fields.ns('duration');
    const place = this.#trees.placeIn(chunk, fields.traceKey);
    chunk.account.take(ROW_BYTES);
    const base = { ...NO_EVENT_FACTS, startNs, durationNs, thread, place };
    for (const facts of kind.read(fields, joined)) {
      // What is put together for a row is its own.
      chunk.account.take(facts.what?.length ?? 0);
      yield { ...base, ...facts };
    }
  }

  *#joinedEvents(): Generator<JvmEvent> {
    if (this.#joined === null) return;
    const { facts, events } = this.#joined;
    const fields = new EventFields(facts.chunk);
    for (const [event, kind] of events) yield* this.#rowsOf(facts, fields, event, kind);
  }

  #push(event: JvmEvent): void {
    if (this.#length === MOST_ROWS) this.#leftOut++;
    else this.#events.push(event);
  }

  /** @param threads of the recording */
  dataSets(threads: readonly { readonly name: string }[]): readonly DataSet[] {
    const waits = this.#waits.map(({ event, thread }) => ({ ...event, thread: thread.name }));
    const events = [...waits, ...this.#events, ...this.#joinedEvents()].slice(0, MOST_ROWS);
    const names = threads.map(({ name }) => name);
    return [...eventSets(events, this.#asksForEvents), ...this.#states.dataSets(names, this.#asksForStates)];
  }

  notes(): readonly string[] {
    if (this.#leftOut === 0) return [];
    return [
      `The timeline has ${MOST_ROWS} events and as many samples at most; ${this.#leftOut} are not in it.`,
    ];
  }
}
