import type { SluiceError } from '../../base/errors.ts';

/** How a column of numbers is written. */
const ENCODING = { varint: 0, float64: 1 } as const;
/** Of 2^53 - 1, in groups of 7 bits. */
const MAX_VARINT_BYTES = 8;
/** Room is made for so many values at a time: for all of a large tree it would be several times what they take. */
const GROWN_FOR_VALUES = 1 << 16;

/**
 * Columns one behind the other: bytes, u32, varints, f64, bits. A varint is a whole number below 2^53 in groups of 7 bits, the
 * lowest first, all but the last with bit 7 set (LEB128).
 */
export class ColumnWriter {
  #bytes = new Uint8Array(1024);
  #at = 0;

  u8(value: number): void {
    this.#grow(1);
    this.#bytes[this.#at++] = value;
  }

  u32(value: number): void {
    this.#grow(4);
    new DataView(this.#bytes.buffer).setUint32(this.#at, value, true);
    this.#at += 4;
  }

  varints(count: number, valueAt: (i: number) => number): void {
    for (let from = 0; from < count; from += GROWN_FOR_VALUES) {
      this.#varintsOf(from, Math.min(count, from + GROWN_FOR_VALUES), valueAt);
    }
  }

  #varintsOf(from: number, to: number, valueAt: (i: number) => number): void {
    this.#grow((to - from) * MAX_VARINT_BYTES);
    const bytes = this.#bytes;
    let at = this.#at;
    for (let i = from; i < to; i++) {
      let rest = valueAt(i);
      // Beyond 31 bits the operators on bits do not reach.
      for (; rest >= 0x80000000; rest = Math.floor(rest / 0x80)) bytes[at++] = (rest % 0x80) | 0x80;
      for (; rest >= 0x80; rest >>>= 7) bytes[at++] = (rest & 0x7f) | 0x80;
      bytes[at++] = rest;
    }
    this.#at = at;
  }

  /** u8 encoding, then varints, or f64 where one value is no whole number below 2^53. */
  numbers(values: Float64Array): void {
    const isWhole = values.every((value) => Number.isSafeInteger(value) && value >= 0);
    this.u8(isWhole ? ENCODING.varint : ENCODING.float64);
    if (isWhole) this.varints(values.length, (i) => values[i]);
    else this.floats(values);
  }

  /** varint length, then a byte for each character. */
  ascii(text: string): void {
    this.varints(1, () => text.length);
    for (const character of text) this.u8(character.charCodeAt(0));
  }

  floats(values: Float64Array): void {
    this.raw(new Uint8Array(values.buffer, values.byteOffset, values.byteLength));
  }

  raw(bytes: Uint8Array): void {
    this.#grow(bytes.length);
    this.#bytes.set(bytes, this.#at);
    this.#at += bytes.length;
  }

  bits(flags: Uint8Array): void {
    const count = Math.ceil(flags.length / 8);
    this.#grow(count);
    for (let i = 0; i < flags.length; i++) this.#bytes[this.#at + (i >> 3)] |= flags[i] << (i & 7);
    this.#at += count;
  }

  written(): Uint8Array {
    return this.#bytes.subarray(0, this.#at);
  }

  #grow(count: number): void {
    const needed = this.#at + count;
    if (needed <= this.#bytes.length) return;
    const bytes = new Uint8Array(needed + (needed >> 1));
    bytes.set(this.#bytes.subarray(0, this.#at));
    this.#bytes = bytes;
  }
}

/** Allocates nothing for more values than the bytes can hold: the caller compares its sizes with `left`. */
export class ColumnReader {
  readonly #bytes: Uint8Array;
  #at = 0;

  /** @param damaged what is thrown for bytes that are none */
  constructor(
    bytes: Uint8Array,
    readonly damaged: (found: string) => SluiceError,
  ) {
    this.#bytes = bytes;
  }

  get left(): number {
    return this.#bytes.length - this.#at;
  }

  u32(name: string): number {
    if (this.left < 4) throw this.damaged(`its field ${name} is cut`);
    const value = new DataView(this.#bytes.buffer, this.#bytes.byteOffset + this.#at).getUint32(0, true);
    this.#at += 4;
    return value;
  }

  /** @param firstRow the row that the first value belongs to, for messages */
  varints(column: Int32Array | Float64Array, name: string, firstRow = 0): void {
    const bytes = this.#bytes;
    let at = this.#at;
    for (let i = 0; i < column.length; i++) {
      let value = bytes[at] & 0x7f;
      for (let scale = 0x80, last = at + MAX_VARINT_BYTES; bytes[at] >= 0x80 && at < last; scale *= 0x80)
        value += (bytes[++at] & 0x7f) * scale;
      if (at >= bytes.length) throw this.damaged(`its column ${name} is cut in row ${firstRow + i}`);
      if (bytes[at] >= 0x80 || value > Number.MAX_SAFE_INTEGER)
        throw this.damaged(`${name} of row ${firstRow + i} is 2^53 or more`);
      column[i] = value;
      at++;
    }
    this.#at = at;
  }

  numbers(column: Float64Array, name: string, firstRow = 0): void {
    const encoding = this.#bytes[this.#at++];
    if (encoding === ENCODING.varint) this.varints(column, name, firstRow);
    else if (encoding === ENCODING.float64) column.set(this.floats(column.length, name));
    else throw this.damaged(`its column ${name} has encoding ${encoding ?? 'missing'}; 0 and 1 are known`);
  }

  /** Copied, for in the file they lie at any offset. */
  floats(count: number, name: string): Float64Array {
    const bytes = this.bytes(count * 8, name);
    return new Float64Array(new Uint8Array(bytes).buffer);
  }

  count(name: string): number {
    const value = new Float64Array(1);
    this.varints(value, name);
    return value[0];
  }

  ascii(maxChars: number, name: string): string {
    const length = this.count(name);
    if (length > maxChars)
      throw this.damaged(`its ${name} has ${length} characters; ${maxChars} are allowed`);
    return String.fromCharCode(...this.bytes(length, name));
  }

  /** A view of them. */
  bytes(count: number, name: string): Uint8Array {
    if (count > this.left) throw this.damaged(`its column ${name} is cut`);
    this.#at += count;
    return this.#bytes.subarray(this.#at - count, this.#at);
  }

  flag(name: string): boolean {
    const value = this.#bytes[this.#at++];
    if (value !== 0 && value !== 1)
      throw this.damaged(`its field ${name} is ${value ?? 'missing'}; 0 and 1 are known`);
    return value === 1;
  }

  bits(count: number, name: string): Uint8Array {
    const packed = this.bytes(Math.ceil(count / 8), name);
    const flags = new Uint8Array(count);
    for (let i = 0; i < count; i++) flags[i] = (packed[i >> 3] >> (i & 7)) & 1;
    return flags;
  }

  end(): void {
    if (this.left > 0) throw this.damaged(`${this.left} bytes follow its columns`);
  }
}
