import { randomBytes } from 'node:crypto';
import { SluiceError } from '../../../shared/base/errors.ts';
import { encodeSnapshot } from '../../../shared/recording/snapshotCodec.ts';
import { sampledRecording } from './sampledRecording.ts';

const PERIOD_MS = 10;
const LONGEST_MS = 60_000;

/** The samplings that clients ask for, one of a JVM at a time, and the file of the last one until it is fetched. */
export class Samplings {
  readonly #running = new Map<number, AbortController>();
  #last: { readonly id: string; readonly bytes: Uint8Array } | null = null;

  /**
   * @param onStarted from now on samples are taken
   * @returns id of the recording
   */
  async sample(pid: number, durationMs: number, onStarted: () => void): Promise<string> {
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
      const options = { durationMs, periodMs: PERIOD_MS, cpuTime: true };
      const snapshot = await sampledRecording(pid, options, stop.signal, onStarted);
      if (stop.signal.aborted) throw new SluiceError('busy', 'The sampling was cancelled.');
      const id = randomBytes(16).toString('hex');
      this.#last = { id, bytes: encodeSnapshot(snapshot) };
      return id;
    } finally {
      this.#running.delete(pid);
    }
  }

  /** The sampling rejects with busy when the recorder of the JVM has stopped. */
  cancel(pid: number): void {
    this.#running.get(pid)?.abort();
  }

  cancelAll(): void {
    for (const pid of this.#running.keys()) this.cancel(pid);
  }

  /** Once; null: it was fetched before, or another one came. */
  take(id: string): Uint8Array | null {
    if (this.#last?.id !== id) return null;
    const { bytes } = this.#last;
    this.#last = null;
    return bytes;
  }
}
