import { randomBytes } from 'node:crypto';
import { SluiceError } from '../../../shared/base/errors.ts';
import type { Snapshot } from '../../../shared/recording/snapshot.ts';
import { encodeSnapshot } from '../../../shared/recording/snapshotCodec.ts';
import { sampledRecording } from './sampledRecording.ts';

const PERIOD_MS = 10;
const LONGEST_MS = 600_000;
/** What is sampled goes on while a client fetches what there was. */
const MOST_KEPT = 4;

/** The samplings that clients ask for, one of a JVM at a time, and the files of the last ones until they are fetched. */
export class Samplings {
  readonly #running = new Map<number, AbortController>();
  /** By id, the oldest first. */
  readonly #kept = new Map<string, Uint8Array>();

  /**
   * @param onStarted from now on samples are taken
   * @param onMore hears the id of a recording of what there is so far: in place of the one before, if that was not fetched
   * @returns id of the recording
   */
  async sample(
    pid: number,
    durationMs: number,
    onStarted: () => void,
    onMore: (id: string) => void,
  ): Promise<string> {
    if (!Number.isSafeInteger(pid) || pid <= 0 || !(durationMs > 0 && durationMs <= LONGEST_MS))
      throw new SluiceError(
        'usage',
        'Sampling: a process id and a duration are needed.',
        `The duration is ${LONGEST_MS} ms at most.`,
      );
    if (this.#running.has(pid))
      throw new SluiceError('busy', `Process ${pid} is being sampled already.`, 'Wait until that has ended.');
    const stop = new AbortController();
    this.#running.set(pid, stop);
    try {
      const options = {
        ...{ durationMs, periodMs: PERIOD_MS, cpuTime: true },
        onMore: (soFar: Snapshot): void => onMore(this.put(soFar)),
      };
      const snapshot = await sampledRecording(pid, options, stop.signal, onStarted);
      if (stop.signal.aborted) throw new SluiceError('busy', 'The sampling was cancelled.');
      return this.put(snapshot);
    } finally {
      this.#running.delete(pid);
    }
  }

  /** A recording that is to be fetched, once. @returns its id */
  put(snapshot: Snapshot): string {
    const id = randomBytes(16).toString('hex');
    this.#kept.set(id, encodeSnapshot(snapshot));
    for (const oldest of this.#kept.keys()) if (this.#kept.size > MOST_KEPT) this.#kept.delete(oldest);
    return id;
  }

  /** The sampling rejects with busy when the recorder of the JVM has stopped. */
  cancel(pid: number): void {
    this.#running.get(pid)?.abort();
  }

  cancelAll(): void {
    for (const pid of this.#running.keys()) this.cancel(pid);
  }

  /** Once; null: it was fetched before, or newer ones have taken its place. */
  take(id: string): Uint8Array | null {
    const bytes = this.#kept.get(id) ?? null;
    this.#kept.delete(id);
    return bytes;
  }
}
