import { SluiceError } from './errors.ts';
import { decodeModifiedUtf8 } from './modifiedUtf8.ts';

/**
 * A bounds-checked, big-endian cursor over bytes from outside. Every read says what is being read, so that a
 * short or lying input ends in a `protocol` error naming the field, the offset and the sizes.
 */
export class ByteReader {
  readonly #view: DataView;
  offset = 0;

  constructor(
    readonly bytes: Uint8Array,
    readonly what: string,
  ) {
    this.#view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  }

  get remaining(): number {
    return this.bytes.byteLength - this.offset;
  }

  u8(field: string): number {
    const at = this.#take(1, field);
    return this.#view.getUint8(at);
  }

  u16(field: string): number {
    const at = this.#take(2, field);
    return this.#view.getUint16(at);
  }

  u32(field: string): number {
    const at = this.#take(4, field);
    return this.#view.getUint32(at);
  }

  i32(field: string): number {
    const at = this.#take(4, field);
    return this.#view.getInt32(at);
  }

  /** A signed 64-bit integer as a double; one that a double cannot hold exactly is refused. */
  i64(field: string): number {
    const at = this.#take(8, field);
    const value = this.#view.getInt32(at) * 4294967296 + this.#view.getUint32(at + 4);
    if (Number.isSafeInteger(value)) return value;
    throw new SluiceError(
      'protocol',
      `${this.what}: field ${field} at offset ${at}: ${this.#view.getBigInt64(at)} is not between -2^53 and 2^53`,
    );
  }

  f64(field: string): number {
    const at = this.#take(8, field);
    return this.#view.getFloat64(at);
  }

  /** A view, not a copy, of the next `length` bytes. */
  view(length: number, field: string): Uint8Array {
    const at = this.#take(length, field);
    return this.bytes.subarray(at, at + length);
  }

  /** u16 byte count and modified UTF-8, as java.io.DataOutputStream.writeUTF writes it. */
  utf(field: string): string {
    const length = this.u16(field);
    return decodeModifiedUtf8(this.view(length, field));
  }

  /** u32 byte count and bytes: a view, not a copy. */
  blob(field: string): Uint8Array {
    return this.view(this.u32(field), field);
  }

  /** A count of items that each take at least `minItemBytes`: refused before anything is allocated for it. */
  count(minItemBytes: number, field: string, maxItems = Infinity): number {
    const count = this.u32(field);
    if (count > maxItems) throw this.#error(field, `${count} items are announced, ${maxItems} are allowed`);
    if (count * minItemBytes > this.remaining) {
      throw this.#error(field, `${count} items of at least ${minItemBytes} bytes are announced`);
    }
    return count;
  }

  /** Everything must have been read: trailing bytes mean the two sides disagree about the layout. */
  end(): void {
    if (this.remaining !== 0) {
      throw new SluiceError(
        'protocol',
        `${this.what}: ${this.remaining} bytes too many at offset ${this.offset}`,
      );
    }
  }

  #take(length: number, field: string): number {
    const at = this.offset;
    if (length > this.remaining) throw this.#error(field, `${length} bytes are needed`);
    this.offset = at + length;
    return at;
  }

  #error(field: string, found: string): SluiceError {
    return new SluiceError(
      'protocol',
      `${this.what}: field ${field} at offset ${this.offset}: ${found}, ${this.remaining} are left`,
    );
  }
}
