import { encodeModifiedUtf8 } from './modifiedUtf8.ts';
import { SluiceError } from './errors.ts';

/** A growing big-endian writer; the twin of ByteReader. */
export class ByteWriter {
  #bytes: Uint8Array;
  #view: DataView;
  #length = 0;

  constructor(initialBytes = 256) {
    this.#bytes = new Uint8Array(initialBytes);
    this.#view = new DataView(this.#bytes.buffer);
  }

  get length(): number {
    return this.#length;
  }

  u8(value: number): this {
    const at = this.#grow(1);
    this.#view.setUint8(at, value);
    return this;
  }

  u16(value: number): this {
    const at = this.#grow(2);
    this.#view.setUint16(at, value);
    return this;
  }

  u32(value: number): this {
    const at = this.#grow(4);
    this.#view.setUint32(at, value);
    return this;
  }

  i32(value: number): this {
    const at = this.#grow(4);
    this.#view.setInt32(at, value);
    return this;
  }

  /** A whole number within ±2^53 as a signed 64-bit integer. */
  i64(value: number): this {
    const at = this.#grow(8);
    this.#view.setInt32(at, Math.floor(value / 4294967296));
    this.#view.setUint32(at + 4, value >>> 0);
    return this;
  }

  f64(value: number): this {
    const at = this.#grow(8);
    this.#view.setFloat64(at, value);
    return this;
  }

  raw(bytes: Uint8Array): this {
    const at = this.#grow(bytes.byteLength);
    this.#bytes.set(bytes, at);
    return this;
  }

  utf(value: string): this {
    const bytes = encodeModifiedUtf8(value);
    if (bytes.byteLength > 0xffff) {
      throw new SluiceError('protocol', `text of ${bytes.byteLength} bytes: at most 65535 are allowed`);
    }
    return this.u16(bytes.byteLength).raw(bytes);
  }

  blob(bytes: Uint8Array): this {
    return this.u32(bytes.byteLength).raw(bytes);
  }

  /** Overwrites four bytes written before: for lengths known later. */
  patchU32(at: number, value: number): void {
    this.#view.setUint32(at, value);
  }

  /** Overwrites two bytes written before. */
  patchU16(at: number, value: number): this {
    this.#view.setUint16(at, value);
    return this;
  }

  /** What was written: a view, not a copy, that holds until more is written. */
  written(): Uint8Array {
    return this.#bytes.subarray(0, this.#length);
  }

  /** Begins anew, with the room there is. */
  clear(): void {
    this.#length = 0;
  }

  /** A copy of what was written. */
  toBytes(): Uint8Array {
    return this.#bytes.slice(0, this.#length);
  }

  /** Makes room and moves the end. May replace the buffer: #bytes and #view are read after it, never before. */
  #grow(count: number): number {
    const at = this.#length;
    const needed = at + count;
    if (needed > this.#bytes.byteLength) {
      const bytes = new Uint8Array(Math.max(needed, this.#bytes.byteLength * 2));
      bytes.set(this.#bytes);
      this.#bytes = bytes;
      this.#view = new DataView(bytes.buffer);
    }
    this.#length = needed;
    return at;
  }
}
