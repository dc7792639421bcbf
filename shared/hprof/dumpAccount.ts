import { dumpBeyondLimits, tooLargeDump } from './damagedDump.ts';
import { DUMP_LIMITS } from './dumpLimits.ts';

/** What the reader has for each, in bytes; measured, rounded up. */
const COSTS = {
  class: 400,
  /** With its text, once it is shown. */
  name: 80,
  /** Of a class, static or not: as it is told, and as it is read. */
  field: 120,
  frame: 120,
  frameOfTrace: 16,
  trace: 120,
  loader: 60,
  /** Room is doubled. */
  root: 60,
} as const;

/** What the reading of a dump has taken so far, of all that a file can ask for but its objects: those are columns, see readHeapGraph. */
export class DumpAccount {
  readonly memoryBytes: number;
  #takenBytes = 0;
  #fields = 0;

  constructor(memoryBytes: number) {
    this.memoryBytes = memoryBytes;
  }

  get takenBytes(): number {
    return this.#takenBytes;
  }

  /** @throws SluiceError 'memory' */
  take(what: keyof typeof COSTS, count = 1): void {
    if (what === 'field') this.#fields += count;
    if (this.#fields > DUMP_LIMITS.fields)
      throw dumpBeyondLimits(`its classes have more than ${DUMP_LIMITS.fields} fields`);
    this.takeBytes(COSTS[what] * count);
  }

  /** @throws SluiceError 'memory' */
  takeBytes(bytes: number): void {
    this.#takenBytes += bytes;
    if (this.#takenBytes > this.memoryBytes)
      throw tooLargeDump(
        `its classes, names, roots and stacks need more memory, and ${sizeText(this.memoryBytes)} are allowed`,
      );
  }
}

/** "256 MiB", "1.5 GiB" */
export function sizeText(bytes: number): string {
  return bytes < 2 ** 30 ? `${Math.floor(bytes / 2 ** 20)} MiB` : `${(bytes / 2 ** 30).toFixed(1)} GiB`;
}
