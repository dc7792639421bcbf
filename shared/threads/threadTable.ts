import type { DataSet } from '../recording/dataSets/dataSet.ts';
import { columnsOf } from '../recording/dataSets/rowColumns.ts';
import { HELD_STACK, STACK, stackText } from '../recording/dataSets/stackColumns.ts';
import { holders } from './deadlocks.ts';
import { nameOf, type DumpedThread } from './dumpedThread.ts';

/** What dumps of a file are called in its tables: "#2"; '' is that of a file that has no other. */
export interface NamedDump {
  readonly name: string;
  readonly threads: readonly DumpedThread[];
}

/**
 * Threads as a data set, a row each, with its stack and that of the thread which holds what it waits for
 *
 *     CPU Time     Alive  Thread  State    At                      Waits For                Held By
 *      2.05 ms   2.80 s   t1      blocked  Dead.both(Dead.java:4)  java.lang.StringBuilder  t2
 */
export function threadTable(threads: readonly DumpedThread[]): DataSet {
  return threadTableOf([{ name: '', threads }]);
}

/** The same of several dumps, with the dump of each thread before all else. */
export function threadTableOf(
  dumps: readonly NamedDump[],
  { id, title }: Pick<DataSet, 'id' | 'title'> = { id: 'threads', title: 'Threads' },
): DataSet {
  const rows = dumps.flatMap(({ name, threads }) => {
    const holderOf = holders(threads);
    return threads.map((thread, i) => ({ dump: name, thread, holder: holderAt(threads, holderOf[i]) }));
  });
  const stackOf = stackTexts();
  return {
    id,
    title,
    ...columnsOf(rows, {
      texts: [
        ...(dumps.length > 1 ? [dumpColumn()] : []),
        ['thread', 'Thread', ({ thread }) => nameOf(thread)],
        ['state', 'State', ({ thread }) => thread.activity],
        ['at', 'At', ({ thread }) => placeOf(thread)],
        ['waitsFor', 'Waits For', ({ thread }) => thread.waitsFor?.className ?? ''],
        ['heldBy', 'Held By', ({ holder }) => (holder ? nameOf(holder) : '')],
        [STACK, 'Stack', ({ thread }) => stackOf(thread)],
        [HELD_STACK, 'Stack of the Holder', ({ holder }) => (holder ? stackOf(holder) : '')],
      ],
      values: [
        ['cpuNs', 'CPU Time', 'ns', ({ thread }) => thread.cpuNs],
        ['aliveNs', 'Alive', 'ns', ({ thread }) => thread.aliveNs],
      ],
    }),
  };
}

/** @param place of a thread, as `holders` has it */
export function holderAt(threads: readonly DumpedThread[], place: number): DumpedThread | null {
  return place < 0 ? null : threads[place];
}

/** The stack of a thread as one text: made once for the same frames, which a dump has once (DumpAccount). */
export function stackTexts(): (thread: Pick<DumpedThread, 'frames'>) => string {
  const texts = new Map<readonly string[], string>();
  return ({ frames }) => {
    let text = texts.get(frames);
    if (text === undefined) texts.set(frames, (text = stackText(frames)));
    return text;
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
