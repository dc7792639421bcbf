import { jfrDamaged } from './damagedJfr.ts';

/** Enough for every small file. */
const LEAST_BYTES = 64 * 1024 * 1024;
/** Files of JVMs and of async-profiler ask for 13 to 20. */
const PER_BYTE = 48;

/**
 * What is made of a file, in bytes of memory as far as they are known: types, pools, values, stack traces, contexts and rows. Whatever makes
 * more of a file than it has bytes asks here first, so that memory is linear in the bytes that are there, whoever has written them.
 */
export class JfrAccount {
  #left = LEAST_BYTES;
  #limit = LEAST_BYTES;

  /** @param fileBytes that are there, or have been added */
  allowFor(fileBytes: number): void {
    this.#left += PER_BYTE * fileBytes;
    this.#limit += PER_BYTE * fileBytes;
  }

  get usedBytes(): number {
    return this.#limit - this.#left;
  }

  /** @throws SluiceError 'io': the file asks for more than its size allows */
  take(bytes: number): void {
    this.#left -= bytes;
    if (this.#left < 0)
      throw jfrDamaged(
        `what it asks for takes over ${Math.round(this.#limit / (1024 * 1024))} MiB, the most for a file of its size`,
      );
  }
}
