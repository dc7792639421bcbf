import type { DataSet } from '../recording/dataSet.ts';
import { columnsOf } from '../recording/rowColumns.ts';
import { holders } from './deadlocks.ts';
import { nameOf, type DumpedThread } from './dumpedThread.ts';

/**
 * Threads as a data set, a row each
 *
 *     CPU Time     Alive  Thread  State    At                      Waits For                Held By
 *      2.05 ms   2.80 s   t1      blocked  Dead.both(Dead.java:4)  java.lang.StringBuilder  t2
 */
export function threadTable(threads: readonly DumpedThread[]): DataSet {
  const holderOf = holders(threads);
  const holderName = (thread: number): string => (thread < 0 ? '' : nameOf(threads[thread]));
  return {
    id: 'threads',
    title: 'Threads',
    ...columnsOf(threads, {
      texts: [
        ['thread', 'Thread', nameOf],
        ['state', 'State', ({ activity }) => activity],
        ['at', 'At', placeOf],
        ['waitsFor', 'Waits For', ({ waitsFor }) => waitsFor?.className ?? ''],
        ['heldBy', 'Held By', (_, thread) => holderName(holderOf[thread])],
      ],
      values: [
        ['cpuNs', 'CPU Time', 'ns', ({ cpuNs }) => cpuNs],
        ['aliveNs', 'Alive', 'ns', ({ aliveNs }) => aliveNs],
      ],
    }),
  };
}

/** The innermost frame of the program's own: what the JDK does for it is `park` in most of them. */
function placeOf({ frames }: DumpedThread): string {
  return frames.find((frame) => !OF_JDK.test(frame)) ?? frames.at(0)?.replace(MODULE, '$1') ?? '';
}

/** `java.lang.Object.wait(java.base@17.0.15/Native Method)`, `java.base@17/java.lang.Object.wait(Native Method)`, and of JDK 8 without it. */
const MODULE = /(^|\()[\w.]+(@[^/()]*)?\//;
const OF_JDK = /(^|\()(java|jdk)\.[\w.]+(@[^/()]*)?\/|^(java|javax|jdk|sun)\./;
