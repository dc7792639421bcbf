import type { DataSet } from '../recording/dataSets/dataSet.ts';
import { textsNamed, valuesNamed } from '../recording/dataSets/dataSetParts.ts';
import { columnsOf } from '../recording/dataSets/rowColumns.ts';
import type { EventKindId, ThreadState } from './eventKinds.ts';

export const EVENTS_SET = 'events';

/** One event. What it does not have is "" or NaN. */
export interface JvmEvent {
  readonly kind: EventKindId | ThreadState;
  /** Since the recording began; below 0: it had begun before. */
  readonly startNs: number;
  readonly durationNs: number;
  /** "demo.Shop": a class, a method, a cause, a path. */
  readonly what: string;
  readonly thread: string;
  /** Who held the lock, where a class came from, the text of an exception. */
  readonly other: string;
  /** The innermost method outside of the JDK. */
  readonly place: string;
  /** Read, written, in use after it, or of the code. */
  readonly bytes: number;
  readonly bytesBefore: number;
  readonly percent: number;
  readonly count: number;
}

export const NO_EVENT_FACTS = {
  ...{ durationNs: 0, what: '', thread: '', other: '', place: '' },
  ...{ bytes: NaN, bytesBefore: NaN, percent: NaN, count: NaN },
} as const;

/**
 * Events as a data set, in the order of their starts.
 * @param isAsked somebody recorded them: where none happened the set has no rows, else there is none
 */
export function eventSets(events: readonly JvmEvent[], isAsked = false): readonly DataSet[] {
  if (events.length === 0 && !isAsked) return [];
  const rows = events.toSorted((a, b) => a.startNs - b.startNs);
  return [
    {
      ...{ id: EVENTS_SET, title: 'Events of the JVM' },
      ...columnsOf(rows, {
        texts: [
          ['kind', 'Kind', ({ kind }) => kind],
          ['what', 'What', ({ what }) => what],
          ['thread', 'Thread', ({ thread }) => thread],
          ['other', 'By or From', ({ other }) => other],
          ['at', 'At', ({ place }) => place],
        ],
        values: [
          ['startNs', 'Start', 'ns', ({ startNs }) => startNs],
          ['durationNs', 'Duration', 'ns', ({ durationNs }) => durationNs],
          ['bytes', 'Bytes', 'bytes', ({ bytes }) => bytes],
          ['bytesBefore', 'Bytes Before', 'bytes', ({ bytesBefore }) => bytesBefore],
          ['percent', 'Percent', 'count', ({ percent }) => percent],
          ['count', 'Count', 'count', ({ count }) => count],
        ],
      }),
    },
  ];
}

/** The columns of a set of events by their ids; those of a file from elsewhere may be missing. */
export interface EventColumns {
  readonly rows: number;
  readonly kind: readonly string[];
  readonly what: readonly string[];
  readonly thread: readonly string[];
  readonly other: readonly string[];
  readonly at: readonly string[];
  readonly startNs: Float64Array;
  readonly durationNs: Float64Array;
  readonly bytes: Float64Array;
  readonly bytesBefore: Float64Array;
  readonly percent: Float64Array;
  readonly count: Float64Array;
}

/** @returns null where there is no such set, or it has another form */
export function eventColumns(sets: readonly DataSet[]): EventColumns | null {
  const set = sets.find(({ id }) => id === EVENTS_SET);
  if (set === undefined) return null;
  const text = (id: string): readonly string[] => textsNamed(set, id) ?? new Array<string>(set.rows).fill('');
  const value = (id: string): Float64Array => valuesNamed(set, id) ?? new Float64Array(set.rows).fill(NaN);
  if (valuesNamed(set, 'startNs') === undefined) return null;
  return {
    rows: set.rows,
    ...{ kind: text('kind'), what: text('what'), thread: text('thread') },
    ...{ other: text('other'), at: text('at') },
    ...{ startNs: value('startNs'), durationNs: value('durationNs') },
    ...{ bytes: value('bytes'), bytesBefore: value('bytesBefore') },
    ...{ percent: value('percent'), count: value('count') },
  };
}
