import { randomBytes } from 'node:crypto';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { SluiceError, UsageError } from '../../../shared/base/errors.ts';
import type { DumpAnnouncement, HeapCount, MadeDump } from '../../../shared/ipc/heapAnswers.ts';
import { classCounts } from '../attach/classHistogram.ts';
import { announceDump, dumpHeap, type WrittenDump } from './dumpHeap.ts';
import { attachableTarget } from '../agent/attachAgent.ts';

/** What clients ask of the heaps of JVMs, and the dump that was made last, until the next one. */
export class HeapQuestions {
  readonly #asked = new Set<number>();
  #last: { readonly id: string; readonly dump: WrittenDump } | null = null;

  count(pid: number, live: boolean): Promise<HeapCount> {
    return this.#alone(pid, async () => {
      const startedAtMs = Date.now();
      const counts = await classCounts(attachableTarget(pid), live);
      return { ...counts, live, pauseMs: Date.now() - startedAtMs };
    });
  }

  announce(pid: number): Promise<DumpAnnouncement> {
    return this.#alone(pid, () => announceDump(attachableTarget(pid)));
  }

  /** Into a folder that only we can read. @param live after a full collection */
  dump(pid: number, live: boolean): Promise<MadeDump> {
    return this.#alone(pid, async () => {
      const { heapBytes } = await announceDump(attachableTarget(pid));
      const startedAtMs = Date.now();
      const dump = await dumpHeap(pid, join(tmpdir(), 'heap.hprof'), live, heapBytes);
      this.forget();
      const id = randomBytes(16).toString('hex');
      this.#last = { id, dump };
      return { id, fileBytes: dump.fileBytes, pauseMs: Date.now() - startedAtMs };
    });
  }

  /** To be read as often as wanted; null: another one was made. */
  dumpWith(id: string): WrittenDump | null {
    return this.#last?.id === id ? this.#last.dump : null;
  }

  /** Deletes the dump: it has all that was in the heap in it. */
  forget(): void {
    this.#last?.dump.remove();
    this.#last = null;
  }

  /** A JVM answers one question about its heap at a time: it stands still for each. */
  async #alone<T>(pid: number, ask: () => Promise<T>): Promise<T> {
    if (!Number.isSafeInteger(pid) || pid <= 0)
      throw new UsageError(`${JSON.stringify(pid)} is no process id.`);
    if (this.#asked.has(pid))
      throw new SluiceError(
        'busy',
        `The heap of ${pid} is being looked at already.`,
        'Wait until that has ended.',
      );
    this.#asked.add(pid);
    try {
      return await ask();
    } finally {
      this.#asked.delete(pid);
    }
  }
}
