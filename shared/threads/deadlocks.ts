import { nameOf, type DumpedThread } from './dumpedThread.ts';

/** thread -> the thread that holds what it waits for, as places in `threads`; -1: it waits for nobody's lock. O(locks). */
export function holders(threads: readonly DumpedThread[]): Int32Array {
  const holderOf = new Map<string, number>();
  threads.forEach(({ holds }, thread) => {
    for (const { address } of holds) holderOf.set(address, thread);
  });
  return Int32Array.from(threads, ({ waitsFor }, thread) => {
    const holder = waitsFor === null ? undefined : holderOf.get(waitsFor.address);
    return holder === undefined || holder === thread ? -1 : holder;
  });
}

/**
 * Threads that wait for each other in a circle, by monitors and by java.util.concurrent alike. Who only waits for one of them is
 * in no circle:
 *
 *     t1 -> t2      t3 -> t4      t5 -> t1          [[t1, t2], [t3, t4]]
 *     t2 -> t1      t4 -> t3
 *
 * A thread waits for one lock at most, so each is walked over once. O(threads).
 */
export function deadlocks(threads: readonly DumpedThread[]): readonly (readonly number[])[] {
  const holderOf = holders(threads);
  const walkOf = new Int32Array(threads.length).fill(-1);
  const found: number[][] = [];
  for (let first = 0; first < threads.length; first++) {
    let thread = first;
    while (thread >= 0 && walkOf[thread] === -1) {
      walkOf[thread] = first;
      thread = holderOf[thread];
    }
    if (thread < 0 || walkOf[thread] !== first) continue;
    const circle = [thread];
    for (let next = holderOf[thread]; next !== thread; next = holderOf[next]) circle.push(next);
    found.push(circle);
  }
  return found;
}

/** Threads that wait for each other in a circle: each for what the next one holds, and the last one for the first. */
export interface Deadlock {
  readonly threads: readonly DeadlockedThread[];
}

export interface DeadlockedThread {
  readonly name: string;
  /** Class of the lock that it waits for. */
  readonly lock: string;
  readonly heldBy: string;
}

export function deadlocksIn(threads: readonly DumpedThread[]): readonly Deadlock[] {
  return deadlocks(threads).map((circle) => ({
    threads: circle.map((thread, i) => ({
      name: nameOf(threads[thread]),
      lock: threads[thread].waitsFor?.className ?? '',
      heldBy: nameOf(threads[circle[(i + 1) % circle.length]]),
    })),
  }));
}
