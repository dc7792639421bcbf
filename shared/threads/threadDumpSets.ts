import { noteText } from '../messages/noteMessages.ts';
import type { DataSet } from '../recording/dataSets/dataSet.ts';
import { dataSetRecording, type SetOrigin } from '../recording/sets/dataSetRecording.ts';
import { columnsOf } from '../recording/dataSets/rowColumns.ts';
import type { Snapshot } from '../recording/snapshot.ts';
import { deadlocks, deadlocksIn } from './deadlocks.ts';
import { nameOf, type ThreadDump } from './dumpedThread.ts';
import { foldedNames, stackGroups } from './stackGroups.ts';
import { dumpColumn, placeOf, threadTableOf, type NamedDump } from './threadTable.ts';

/** So many deadlocks are told; their table has all. */
const MOST_TOLD = 3;

/**
 * The dumps of a file as a recording that has tables alone: the list of the dumps where it has several, what each thread did, the
 * stacks that threads have in common, and deadlocks. The JVM's own threads, which run no Java code, are in none of them.
 */
export function threadDumpRecording(dumps: readonly ThreadDump[], origin: SetOrigin): Snapshot {
  const named = dumps.map(({ threads }, i) => ({
    name: dumps.length === 1 ? '' : `#${i + 1}`,
    threads: threads.filter(({ activity }) => activity !== 'internal'),
  }));
  const sets = [
    ...(dumps.length === 1 ? [] : [dumpList(dumps, named)]),
    ...[threadTableOf(named), stackTable(named), deadlockTable(named)],
  ];
  return { ...dataSetRecording(sets, origin), notes: deadlockNotes(named) };
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
        ['names', 'Names', ({ group }) => textWithin(foldedNames(group))],
        ['stack', 'Stack', ({ group: [{ frames }] }) => textWithin(frames.join(' ← '))],
      ],
      values: [['threads', 'Threads', 'count', ({ group }) => group.length]],
    }),
  };
}

/** A row for each thread that waits in a circle. */
function deadlockTable(dumps: readonly NamedDump[]): DataSet {
  const rows = dumps.flatMap(({ name: dump, threads }) =>
    deadlocks(threads).flatMap((circle, i) =>
      circle.map((thread, at) => ({
        ...{ dump, circle: i + 1, size: circle.length, thread: threads[thread] },
        heldBy: nameOf(threads[circle[(at + 1) % circle.length]]),
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
        ['heldBy', 'Held By', ({ heldBy }) => heldBy],
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

/** A recording's texts are bounded (docs/formats.md); a stack may have more. */
const MOST_CHARS = 16_384;

function textWithin(text: string): string {
  return text.length <= MOST_CHARS ? text : `${text.slice(0, MOST_CHARS)}…`;
}
