import { jfrDamaged } from './damagedJfr.ts';
import type { JfrCursor } from './jfrCursor.ts';
import type { JfrType } from './jfrMetadata.ts';
import { readPlain, skipPlain, type JfrValue } from './jfrValues.ts';
import { KeyTable } from './keyTable.ts';

/** Of a place: its key, slots, where it is written, and room for the value. */
const PLACE_BYTES = 64;
const POOL_BYTES = 1000;

/** Values of one type that events name by a key. Of each only the place in the chunk is kept until somebody asks for it. */
export class JfrPool {
  readonly #type: JfrType;
  readonly #keys = new KeyTable();
  /** place -> byte of the chunk */
  readonly #at: number[] = [];
  readonly #values: (JfrValue | undefined)[] = [];

  constructor(type: JfrType, cursor: JfrCursor) {
    cursor.account.take(POOL_BYTES);
    this.#type = type;
  }

  /** The cursor stands at a value, and is moved behind it; of two of one key the first counts. */
  add(key: number, cursor: JfrCursor): void {
    const place = this.#keys.placeFor(key);
    if (place === this.#at.length) {
      cursor.account.take(PLACE_BYTES);
      this.#at.push(cursor.at);
      this.#values.push(undefined);
    }
    skipPlain(cursor, this.#type);
  }

  /** -1: there is none */
  placeOf(key: number): number {
    return this.#keys.placeOf(key);
  }

  /** Made once. @param cursor of the chunk */
  valueAt(place: number, cursor: () => JfrCursor): JfrValue {
    let value = this.#values[place];
    if (value === undefined) {
      const reader = cursor();
      reader.at = this.#at[place];
      this.#values[place] = value = readPlain(reader, this.#type);
    }
    return value;
  }
}

/** Stack traces, which have columns of their own, are no values. */
export interface PoolSink {
  poolOf(type: JfrType): { add(key: number, cursor: JfrCursor): void };
  typeOf(id: number): JfrType | undefined;
}

/** The cursor stands behind the header of a checkpoint: at the number of its pools. */
export function readCheckpoint(cursor: JfrCursor, sink: PoolSink): void {
  for (let pools = cursor.count('pools', 2); pools > 0; pools--) {
    const typeId = cursor.number();
    const type = sink.typeOf(typeId);
    if (type === undefined) throw jfrDamaged(`a pool is of type ${typeId}, which its metadata does not have`);
    const pool = sink.poolOf(type);
    for (let left = cursor.count('values of a pool', 1 + type.leastBytes); left > 0; left--)
      pool.add(cursor.number(), cursor);
  }
}
