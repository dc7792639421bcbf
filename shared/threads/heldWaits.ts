import { holders } from './deadlocks.ts';
import type { DumpedLock, DumpedThread } from './dumpedThread.ts';
import { stackGroups, type StackGroup } from './stackGroups.ts';

/** Threads that stand at the same place, and wait for one lock, which one other thread holds. */
export interface HeldWait {
  readonly lock: DumpedLock;
  readonly holder: DumpedThread;
  readonly waiting: StackGroup;
}

/**
 * Who waits by whose holding, those of most threads first. Waits for what nobody holds, as for work in a pool, are none of them. O(threads).
 *
 *     a, b: BLOCKED at Shop.order, wait for <1>      c: holds <1>, at Shop.save      ->  [<1>, c, [a, b]]
 *
 * @param isWanted of a thread that waits
 */
export function heldWaits(
  threads: readonly DumpedThread[],
  isWanted: (thread: DumpedThread) => boolean = () => true,
): readonly HeldWait[] {
  const holderOf = holders(threads);
  const byLock = new Map<string, { lock: DumpedLock; holder: DumpedThread; waiting: DumpedThread[] }>();
  threads.forEach((thread, i) => {
    const { waitsFor: lock } = thread;
    if (lock === null || holderOf[i] < 0 || !isWanted(thread)) return;
    const known = byLock.get(lock.address);
    if (known === undefined)
      byLock.set(lock.address, { lock, holder: threads[holderOf[i]], waiting: [thread] });
    else known.waiting.push(thread);
  });
  return [...byLock.values()]
    .flatMap(({ waiting, ...held }) => stackGroups(waiting).map((group) => ({ ...held, waiting: group })))
    .sort((a, b) => b.waiting.length - a.waiting.length);
}
