import { closeSync, fstatSync, readSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { SluiceError } from '../../../shared/base/errors.ts';
import { toldText } from '../../../shared/base/toldText.ts';
import type { DumpAnnouncement } from '../../../shared/ipc/heapAnswers.ts';
import { attachTargetOf, findAttachable } from '../agent/attachAgent.ts';
import { TargetFolder } from '../agent/targetFolder.ts';
import { askForDump } from '../attach/attach.ts';
import type { AttachTarget } from '../attach/attachTarget.ts';
import { heapUse } from './heapUse.ts';
import { removedAtExit } from '../process/removedAtExit.ts';

/** A dump takes seconds for each GB, on a disk that is slow minutes. */
const LEAST_REPLY_MS = 600_000;
const SLOWEST_BYTES_PER_MS = 5_000;
/**
 * The program stands still for it: 440 to 550 ns for each object were measured on a loaded machine, 70 MB/s of small objects, and some times
 * less where objects are large or the machine is idle.
 */
const PAUSE_BYTES_PER_MS = { slow: 50_000, fast: 250_000 } as const;
const CHUNK_BYTES = 4 << 20;

export async function announceDump(target: AttachTarget): Promise<DumpAnnouncement> {
  const heapBytes = await heapUse(target);
  const { slow, fast } = PAUSE_BYTES_PER_MS;
  return {
    heapBytes,
    leastPauseMs: (heapBytes ?? 0) / fast,
    mostPauseMs: (heapBytes ?? 0) / slow,
  };
}

/** A dump that a JVM has written into a folder of its own: it is taken from there, then the folder goes. */
export class WrittenDump {
  readonly #folder: TargetFolder;
  readonly #onRemoved: () => void;
  readonly fileBytes: number;

  /** @param onRemoved after the folder has gone */
  constructor(folder: TargetFolder, onRemoved: () => void) {
    this.#folder = folder;
    this.#onRemoved = onRemoved;
    const file = folder.open();
    this.fileBytes = fstatSync(file).size;
    closeSync(file);
  }

  /** @returns false: it has to be copied @throws Error of the system, EEXIST when there is something of that name */
  linkTo(path: string): boolean {
    return this.#folder.linkTo(path);
  }

  *pieces(): Generator<Uint8Array> {
    const file = this.#folder.open();
    try {
      for (;;) {
        const piece = new Uint8Array(CHUNK_BYTES);
        const count = readSync(file, piece, 0, piece.length, null);
        if (count === 0) return;
        yield piece.subarray(0, count);
      }
    } finally {
      closeSync(file);
    }
  }

  remove(): void {
    this.#folder.remove();
    this.#onRemoved();
  }
}

/**
 * Has a JVM write its heap to a file. It stands still meanwhile.
 * @param path where the dump will be wanted: on that disk it is made, if the JVM sees it and may write there; else in its /var/tmp or /tmp
 * @param live after a full collection: only what is reachable
 * @throws SluiceError 'not-found' | 'not-attachable' | 'attach-failed' | 'target-gone' | 'io'
 */
export async function dumpHeap(
  pid: number,
  path: string,
  live: boolean,
  heapBytes: number | null,
): Promise<WrittenDump> {
  const jvm = findAttachable(pid);
  const { rootPrefix } = jvm;
  const target = attachTargetOf(jvm);
  const { euid, egid } = target;
  const place = { rootPrefix: rootPrefix ?? '', euid, egid };
  const seen = place.rootPrefix === '' ? [dirname(resolve(path))] : [];
  const folder = TargetFolder.create(place, {
    name: 'heap.hprof',
    title: 'the heap dump',
    parents: [...seen, '/var/tmp', '/tmp'],
  });
  const forget = removedAtExit(() => folder.remove()); // Ctrl-C: what the JVM still writes has no name any more
  try {
    const replyMs = Math.max(LEAST_REPLY_MS, (heapBytes ?? 0) / SLOWEST_BYTES_PER_MS);
    const reply = await askForDump(target, folder.fileForTarget, live, replyMs);
    if (!/Heap dump file created/.test(reply))
      throw new SluiceError(
        'attach-failed',
        `The JVM ${pid} made no heap dump: ${toldText(reply.trim()) || 'it said nothing'}`,
        'Its disk may be full, or its user may not write there: choose another place for --output.',
      );
    return new WrittenDump(folder, forget);
  } catch (thrown) {
    folder.remove();
    forget();
    throw thrown;
  }
}
