import type { DataSet } from '../recording/dataSets/dataSet.ts';
import { columnsOf } from '../recording/dataSets/rowColumns.ts';
import { holders } from './deadlocks.ts';
import { nameOf, type DumpedThread } from './dumpedThread.ts';

/** What dumps of a file are called in its tables: "#2"; '' is that of a file that has no other. */
export interface NamedDump {
  readonly name: string;
  readonly threads: readonly DumpedThread[];
}

/**
 * Threads as a data set, a row each
 *
 *     CPU Time     Alive  Thread  State    At                      Waits For                Held By
 *      2.05 ms   2.80 s   t1      blocked  Dead.both(Dead.java:4)  java.lang.StringBuilder  t2
 */
export function threadTable(threads: readonly DumpedThread[]): DataSet {
  return threadTableOf([{ name: '', threads }]);
}

/** The same of several dumps, with the dump of each thread before all else. */
export function threadTableOf(dumps: readonly NamedDump[]): DataSet {
  const rows = dumps.flatMap(({ name, threads }) => {
    const holderOf = holders(threads);
    return threads.map((thread, i) => ({
      ...{ dump: name, thread },
      heldBy: holderOf[i] < 0 ? '' : nameOf(threads[holderOf[i]]),
    }));
  });
  return {
    id: 'threads',
    title: 'Threads',
    ...columnsOf(rows, {
      texts: [
        ...(dumps.length > 1 ? [dumpColumn()] : []),
        ['thread', 'Thread', ({ thread }) => nameOf(thread)],
        ['state', 'State', ({ thread }) => thread.activity],
        ['at', 'At', ({ thread }) => placeOf(thread)],
        ['waitsFor', 'Waits For', ({ thread }) => thread.waitsFor?.className ?? ''],
        ['heldBy', 'Held By', ({ heldBy }) => heldBy],
      ],
      values: [
        ['cpuNs', 'CPU Time', 'ns', ({ thread }) => thread.cpuNs],
        ['aliveNs', 'Alive', 'ns', ({ thread }) => thread.aliveNs],
      ],
    }),
  };
}

/** Of a table of several dumps: which of them a row is of. */
export function dumpColumn() {
  return ['dump', 'Dump', ({ dump }: { readonly dump: string }) => dump] as const;
}

/** The innermost frame of the program's own: what the JDK does for it is `park` in most of them. */
export function placeOf({ frames }: DumpedThread): string {
  return frames.find((frame) => !OF_JDK.test(frame)) ?? frames.at(0)?.replace(MODULE, '$1') ?? '';
}

/** `java.lang.Object.wait(java.base@17.0.15/Native Method)`, `java.base@17/java.lang.Object.wait(Native Method)`, and of JDK 8 without it. */
const MODULE = /(^|\()[\w.]+(@[^/()]*)?\//;
const OF_JDK = /(^|\()(java|jdk)\.[\w.]+(@[^/()]*)?\/|^(java|javax|jdk|sun)\./;
