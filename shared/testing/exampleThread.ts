import type { DumpedThread } from '../threads/dumpedThread.ts';

/** A thread of a dump that runs, waits for nothing and holds nothing, but for what `changes` says. */
export function exampleThread(name: string, changes: Partial<DumpedThread> = {}): DumpedThread {
  return {
    ...{ name, id: 1, isDaemon: false, isVirtual: false, activity: 'runnable' },
    ...{ cpuNs: null, aliveNs: null, frames: [], waitsFor: null, holds: [] },
    ...changes,
  };
}

/** A lock, by its address. */
export function exampleLock(address: string) {
  return { address, className: 'java.lang.Object' };
}
