import { expect, it } from 'vitest';
import { stackLines } from './threadsReport.ts';
import type { DumpedThread } from './dumpedThread.ts';

it('stacks whose frames differ by where a line ends are two', () => {
  const thread = (name: string, frames: readonly string[]): DumpedThread => ({
    ...{
      name,
      frames,
      id: 1,
      isDaemon: false,
      isVirtual: false,
      activity: 'runnable',
      cpuNs: null,
      aliveNs: null,
    },
    ...{ waitsFor: null, holds: [] },
  });
  const threads = [thread('a', ['x\ny']), thread('b', ['x', 'y']), thread('c', ['x', 'y'])];
  expect([...stackLines(threads, Int32Array.of(0, 1, 2), null)]).toEqual([
    ...['2 threads, runnable: b, c', '  at x', '  at y', ''],
    ...['1 thread, runnable: a', '  at x\\u000ay', ''],
  ]);
});
