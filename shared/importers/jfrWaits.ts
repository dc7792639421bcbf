import { BLOCKED, BLOCKED_TIMES, PARKED, SLEEPING, WAITING } from '../metrics/furtherMetrics.ts';
import type { JfrChunk } from '../jfr/jfrChunk.ts';
import type { JfrCursor } from '../jfr/jfrCursor.ts';
import type { JfrField } from '../jfr/jfrMetadata.ts';
import { readField, skipField, type JfrValue } from '../jfr/jfrValues.ts';
import type { ThreadState } from '../jvmEvents/eventKinds.ts';
import { withHolderStacks, type LockRecording } from '../jvmEvents/lockHolders.ts';
import { LockRows, MOST_LOCKS } from '../jvmEvents/lockRows.ts';
import { sourceName } from '../naming/methodNames.ts';
import type { DataSet } from '../recording/dataSets/dataSet.ts';
import type { EventTaker, JfrChunkFacts } from './jfrChunkFacts.ts';
import type { JfrEvents } from './jfrEvents.ts';
import { spanNs } from './jfrSettings.ts';
import { numberAt } from './jfrFields.ts';
import { threadName } from './jfrThreads.ts';
import type { JfrTrees } from './jfrTrees.ts';

/** A way in which a thread stands still: an event as it ends, with its duration. */
interface WaitKind {
  readonly event: string;
  /** Its metric in the trees. */
  readonly metric: string;
  readonly name: ThreadState;
  /** Of the lock's class. */
  readonly classField?: string;
  /** Of the thread that held it, or that ended the wait. */
  readonly threadField?: string;
}

/** Fields: HotSpot jfr/metadata/metadata.xml; async-profiler has the first, the third and the last. In the order in which they matter. */
const WAITS: readonly WaitKind[] = [
  {
    ...{ event: 'jdk.JavaMonitorEnter', metric: BLOCKED, name: 'blocked' },
    ...{ classField: 'monitorClass', threadField: 'previousOwner' },
  },
  {
    ...{ event: 'jdk.JavaMonitorWait', metric: WAITING, name: 'waiting' },
    ...{ classField: 'monitorClass', threadField: 'notifier' },
  },
  { event: 'jdk.ThreadPark', metric: PARKED, name: 'parked', classField: 'parkedClass' },
  { event: 'jdk.ThreadSleep', metric: SLEEPING, name: 'sleeping' },
  { event: 'profiler.NativeLock', metric: BLOCKED, name: 'blocked' },
];

/** Events that tell of waits, for those who start a Flight Recorder. */
export const WAIT_EVENTS: readonly string[] = WAITS.map(({ event }) => event).filter((event) =>
  event.startsWith('jdk.'),
);

/** Of a row for the lock, one of what happened when, and an event. */
const ROW_BYTES = 600;

/** Blocked and waiting threads: as metrics of their contexts, and by lock. */
export class JfrWaits {
  readonly #trees: JfrTrees;
  readonly #events: JfrEvents;
  readonly #rows = new LockRows();
  readonly #thresholdsNs = new Map<WaitKind, number>();
  /** The file says that they were recorded: none are a table without rows. */
  #isAsked = false;

  /** @param events are told of each wait: what happens in time is theirs */
  constructor(trees: JfrTrees, events: JfrEvents) {
    this.#trees = trees;
    this.#events = events;
  }

  *takers({ chunk, settings }: JfrChunkFacts): Generator<EventTaker> {
    for (const kind of WAITS) {
      const type = chunk.typeNamed(kind.event);
      if (type === undefined) continue;
      if (settings.isEnabled(chunk, kind.event)) {
        this.#isAsked = true;
        this.#events.askForEvents();
        this.#events.askForStates();
      }
      const thresholdNs = settings.ns(chunk, kind.event, 'threshold');
      let cursor: JfrCursor | null = null;
      yield [
        type,
        (event) => {
          cursor = chunk.cursorAt(cursor, event);
          this.#add(chunk, cursor, kind, type.fields);
          if (thresholdNs !== null) this.#thresholdsNs.set(kind, thresholdNs);
        },
      ];
    }
  }

  #add(chunk: JfrChunk, cursor: JfrCursor, kind: WaitKind, fields: readonly JfrField[]): void {
    let [thread, lock, other]: JfrValue[] = [null, null, null];
    let [traceKey, ns, startTicks] = [0, 0, 0];
    for (const field of fields) {
      if (field.name === 'stackTrace' && field.isPooled) traceKey = cursor.number();
      else if (field.name === 'startTime') startTicks = numberAt(readField(cursor, field));
      else if (field.name === 'eventThread') thread = readField(cursor, field);
      else if (field.name === 'duration') ns = spanNs(chunk, field, readField(cursor, field)) ?? 0;
      else if (field.name === kind.classField) lock = readField(cursor, field);
      else if (field.name === kind.threadField) other = readField(cursor, field);
      else skipField(cursor, field);
    }
    const context = this.#trees.contextOf(chunk, thread, traceKey);
    if (context === null) return;
    chunk.account.take(ROW_BYTES);
    const { tree } = context.thread;
    tree.add(context.node, kind.metric, ns, chunk.account);
    if (kind.metric === BLOCKED) tree.add(context.node, BLOCKED_TIMES, 1, chunk.account);
    const className = sourceName(chunk.classNameOf(lock));
    const heldBy = threadName(chunk, other);
    this.#rows.add(kind.name, className, heldBy, context.place, ns);
    const startNs = this.#events.startNs(chunk, startTicks);
    this.#events.addWait({ state: kind.name, context, startNs, durationNs: ns, className, heldBy });
  }

  /** @param recording what else was recorded: it tells where holders of locks were */
  dataSets(recording: LockRecording): readonly DataSet[] {
    return this.#rows
      .dataSets(this.#isAsked)
      .map((set) => withHolderStacks(set, recording, { fromNs: -Infinity, toNs: Infinity }));
  }

  notes(): readonly string[] {
    const left =
      this.#rows.leftOut > 0
        ? [`The table of locks has ${MOST_LOCKS} rows; ${this.#rows.leftOut} events are not in it.`]
        : [];
    const thresholds = [...this.#thresholdsNs].filter(([, ns]) => ns > 0);
    return [
      ...left,
      ...thresholds.map(
        ([{ name }, ns]) =>
          `Threads that were ${name} for less than ${ns / 1e6} ms are not in it (JFR threshold).`,
      ),
    ];
  }
}
