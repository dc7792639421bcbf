import { BLOCKED, BLOCKED_TIMES, PARKED, SLEEPING, WAITING } from '../metrics/furtherMetrics.ts';
import type { JfrChunk } from '../jfr/jfrChunk.ts';
import type { JfrCursor } from '../jfr/jfrCursor.ts';
import type { JfrField } from '../jfr/jfrMetadata.ts';
import { readField, skipField, type JfrValue } from '../jfr/jfrValues.ts';
import type { DataSet } from '../recording/dataSet.ts';
import { settingNs, spanNs } from './jfrSettings.ts';
import { structAt, threadName, type JfrTrees } from './jfrTrees.ts';

/** A way in which a thread stands still: an event as it ends, with its duration. */
interface WaitKind {
  readonly event: string;
  /** Its metric in the trees. */
  readonly metric: string;
  readonly name: string;
  /** Of the lock's class. */
  readonly classField?: string;
  /** Of the thread that held it, or that ended the wait. */
  readonly threadField?: string;
}

/** Fields: HotSpot jfr/metadata/metadata.xml. In the order in which they matter. */
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
];

/** Events that tell of waits, for those who start a Flight Recorder. */
export const WAIT_EVENTS: readonly string[] = WAITS.map(({ event }) => event);

/** Of a file of others, which may have anything. */
const MOST_LOCKS = 100_000;

interface LockRow {
  readonly kind: WaitKind;
  readonly className: string;
  readonly heldBy: string;
  readonly place: string;
  times: number;
  ns: number;
  longestNs: number;
}

/** Where threads stood still: as metrics of their contexts, and by lock. */
export class JfrWaits {
  readonly #trees: JfrTrees;
  readonly #rows = new Map<string, LockRow>();
  readonly #thresholdsNs = new Map<WaitKind, number>();
  #leftOut = 0;

  constructor(trees: JfrTrees) {
    this.#trees = trees;
  }

  add(chunk: JfrChunk): void {
    for (const kind of WAITS) {
      const type = chunk.typeNamed(kind.event);
      if (type === undefined) continue;
      let cursor: JfrCursor | null = null;
      let events = 0;
      for (const event of chunk.events((each) => each === type)) {
        cursor = chunk.cursorAt(cursor, event);
        this.#add(chunk, cursor, kind, type.fields);
        events++;
      }
      const thresholdNs = events > 0 ? settingNs(chunk, kind.event, 'threshold') : null;
      if (thresholdNs !== null) this.#thresholdsNs.set(kind, thresholdNs);
    }
  }

  #add(chunk: JfrChunk, cursor: JfrCursor, kind: WaitKind, fields: readonly JfrField[]): void {
    let [thread, lock, other]: JfrValue[] = [null, null, null];
    let [traceKey, ns] = [0, 0];
    for (const field of fields) {
      if (field.name === 'stackTrace' && field.isPooled) traceKey = cursor.number();
      else if (field.name === 'eventThread') thread = readField(cursor, field);
      else if (field.name === 'duration') ns = spanNs(chunk, field, readField(cursor, field)) ?? 0;
      else if (field.name === kind.classField) lock = readField(cursor, field);
      else if (field.name === kind.threadField) other = readField(cursor, field);
      else skipField(cursor, field);
    }
    const context = this.#trees.contextOf(chunk, thread, traceKey);
    if (context === null) return;
    context.thread.add(context.node, kind.metric, ns);
    if (kind.metric === BLOCKED) context.thread.add(context.node, BLOCKED_TIMES, 1);
    const className = (chunk.textOf(structAt(chunk, lock)?.fields.get('name')) ?? '').replaceAll('/', '.');
    this.#addRow(kind, className, threadName(chunk, other), context.place, ns);
  }

  #addRow(kind: WaitKind, className: string, heldBy: string, place: string, ns: number): void {
    const key = [kind.name, className, heldBy, place].join('\n');
    let row = this.#rows.get(key);
    if (row === undefined) {
      if (this.#rows.size === MOST_LOCKS) return void this.#leftOut++;
      row = { kind, className, heldBy, place, times: 0, ns: 0, longestNs: 0 };
      this.#rows.set(key, row);
    }
    row.times++;
    row.ns += ns;
    row.longestNs = Math.max(row.longestNs, ns);
  }

  /** None where no thread stood still, or nobody asked. What was blocked comes first, then by time. */
  dataSets(): readonly DataSet[] {
    if (this.#rows.size === 0) return [];
    const rows = [...this.#rows.values()].sort(
      (a, b) => WAITS.indexOf(a.kind) - WAITS.indexOf(b.kind) || b.ns - a.ns,
    );
    const isExact = false;
    return [
      {
        ...{ id: 'locks', title: 'Where threads stood still', rows: rows.length, links: [] },
        texts: [
          { id: 'state', title: 'State', texts: rows.map(({ kind }) => kind.name) },
          { id: 'lock', title: 'Lock', texts: rows.map(({ className }) => className) },
          { id: 'heldBy', title: 'Held or Notified By', texts: rows.map(({ heldBy }) => heldBy) },
          { id: 'at', title: 'At', texts: rows.map(({ place }) => place) },
        ],
        values: [
          {
            ...{ id: 'times', title: 'Times', unit: 'count', isExact },
            values: Float64Array.from(rows, ({ times }) => times),
          },
          {
            ...{ id: 'stillNs', title: 'Time', unit: 'ns', isExact },
            values: Float64Array.from(rows, ({ ns }) => ns),
          },
          {
            ...{ id: 'longestNs', title: 'Longest', unit: 'ns', isExact },
            values: Float64Array.from(rows, ({ longestNs }) => longestNs),
          },
        ],
      },
    ];
  }

  notes(): readonly string[] {
    const left =
      this.#leftOut > 0
        ? [`The table of locks has ${MOST_LOCKS} rows; ${this.#leftOut} events are not in it.`]
        : [];
    const thresholds = [...this.#thresholdsNs].filter(([, ns]) => ns > 0);
    return [
      ...left,
      ...thresholds.map(
        ([{ name }, ns]) =>
          `Threads that were ${name} for less than ${ns / 1e6} ms are not in it: the recorder was set so.`,
      ),
    ];
  }
}
