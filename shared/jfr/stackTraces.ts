import type { JfrCursor } from './jfrCursor.ts';
import type { JfrField, JfrType } from './jfrMetadata.ts';
import { skipField, skipPlain } from './jfrValues.ts';
import { KeyTable } from './keyTable.ts';

const TRACE_BYTES = 48;
/** The columns may be twice as long as what is in them, and are there twice while they grow. */
const FRAME_BYTES = 3 * 24;

/**
 * The stack traces of a chunk as columns: no object per frame. A trace begins with its innermost frame.
 *
 *     key 7: B line 12, A line 3       placeOf(7) = 0      trace  start      frame  method  line  bci
 *     key 9: A line 5                  placeOf(9) = 1        0      0          0      B      12     4
 *                                                           1      2          1      A       3     0
 *                                                           (2)    3          2      A       5     9
 */
export class StackTraces {
  readonly #keys = new KeyTable();
  readonly #truncated: boolean[] = [];
  #start = new Int32Array(64);
  #method = new Float64Array(256);
  #line = new Int32Array(256);
  #bci = new Int32Array(256);
  #kind = new Float64Array(256);
  #frames = 0;

  get length(): number {
    return this.#truncated.length;
  }

  /** @returns undefined where the chunk has no such trace */
  placeOf(key: number): number | undefined {
    const place = this.#keys.placeOf(key);
    return place < 0 ? undefined : place;
  }

  /** First frame of a trace; that of the next one ends it. */
  start(place: number): number {
    return this.#start[place];
  }

  /** Whether it was cut at its outer end. */
  isTruncated(place: number): boolean {
    return this.#truncated[place];
  }

  /** frame -> key of its method in the pool of methods */
  methodOf(frame: number): number {
    return this.#method[frame];
  }

  /** frame -> line, 0 or less where it is not known */
  lineOf(frame: number): number {
    return this.#line[frame];
  }

  bciOf(frame: number): number {
    return this.#bci[frame];
  }

  /** frame -> key of its kind in the pool of those: interpreted, native */
  kindOf(frame: number): number {
    return this.#kind[frame];
  }

  /** The cursor stands at a trace of the pool; of two of one key the first counts. */
  read(cursor: JfrCursor, key: number, type: JfrType): void {
    const place = this.#keys.placeFor(key);
    if (place < this.#truncated.length) {
      skipPlain(cursor, type);
      return;
    }
    cursor.account.take(TRACE_BYTES);
    let isTruncated = false;
    for (const field of type.fields) {
      if (field.name === 'truncated' && field.type.kind === 'boolean') isTruncated = cursor.u8() !== 0;
      else if (field.name === 'frames' && field.isArray && !field.isPooled) this.#readFrames(cursor, field);
      else skipField(cursor, field);
    }
    this.#truncated.push(isTruncated);
    if (place + 2 > this.#start.length) this.#start = grown(this.#start, Int32Array);
    this.#start[place + 1] = this.#frames;
  }

  #readFrames(cursor: JfrCursor, { type }: JfrField): void {
    let left = cursor.count('frames', type.leastBytes);
    cursor.account.take(FRAME_BYTES * left);
    for (; left > 0; left--) {
      const frame = this.#frames++;
      if (frame === this.#method.length) this.#grow();
      for (const field of type.fields) {
        const isNumber = !field.isArray && field.type.kind === 'int';
        if (field.name === 'method' && field.isPooled && !field.isArray)
          this.#method[frame] = cursor.number();
        else if (field.name === 'lineNumber' && isNumber) this.#line[frame] = cursor.int();
        else if (field.name === 'bytecodeIndex' && isNumber) this.#bci[frame] = cursor.int();
        else if (field.name === 'type' && field.isPooled && !field.isArray)
          this.#kind[frame] = cursor.number();
        else skipField(cursor, field);
      }
    }
  }

  #grow(): void {
    this.#method = grown(this.#method, Float64Array);
    this.#line = grown(this.#line, Int32Array);
    this.#bci = grown(this.#bci, Int32Array);
    this.#kind = grown(this.#kind, Float64Array);
  }
}

function grown<T extends Int32Array | Float64Array>(column: T, make: new (length: number) => T): T {
  const larger = new make(column.length * 2);
  larger.set(column);
  return larger;
}
