import { UsageError } from '../base/errors.ts';
import type { CctTable } from '../cct/cctTable.ts';
import { BLOCKED, BLOCKED_TIMES, PARKED, SAMPLES, SLEEPING, WAITING } from '../metrics/furtherMetrics.ts';
import { formatTime } from '../naming/formatNumbers.ts';
import type { DataSet } from '../recording/dataSets/dataSet.ts';
import { rowsWhere, valuesNamed } from '../recording/dataSets/dataSetParts.ts';
import type { RecordedThread, Snapshot } from '../recording/snapshot.ts';
import { isThreadState, type ThreadState } from './eventKinds.ts';
import { EVENTS_SET, eventColumns } from './eventSet.ts';
import { withHolderStacks, type LockRecording } from './lockHolders.ts';
import { LOCKS_SET, LockRows } from './lockRows.ts';
import { STATES_SET, stateColumns } from './stateSet.ts';

/** From, inclusive, to, exclusive; since the recording began. */
export interface TimeRange {
  readonly fromNs: number;
  readonly toNs: number;
}

/** Of time spent standing still. Samples are counted, their time is the tree's own. */
const METRIC_OF: Readonly<Partial<Record<ThreadState, string>>> = {
  blocked: BLOCKED,
  waiting: WAITING,
  parked: PARKED,
  sleeping: SLEEPING,
};

/** Whether it tells when its samples were taken: else there is no range of it. */
export function hasTimes({ dataSets }: Pick<Snapshot, 'dataSets'>): boolean {
  return dataSets.some(({ id, rows }) => rows > 0 && (id === STATES_SET || id === EVENTS_SET));
}

/**
 * The recording as if it had been made of that range of its time only. Trees keep their contexts, so that what is selected stays;
 * those that have nothing left are empty. A sample is in the range in which it was taken; of a wait its part is.
 * Lines of code, which have no time, are left out.
 * @throws SluiceError 'usage' where nothing tells when
 */
export function narrowedRecording(snapshot: Snapshot, range: TimeRange): Snapshot {
  return {
    ...snapshot,
    threads: narrowedThreads(snapshot, range),
    dataSets: snapshot.dataSets.flatMap((set) => narrowedSet(set, snapshot, range)),
    notes: [...snapshot.notes, `Only what happened from ${rangeText(range)} is shown.`],
  };
}

/** "1.50 s to 2.00 s" */
export function rangeText({ fromNs, toNs }: TimeRange): string {
  return `${formatTime(fromNs)} to ${Number.isFinite(toNs) ? formatTime(toNs) : 'the end'}`;
}

/** Data sets of which there is a range. A set without times is not in it. */
function narrowedSet(set: DataSet, recording: LockRecording, range: TimeRange): readonly DataSet[] {
  if (set.id === EVENTS_SET || set.id === STATES_SET) return [rowsWithin(set, range)];
  if (set.id === LOCKS_SET) return [locksWithin(recording, range)];
  return [];
}

/** @throws SluiceError as narrowedRecording */
export function narrowedThreads(
  { threads, dataSets }: Pick<Snapshot, 'threads' | 'dataSets'>,
  range: TimeRange,
): readonly RecordedThread[] {
  const states = stateColumns(dataSets);
  if (states === null || states.rows === 0)
    throw new UsageError(
      'This recording does not tell when its calls were made: no range of its time can be shown.',
      'Recordings of samples do: sluice sample, or a file of the Flight Recorder.',
    );
  const tables = threads.map(({ table }) => emptied(table));
  for (let row = 0; row < states.rows; row++) {
    const table = tables.at(states.inThread[row]);
    const context = states.context[row];
    if (table === undefined || context < 0 || context >= table.length) continue;
    const add = (metric: string, amount: number): void => {
      const column = table.more?.get(metric);
      if (column !== undefined) column[context] += amount;
    };
    const metric = METRIC_OF[states.state[row]];
    if (metric === undefined) {
      if (states.startNs[row] < range.fromNs || states.startNs[row] >= range.toNs) continue;
      // A sample stands for its whole period, wherever that ends; nobody may know how long it is.
      table.selfNs[context] += states.durationNs[row];
      add(SAMPLES, 1);
      continue;
    }
    const ns = overlapNs(states, row, range);
    if (ns <= 0) continue;
    add(metric, ns);
    if (metric === BLOCKED) add(BLOCKED_TIMES, 1);
  }
  return threads.map((thread, i) => ({ ...thread, table: tables[i] }));
}

function emptied(table: CctTable): CctTable {
  const more = table.more && new Map([...table.more].map(([id]) => [id, new Float64Array(table.length)]));
  return {
    ...{ length: table.length, method: table.method, parent: table.parent, counted: table.counted },
    calls: new Float64Array(table.length),
    selfNs: new Float64Array(table.length),
    ...(more === undefined ? {} : { more }),
  };
}

interface Times {
  readonly startNs: Float64Array;
  readonly durationNs: Float64Array;
}

function overlapNs({ startNs, durationNs }: Times, row: number, { fromNs, toNs }: TimeRange): number {
  return Math.min(toNs, startNs[row] + durationNs[row]) - Math.max(fromNs, startNs[row]);
}

/** Blocked and waiting threads in that range. */
export function locksWithin(recording: LockRecording, range: TimeRange): DataSet {
  const events = eventColumns(recording.dataSets);
  const locks = new LockRows();
  for (let row = 0; events !== null && row < events.rows; row++) {
    const state = events.kind[row];
    if (!isThreadState(state)) continue;
    const ns = overlapNs(events, row, range);
    if (ns > 0) locks.add(state, events.what[row], events.other[row], events.at[row], ns);
  }
  return withHolderStacks(locks.dataSet(), recording, range);
}

function rowsWithin(set: DataSet, range: TimeRange): DataSet {
  const column = (id: string): Float64Array => valuesNamed(set, id) ?? new Float64Array(set.rows);
  const times = { startNs: column('startNs'), durationNs: column('durationNs') };
  return rowsWhere(
    set,
    (row) =>
      (times.startNs[row] >= range.fromNs && times.startNs[row] < range.toNs) ||
      overlapNs(times, row, range) > 0,
  );
}
