import { jfrDamaged, type JfrCursor } from './jfrCursor.ts';
import type { JfrField, JfrType } from './jfrMetadata.ts';
import { skipField } from './jfrValues.ts';

/**
 * The stack traces of a chunk as columns: no object per frame. A trace begins with its innermost frame.
 *
 *     key 7: B line 12, A line 3       placeOf(7) = 0      trace  start      frame  method  line  bci
 *     key 9: A line 5                  placeOf(9) = 1        0      0          0      B      12     4
 *                                                           1      2          1      A       3     0
 *                                                           (2)    3          2      A       5     9
 */
export class StackTraces {
  readonly #places = new Map<number, number>();
  readonly #truncated: boolean[] = [];
  #start = new Int32Array(1024);
  #method = new Float64Array(8192);
  #line = new Int32Array(8192);
  #bci = new Int32Array(8192);
  #frames = 0;

  get length(): number {
    return this.#truncated.length;
  }

  /** @returns undefined where the chunk has no such trace */
  placeOf(key: number): number | undefined {
    return this.#places.get(key);
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

  /** The cursor stands at a trace of the pool. */
  read(cursor: JfrCursor, key: number, type: JfrType): void {
    const place = this.#truncated.length;
    let isTruncated = false;
    for (const field of type.fields) {
      if (field.name === 'truncated' && field.type.kind === 'boolean') isTruncated = cursor.u8() !== 0;
      else if (field.name === 'frames' && field.isArray && !field.isPooled) this.#readFrames(cursor, field);
      else skipField(cursor, field);
    }
    this.#truncated.push(isTruncated);
    if (place + 2 > this.#start.length) this.#start = grown(this.#start, Int32Array);
    this.#start[place + 1] = this.#frames;
    if (!this.#places.has(key)) this.#places.set(key, place);
  }

  #readFrames(cursor: JfrCursor, { type }: JfrField): void {
    for (let left = cursor.count('frames'); left > 0; left--) {
      const frame = this.#frames++;
      if (frame === this.#method.length) this.#grow();
      for (const field of type.fields) {
        const isNumber = !field.isArray && field.type.kind === 'int';
        if (field.name === 'method' && field.isPooled) this.#method[frame] = cursor.number();
        else if (field.name === 'lineNumber' && isNumber) this.#line[frame] = cursor.int();
        else if (field.name === 'bytecodeIndex' && isNumber) this.#bci[frame] = cursor.int();
        else skipField(cursor, field);
      }
    }
  }

  #grow(): void {
    if (this.#frames > MAX_FRAMES) throw jfrDamaged(`its stack traces have more than ${MAX_FRAMES} frames`);
    this.#method = grown(this.#method, Float64Array);
    this.#line = grown(this.#line, Int32Array);
    this.#bci = grown(this.#bci, Int32Array);
  }
}

/** 2 GiB of columns: a chunk of the JVM's usual 12 MB has a hundredth. */
const MAX_FRAMES = 1 << 27;

function grown<T extends Int32Array | Float64Array>(column: T, make: new (length: number) => T): T {
  const larger = new make(column.length * 2);
  larger.set(column);
  return larger;
}
