import { BLOCK_SEQUENCE_OFFSET } from '../../shared/wire/blockLayout.ts';

/**
 * The same blocks over and over, numbered on: as many events a second as anybody can read, which to make would take longer
 * than to read. Times step back where they begin anew; that is charged to nobody.
 */
export class EventFlood {
  readonly #blocks: readonly Uint8Array[];
  #sequence: number;
  #next = 0;

  /** @param blocks numbered without gaps; the caller has sent them, and goes on with next() */
  constructor(blocks: readonly Uint8Array[]) {
    this.#blocks = blocks;
    this.#sequence = sequenceOf(blocks[blocks.length - 1]).getUint32(0, true);
  }

  /** A copy of the next block. */
  next(): Uint8Array {
    const block = this.#blocks[this.#next].slice();
    this.#next = (this.#next + 1) % this.#blocks.length;
    this.#sequence = (this.#sequence + 1) >>> 0;
    sequenceOf(block).setUint32(0, this.#sequence, true);
    return block;
  }
}

function sequenceOf({ buffer, byteOffset }: Uint8Array): DataView {
  return new DataView(buffer, byteOffset + BLOCK_SEQUENCE_OFFSET, 4);
}
