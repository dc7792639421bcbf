import type { DataSet } from '../recording/dataSet.ts';
import { holders } from './deadlocks.ts';
import type { DumpedThread } from './threadDump.ts';

/**
 * Threads as a data set, a row each
 *
 *     CPU Time     Alive  Thread  State    At                      Waits For                Held By
 *      2.05 ms   2.80 s   t1      blocked  Dead.both(Dead.java:4)  java.lang.StringBuilder  t2
 */
export function threadTable(threads: readonly DumpedThread[]): DataSet {
  const holderOf = holders(threads);
  const nameOf = (thread: number): string => (thread < 0 ? '' : threads[thread].name);
  const nsOf = (of: (thread: DumpedThread) => number | null): Float64Array =>
    Float64Array.from(threads, (thread) => of(thread) ?? NaN);
  return {
    id: 'threads',
    title: 'Threads',
    rows: threads.length,
    texts: [
      { id: 'thread', title: 'Thread', texts: threads.map(({ name }) => name) },
      { id: 'state', title: 'State', texts: threads.map(({ activity }) => activity) },
      { id: 'at', title: 'At', texts: threads.map(placeOf) },
      { id: 'waitsFor', title: 'Waits For', texts: threads.map(({ waitsFor }) => waitsFor?.className ?? '') },
      { id: 'heldBy', title: 'Held By', texts: Array.from(holderOf, nameOf) },
    ],
    links: [],
    values: [
      { id: 'cpuNs', title: 'CPU Time', unit: 'ns', isExact: false, values: nsOf(({ cpuNs }) => cpuNs) },
      { id: 'aliveNs', title: 'Alive', unit: 'ns', isExact: false, values: nsOf(({ aliveNs }) => aliveNs) },
    ],
  };
}

/** The innermost frame of the program's own: what the JDK does for it is `park` in most of them. */
function placeOf({ frames }: DumpedThread): string {
  return frames.find((frame) => !OF_JDK.test(frame)) ?? frames.at(0)?.replace(MODULE, '(') ?? '';
}

/** `java.lang.Object.wait(java.base@17.0.15/Native Method)` */
const MODULE = /\([\w.]+(@[^/()]*)?\//;
const OF_JDK = /\((java|jdk)\.[\w.]+(@[^/()]*)?\//;
