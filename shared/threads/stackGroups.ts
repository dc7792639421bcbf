import { formatCount, SEPARATOR } from '../naming/formatNumbers.ts';
import { nameOf, type DumpedThread } from './dumpedThread.ts';

/** Threads of one state whose stacks are the same, frame by frame. */
export type StackGroup = readonly [DumpedThread, ...DumpedThread[]];

/** Those of most threads come first. */
export function stackGroups(threads: Iterable<DumpedThread>): readonly StackGroup[] {
  const groups = new Map<string, [DumpedThread, ...DumpedThread[]]>();
  for (const thread of threads) {
    const key = JSON.stringify([thread.activity, ...thread.frames]);
    const group = groups.get(key);
    if (group === undefined) groups.set(key, [thread]);
    else group.push(thread);
  }
  return [...groups.values()].sort((a, b) => b.length - a.length);
}

/** "main, worker × 2": each name once, for a thousand threads may have the same. @param shown how a name is written */
export function foldedNames(
  threads: readonly DumpedThread[],
  shown: (name: string) => string = (name) => name,
): string {
  const counts = new Map<string, number>();
  for (const thread of threads) {
    const name = nameOf(thread);
    counts.set(name, (counts.get(name) ?? 0) + 1);
  }
  return [...counts]
    .map(([name, count]) => (count === 1 ? shown(name) : `${shown(name)} × ${formatCount(count, SEPARATOR)}`))
    .join(', ');
}
