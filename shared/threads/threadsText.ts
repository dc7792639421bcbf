import { formatCountOf, SEPARATOR } from '../naming/formatNumbers.ts';
import { shownName } from '../naming/shownName.ts';
import { dataSetLines } from '../report/dataSetReport.ts';
import { frameLines } from '../report/stackLines.ts';
import { dataSetRows, type DataSetView } from '../rows/dataSetRows.ts';
import { deadlocks, holders } from './deadlocks.ts';
import { nameOf, type DumpedThread } from './dumpedThread.ts';
import { heldWaits, type HeldWait } from './heldWaits.ts';
import { foldedNames, stackGroups, type StackGroup } from './stackGroups.ts';

/** What `sluice threads` shows as text: a line each, stacks in common, or who waits by whose holding. */
export const THREADS_TEXT_VIEWS = ['threads', 'stacks', 'waits'] as const;
export type ThreadsTextView = (typeof THREADS_TEXT_VIEWS)[number];

/** Deadlocks with the stacks of who is in them, then the view. @param view of threadTable(threads) */
export function* threadsText(
  name: ThreadsTextView,
  threads: readonly DumpedThread[],
  view: DataSetView,
  top: number | null,
): Generator<string> {
  yield* deadlockLines(threads);
  if (name === 'threads') yield* tableLines(threads, view, top);
  else yield* (name === 'stacks' ? stackLines : waitLines)(threads, dataSetRows(view), top);
}

/** The threads as a table, and whether some wait by others' holding. */
function* tableLines(
  threads: readonly DumpedThread[],
  view: DataSetView,
  top: number | null,
): Generator<string> {
  yield* dataSetLines(view, top, 'none');
  const held = waitsShown(threads, dataSetRows(view)).reduce((sum, { waiting }) => sum + waiting.length, 0);
  if (held > 0)
    yield `${formatCountOf(held, 'thread waits', 'threads wait', SEPARATOR)} for what others hold: --view waits has the stacks of both.`;
}

/**
 *     Deadlock: t1 and t2 wait for each other.
 *       t1 waits for a java.lang.StringBuilder held by t2
 *         at Dead.both(Dead.java:4)
 */
function* deadlockLines(threads: readonly DumpedThread[]): Generator<string> {
  const holderOf = holders(threads);
  for (const circle of deadlocks(threads)) {
    const names = circle.map((thread) => shownName(nameOf(threads[thread])));
    const all = `${names.slice(0, -1).join(', ')} and ${names.at(-1)}`;
    yield `Deadlock: ${all} wait for each other.`;
    for (const thread of circle) {
      const { waitsFor, frames } = threads[thread];
      yield `  ${shownName(nameOf(threads[thread]))} waits for a ${shownName(waitsFor?.className ?? '')} held by ${shownName(nameOf(threads[holderOf[thread]]))}`;
      yield* frameLines(frames, '    ');
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
    yield groupLine(group);
    for (const frame of group[0].frames) yield `  at ${shownName(frame)}`;
    yield '';
  }
  yield* moreGroups(sorted.length, top);
}

/**
 * Who waits by whose holding, those of most threads first, with the stacks of both
 *
 *     2 threads, blocked: worker-1, worker-2
 *       at demo.Shop.order(Shop.java:12)
 *     wait for a java.lang.Object that saver holds, sleeping
 *       at java.lang.Thread.sleep(Native Method)
 *       at demo.Shop.save(Shop.java:30)
 *
 * @param rows of the threads that wait; who holds what is any thread
 */
function* waitLines(
  threads: readonly DumpedThread[],
  rows: Int32Array,
  top: number | null,
): Generator<string> {
  const sorted = waitsShown(threads, rows);
  if (sorted.length === 0) yield 'No thread waits for what another one holds.';
  for (const { lock, holder, waiting } of sorted.slice(0, top ?? sorted.length)) {
    yield groupLine(waiting);
    for (const frame of waiting[0].frames) yield `  at ${shownName(frame)}`;
    const wait = waiting.length === 1 ? 'waits' : 'wait';
    yield `${wait} for a ${shownName(lock.className)} that ${shownName(nameOf(holder))} holds, ${holder.activity}`;
    for (const frame of holder.frames) yield `  at ${shownName(frame)}`;
    yield '';
  }
  yield* moreGroups(sorted.length, top);
}

/** Of the threads of these rows; who holds what is any thread. */
function waitsShown(threads: readonly DumpedThread[], rows: Int32Array): readonly HeldWait[] {
  const shown = new Set(Array.from(rows, (row) => threads[row]));
  return heldWaits(threads, (thread) => shown.has(thread));
}

/** "3 threads, parked: pool-1-thread-1, worker × 2" */
function groupLine(group: StackGroup): string {
  const count = group.length === 1 ? '1 thread' : `${group.length} threads`;
  return `${count}, ${group[0].activity}: ${foldedNames(group, shownName)}`;
}

function* moreGroups(groups: number, top: number | null): Generator<string> {
  if (top !== null && groups > top) yield `and ${groups - top} more: --top ${groups} shows all`;
}
