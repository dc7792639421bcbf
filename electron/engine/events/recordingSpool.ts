import { closeSync, constants, mkdtempSync, openSync, readSync, rmSync, writeSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** 64 million events. Written to the page cache at 1.6 to 5 GB/s: a recording spends at most 0.3 s on it in all. */
const SPOOL_LIMIT_BYTES = 512 << 20;
const READ_BYTES = 1 << 20;

/**
 * The blocks of the present recording once more, so that a page that was loaded anew can read them from the start. A
 * file of mode 0600 that has no name from its first moment on; it ends with the process. What comes after the limit, or
 * after the disk is full, is not kept.
 */
export class RecordingSpool {
  readonly #limitBytes: number;
  /** -1: none could be made, nothing is kept. */
  readonly #file: number;
  #bytes = 0;
  /** Up to here there are whole blocks only. */
  #wholeBytes = 0;
  #full = false;

  constructor(limitBytes = SPOOL_LIMIT_BYTES) {
    this.#limitBytes = limitBytes;
    this.#file = openNamelessFile();
  }

  /** Something that was appended since restart() is not kept. */
  get full(): boolean {
    return this.#full;
  }

  /** Bytes that readAll() reads. */
  get keptBytes(): number {
    return this.#full ? this.#wholeBytes : this.#bytes;
  }

  /** Forgets everything. */
  restart(): void {
    this.#bytes = 0;
    this.#wholeBytes = 0;
    this.#full = this.#file < 0;
  }

  /**
   * @param endsBlock no block is unfinished at the end of `bytes`
   * @returns whether they are kept
   */
  append(bytes: Uint8Array, endsBlock: boolean): boolean {
    if (this.#full || this.#bytes + bytes.byteLength > this.#limitBytes || !this.#write(bytes)) {
      this.#full = true;
      return false;
    }
    this.#bytes += bytes.byteLength;
    if (endsBlock) this.#wholeBytes = this.#bytes;
    return true;
  }

  /** Hands everything kept to `consume`, in order; when something is missing, up to the last whole block before. */
  async readAll(consume: (bytes: Uint8Array) => Promise<void> | void): Promise<void> {
    const chunk = new Uint8Array(READ_BYTES);
    for (let at = 0; at < this.keptBytes;) {
      const count = readSync(this.#file, chunk, 0, Math.min(READ_BYTES, this.keptBytes - at), at);
      await consume(chunk.subarray(0, count));
      at += count;
    }
  }

  close(): void {
    if (this.#file >= 0) closeSync(this.#file);
  }

  #write(bytes: Uint8Array): boolean {
    try {
      for (let done = 0; done < bytes.byteLength;) {
        done += writeSync(this.#file, bytes, done, bytes.byteLength - done, this.#bytes + done);
      }
      return true;
    } catch {
      return false; // the disk is full: as if the limit were here
    }
  }
}

function openNamelessFile(): number {
  try {
    const folder = mkdtempSync(join(tmpdir(), 'sluice-spool-'));
    try {
      return openSync(join(folder, 'events'), constants.O_CREAT | constants.O_EXCL | constants.O_RDWR, 0o600);
    } finally {
      rmSync(folder, { recursive: true });
    }
  } catch {
    return -1;
  }
}
