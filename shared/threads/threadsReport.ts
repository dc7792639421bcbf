import { shownName } from '../naming/shownName.ts';
import { dataSetLines, rowFields } from '../report/dataSetReport.ts';
import { gatheredJson } from '../report/gathered.ts';
import { VIEW_VERSION } from '../report/viewJson.ts';
import { dataSetRows, type DataSetView } from '../rows/dataSetRows.ts';
import { deadlocks, holders } from './deadlocks.ts';
import { nameOf, type DumpedThread } from './dumpedThread.ts';
import { foldedNames, stackGroups } from './stackGroups.ts';

/** The dumps of a file, and which of them is shown, from 1 on. */
export interface DumpsOfFile {
  readonly dumps: readonly { readonly takenAt: string; readonly threads: number }[];
  readonly dump: number;
}

/** What is left of a stack in text: the rest is in JSON. */
const MOST_FRAMES = 12;

/** Deadlocks with the stacks of who is in them, then the threads as a table. @param view of threadTable(threads) */
export function* threadsText(
  threads: readonly DumpedThread[],
  view: DataSetView,
  top: number | null,
): Generator<string> {
  yield* deadlockLines(threads);
  yield* dataSetLines(view, top);
}

/**
 *     Deadlock: t1 and t2 wait for each other.
 *       t1 waits for a java.lang.StringBuilder held by t2
 *         at Dead.both(Dead.java:4)
 */
export function* deadlockLines(threads: readonly DumpedThread[]): Generator<string> {
  const holderOf = holders(threads);
  for (const circle of deadlocks(threads)) {
    const names = circle.map((thread) => shownName(nameOf(threads[thread])));
    const all = `${names.slice(0, -1).join(', ')} and ${names.at(-1)}`;
    yield `Deadlock: ${all} wait for each other.`;
    for (const thread of circle) {
      const { waitsFor, frames } = threads[thread];
      yield `  ${shownName(nameOf(threads[thread]))} waits for a ${shownName(waitsFor?.className ?? '')} held by ${shownName(nameOf(threads[holderOf[thread]]))}`;
      for (const frame of frames.slice(0, MOST_FRAMES)) yield `    at ${shownName(frame)}`;
      if (frames.length > MOST_FRAMES) yield `    and ${frames.length - MOST_FRAMES} more`;
    }
    yield '';
  }
}

/**
 * Stacks that several threads have in common, those of most threads first
 *
 *     3 threads, parked: pool-1-thread-1, worker × 2
 *       at jdk.internal.misc.Unsafe.park(Native Method)
 */
export function* stackLines(
  threads: readonly DumpedThread[],
  rows: Int32Array,
  top: number | null,
): Generator<string> {
  const sorted = stackGroups(Array.from(rows, (row) => threads[row]));
  for (const group of sorted.slice(0, top ?? sorted.length)) {
    const [{ activity, frames }] = group;
    const names = foldedNames(group, shownName);
    yield `${group.length === 1 ? '1 thread' : `${group.length} threads`}, ${activity}: ${names}`;
    for (const frame of frames) yield `  at ${shownName(frame)}`;
    yield '';
  }
  if (top !== null && sorted.length > top)
    yield `and ${sorted.length - top} more: --top ${sorted.length} shows all`;
}

/** All that the dump has, in pieces: rows as those of a data set, with the frames of each, and the deadlocks by thread names. */
export function threadsJson(
  threads: readonly DumpedThread[],
  view: DataSetView,
  file: DumpsOfFile,
): Generator<string> {
  return gatheredJson(jsonParts(threads, view, file));
}

function* jsonParts(
  threads: readonly DumpedThread[],
  view: DataSetView,
  { dumps, dump }: DumpsOfFile,
): Generator<string> {
  const { set } = view;
  const columns = [...set.texts, ...set.values].map(({ id, title }) => ({ id, title }));
  const circles = deadlocks(threads).map((circle) => circle.map((thread) => threads[thread].name));
  const head = {
    format: 'sluice-view',
    version: VIEW_VERSION,
    view: set.id,
    title: set.title,
    columns,
    deadlocks: circles,
    ...(dumps.length > 1 && { dumps, dump }),
  };
  yield `${JSON.stringify(head).slice(0, -1)},\n"rows":[`;
  let separator = '';
  for (const row of dataSetRows(view)) {
    const { id, isDaemon, isVirtual, frames, holds } = threads[row];
    const more = { id, isDaemon, isVirtual, holds: holds.map(({ className }) => className), frames };
    yield `${separator}\n${JSON.stringify({ ...rowFields(view, row), ...more })}`;
    separator = ',';
  }
  yield ']}\n';
}
