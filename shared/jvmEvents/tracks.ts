import type { DataSet } from '../recording/dataSets/dataSet.ts';
import { textsNamed } from '../recording/dataSets/dataSetParts.ts';
import { EVENT_KINDS, isThreadState, THREAD_STATES, type ThreadState } from './eventKinds.ts';
import { eventColumns, type EventColumns } from './eventSet.ts';
import { STATES_SET, stateColumns, type StateColumns } from './stateSet.ts';

/** Stretches of time in the order of their starts, for questions about any part of them in O(log rows). */
export interface Spans {
  readonly startNs: Float64Array;
  readonly endNs: Float64Array;
  /** place -> what the spans before it take together */
  readonly sumBeforeNs: Float64Array;
  /** place -> row of the set of events; null: of samples, which are no events */
  readonly rows: Int32Array | null;
}

export interface SpanTrack {
  readonly kind: 'spans' | 'moments';
  readonly title: string;
  readonly spans: Spans;
}

export interface LevelTrack {
  readonly kind: 'level';
  readonly title: string;
  readonly unit: 'bytes' | 'percent' | 'count';
  readonly atNs: Float64Array;
  readonly values: Float64Array;
  readonly rows: Int32Array;
  readonly most: number;
}

export interface ThreadTrack {
  readonly kind: 'thread';
  readonly title: string;
  readonly states: readonly { readonly state: ThreadState; readonly spans: Spans }[];
}

export type Track = SpanTrack | LevelTrack | ThreadTrack;

/** What happened in time, as tracks that lie above each other. */
export interface Timeline {
  readonly tracks: readonly Track[];
  /** null: there are samples only. */
  readonly events: EventColumns | null;
  /** Where the last of it ends; 0: where the recording began. */
  readonly endNs: number;
}

/** Samples that follow each other within so many periods are one stretch: the recorder comes late now and then. */
const LATE = 1.5;

/**
 * Tracks of a recording: one of each kind of event that it has, then one of each thread, those that did most first. O(rows).
 *
 *     Collections    -- ---     --
 *     Heap in Use    ..::||..::||
 *     main           rrrrrbbbbrrrr       r: samples, b: blocked, by an event
 */
export function timelineOf(sets: readonly DataSet[], durationMs: number): Timeline {
  const events = eventColumns(sets);
  const states = stateColumns(sets);
  let endNs = durationMs * 1e6;
  for (const columns of [events, states])
    if (columns !== null)
      for (let row = 0; row < columns.rows; row++)
        endNs = Math.max(endNs, columns.startNs[row] + columns.durationNs[row]);
  const stateSet = sets.find(({ id }) => id === STATES_SET);
  const names = textsNamed(stateSet, 'thread') ?? [];
  return {
    tracks: [
      ...(events === null ? [] : eventTracks(events)),
      ...(states === null ? [] : threadTracks(states, events, names)),
    ],
    events,
    endNs,
  };
}

function eventTracks(events: EventColumns): Track[] {
  const rowsOf = new Map<string, number[]>();
  for (let row = 0; row < events.rows; row++) {
    const rows = rowsOf.get(events.kind[row]);
    if (rows === undefined) rowsOf.set(events.kind[row], [row]);
    else rows.push(row);
  }
  const tracks: Track[] = [];
  for (const kind of EVENT_KINDS) {
    const found = rowsOf.get(kind.id);
    if (found === undefined) continue;
    const rows = Int32Array.from(found);
    if (kind.shape === 'level') {
      const values = pick(events[kind.level], rows);
      const most = values.reduce((largest, value) => Math.max(largest, value || 0), 0);
      const facts = { title: kind.title, unit: kind.level, rows };
      tracks.push({ kind: 'level', ...facts, atNs: pick(events.startNs, rows), values, most });
    } else tracks.push({ kind: kind.shape, title: kind.title, spans: eventSpans(events, rows) });
  }
  return tracks;
}

function eventSpans(events: EventColumns, rows: Int32Array): Spans {
  const startNs = pick(events.startNs, rows);
  const endNs = Float64Array.from(rows, (row) => events.startNs[row] + events.durationNs[row]);
  return spansOf(startNs, endNs, rows);
}

/** The running ones from samples, the others from events, which tell more of them, or from samples where there are no events of them. */
function threadTracks(states: StateColumns, events: EventColumns | null, names: readonly string[]): Track[] {
  const threads = new Map<
    number,
    { name: string; running: number[]; ns: number; still: number[]; sampled: number[] }
  >();
  const byName = new Map<string, number[]>();
  if (events !== null)
    for (let row = 0; row < events.rows; row++)
      if (isThreadState(events.kind[row])) {
        const rows = byName.get(events.thread[row]);
        if (rows === undefined) byName.set(events.thread[row], [row]);
        else rows.push(row);
      }
  for (let row = 0; row < states.rows; row++) {
    const place = states.inThread[row];
    let thread = threads.get(place);
    if (thread === undefined) {
      const name = names[row] ?? '';
      thread = { name, running: [], ns: 0, still: byName.get(name) ?? [], sampled: [] };
      byName.delete(name); // of several threads of one name the first has the waits of all
      threads.set(place, thread);
    }
    (states.state[row] === 'running' ? thread.running : thread.sampled).push(row);
    thread.ns += states.state[row] === 'running' ? states.durationNs[row] : 0;
  }
  const sorted = [...threads.values()].sort((a, b) => b.ns - a.ns || b.still.length - a.still.length);
  return sorted.map(({ name, running, still, sampled }) => ({
    kind: 'thread',
    title: name,
    states: THREAD_STATES.flatMap((state): ThreadTrack['states'] => {
      if (state === 'running')
        return running.length > 0 ? [{ state, spans: mergedSamples(states, running) }] : [];
      const rows = Int32Array.from(still.filter((row) => events?.kind[row] === state));
      if (events !== null && rows.length > 0) return [{ state, spans: eventSpans(events, rows) }];
      const ofSamples = sampled.filter((row) => states.state[row] === state);
      return ofSamples.length > 0 ? [{ state, spans: mergedSamples(states, ofSamples) }] : [];
    }),
  }));
}

function mergedSamples({ startNs, durationNs }: StateColumns, rows: readonly number[]): Spans {
  const starts: number[] = [];
  const ends: number[] = [];
  for (const row of rows) {
    const last = ends.length - 1;
    const end = startNs[row] + durationNs[row];
    if (last >= 0 && startNs[row] <= ends[last] + (LATE - 1) * durationNs[row])
      ends[last] = Math.max(ends[last], end);
    else {
      starts.push(startNs[row]);
      ends.push(end);
    }
  }
  return spansOf(Float64Array.from(starts), Float64Array.from(ends), null);
}

function spansOf(startNs: Float64Array, endNs: Float64Array, rows: Int32Array | null): Spans {
  const sumBeforeNs = new Float64Array(startNs.length + 1);
  for (let i = 0; i < startNs.length; i++) sumBeforeNs[i + 1] = sumBeforeNs[i] + endNs[i] - startNs[i];
  return { startNs, endNs, sumBeforeNs, rows };
}

function pick(column: Float64Array, rows: Int32Array): Float64Array {
  return Float64Array.from(rows, (row) => column[row]);
}
