import { assert } from '../base/assert.ts';
import type { RecordedThread } from './snapshot.ts';

type Identity = Pick<RecordedThread, 'id' | 'group'>;

/**
 * Trees are found by thread and group: in the window, in comparisons, by those who choose threads. So no two have both in common.
 * @throws BugError where two have
 */
export function checkedThreads<Thread extends Identity>(threads: readonly Thread[]): readonly Thread[] {
  assert(new Set(threads.map(keyOf)).size === threads.length, 'no two trees are of one thread and group');
  return threads;
}

/**
 * The same threads, each with an id of its own: recordings that an older Sluice made of files of others have several of one id.
 * @returns those whose id is taken with one below 0 that is not
 */
export function withOwnIds<Thread extends Identity>(threads: readonly Thread[]): readonly Thread[] {
  const taken = new Set<string>();
  let free = Math.min(0, ...threads.map(({ id }) => id));
  return threads.map((thread) => {
    const own = taken.has(keyOf(thread)) ? { ...thread, id: --free } : thread;
    taken.add(keyOf(own));
    return own;
  });
}

function keyOf({ id, group }: Identity): string {
  return `${id} ${group ?? ''}`;
}
