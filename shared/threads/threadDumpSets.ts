import { noteText } from '../messages/noteMessages.ts';
import { boundedText } from '../recording/dataSets/boundedText.ts';
import type { DataSet } from '../recording/dataSets/dataSet.ts';
import { dataSetRecording, type SetOrigin } from '../recording/sets/dataSetRecording.ts';
import { columnsOf } from '../recording/dataSets/rowColumns.ts';
import { HELD_AT, HELD_STACK, STACK } from '../recording/dataSets/stackColumns.ts';
import type { Snapshot } from '../recording/snapshot.ts';
import { deadlocks, deadlocksIn } from './deadlocks.ts';
import { nameOf, type DumpedThread, type ThreadDump } from './dumpedThread.ts';
import { heldWaits } from './heldWaits.ts';
import { foldedNames, stackGroups } from './stackGroups.ts';
import { dumpColumn, placeOf, stackTexts, threadTableOf, type NamedDump } from './threadTable.ts';
import { programThreads, purposeOf } from './toolThreads.ts';

/** So many deadlocks are told; their table has all. */
const MOST_TOLD = 3;

/** Threads that work for Sluice, in a table of their own. */
const TOOL = { id: 'tool', title: 'Threads of Sluice and of the Flight Recorder' };

/**
 * The dumps of a file as a recording that has tables alone: the list of the dumps where it has several, what each thread did, the
 * stacks that threads have in common, who waits by whose holding, and deadlocks. The JVM's own threads, which run no Java code, are in
 * none of them; those of Sluice are set apart.
 */
export function threadDumpRecording(dumps: readonly ThreadDump[], origin: SetOrigin): Snapshot {
  const named = namedDumps(dumps, programThreads);
  const ofTool = namedDumps(dumps, (threads) => threads.filter((thread) => purposeOf(thread) === 'tool'));
  const sets = [
    ...(dumps.length === 1 ? [] : [dumpList(dumps, named)]),
    ...[threadTableOf(named), stackTable(named), waitTable(named), deadlockTable(named)],
    ...(ofTool.some(({ threads }) => threads.length > 0) ? [threadTableOf(ofTool, TOOL)] : []),
  ];
  return { ...dataSetRecording(sets, origin), notes: deadlockNotes(named) };
}

function namedDumps(
  dumps: readonly ThreadDump[],
  chosen: (threads: readonly DumpedThread[]) => readonly DumpedThread[],
): readonly NamedDump[] {
  return dumps.map(({ threads }, i) => ({
    name: dumps.length === 1 ? '' : `#${i + 1}`,
    threads: chosen(threads),
  }));
}

/** A row each; `threads` are those that are shown. */
function dumpList(dumps: readonly ThreadDump[], named: readonly NamedDump[]): DataSet {
  return {
    ...{ id: 'dumps', title: 'Thread dumps of the file' },
    ...columnsOf(named, {
      texts: [
        ['dump', 'Dump', ({ name }) => name],
        ['takenAt', 'Taken At', (_, i) => dumps[i].takenAt || 'time not told'],
      ],
      values: [
        ['threads', 'Threads', 'count', ({ threads }) => threads.length],
        ['deadlocks', 'Deadlocks', 'count', ({ threads }) => deadlocks(threads).length],
      ],
    }),
  };
}

function stackTable(dumps: readonly NamedDump[]): DataSet {
  const stackOf = stackTexts();
  const rows = dumps.flatMap(({ name: dump, threads }) =>
    stackGroups(threads).map((group) => ({ dump, group })),
  );
  return {
    ...{ id: 'stacks', title: 'Stacks that threads have in common' },
    ...columnsOf(rows, {
      texts: [
        ...(dumps.length > 1 ? [dumpColumn()] : []),
        ['state', 'State', ({ group: [{ activity }] }) => activity],
        ['at', 'At', ({ group: [first] }) => placeOf(first)],
        ['names', 'Names', ({ group }) => namesWithin(group)],
        [STACK, 'Stack', ({ group: [first] }) => stackOf(first)],
      ],
      values: [['threads', 'Threads', 'count', ({ group }) => group.length]],
    }),
  };
}

/** A row for those that wait at one place for one lock, with the stack of who holds it. */
function waitTable(dumps: readonly NamedDump[]): DataSet {
  const stackOf = stackTexts();
  const rows = dumps.flatMap(({ name: dump, threads }) =>
    heldWaits(threads).map((held) => ({ dump, ...held })),
  );
  return {
    ...{ id: 'waits', title: 'Threads that wait for what others hold' },
    ...columnsOf(rows, {
      texts: [
        ...(dumps.length > 1 ? [dumpColumn()] : []),
        ['names', 'Names', ({ waiting }) => namesWithin(waiting)],
        ['at', 'At', ({ waiting: [first] }) => placeOf(first)],
        ['waitsFor', 'Waits For', ({ lock }) => lock.className],
        ['heldBy', 'Held By', ({ holder }) => nameOf(holder)],
        ['heldState', 'State of the Holder', ({ holder }) => holder.activity],
        [HELD_AT, 'Held At', ({ holder }) => placeOf(holder)],
        [STACK, 'Stack', ({ waiting: [first] }) => stackOf(first)],
        [HELD_STACK, 'Stack of the Holder', ({ holder }) => stackOf(holder)],
      ],
      values: [['threads', 'Threads', 'count', ({ waiting }) => waiting.length]],
    }),
  };
}

/** A row for each thread that waits in a circle. */
function deadlockTable(dumps: readonly NamedDump[]): DataSet {
  const stackOf = stackTexts();
  const rows = dumps.flatMap(({ name: dump, threads }) =>
    deadlocks(threads).flatMap((circle, i) =>
      circle.map((thread, at) => ({
        ...{ dump, circle: i + 1, size: circle.length, thread: threads[thread] },
        holder: threads[circle[(at + 1) % circle.length]],
      })),
    ),
  );
  return {
    ...{ id: 'deadlocks', title: 'Threads that wait for each other' },
    ...columnsOf(rows, {
      texts: [
        ...(dumps.length > 1 ? [dumpColumn()] : []),
        ['deadlock', 'Deadlock', ({ circle }) => String(circle)],
        ['thread', 'Thread', ({ thread }) => nameOf(thread)],
        ['at', 'At', ({ thread }) => placeOf(thread)],
        ['waitsFor', 'Waits For', ({ thread: { waitsFor } }) => waitsFor?.className ?? ''],
        ['heldBy', 'Held By', ({ holder }) => nameOf(holder)],
        [STACK, 'Stack', ({ thread }) => stackOf(thread)],
        [HELD_STACK, 'Stack of the Holder', ({ holder }) => stackOf(holder)],
      ],
      values: [['threads', 'Threads in It', 'count', ({ size }) => size]],
    }),
  };
}

function deadlockNotes(dumps: readonly NamedDump[]): string[] {
  return dumps
    .flatMap(({ name, threads }) =>
      deadlocksIn(threads).map((circle) => {
        const names = circle.threads.map((thread) => thread.name);
        return noteText('deadlockInDump', {
          threads: `${names.slice(0, -1).join(', ')} and ${names.at(-1)}`,
          where: name === '' ? '' : ` in dump ${name}`,
        });
      }),
    )
    .slice(0, MOST_TOLD);
}

/** A thousand threads may have as many names. */
function namesWithin(threads: readonly DumpedThread[]): string {
  return boundedText(foldedNames(threads));
}
