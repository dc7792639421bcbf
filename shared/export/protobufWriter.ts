import { encodeUtf8 } from '../base/utf8.ts';

const WIRE_VARINT = 0;
const WIRE_BYTES = 2;

/** Writes fields of one protocol-buffer message (https://protobuf.dev/programming-guides/encoding). Grows. */
export class ProtobufWriter {
  #bytes = new Uint8Array(1024);
  #length = 0;
  /** For what goes into a field of bytes: its length comes before it. */
  #packed: ProtobufWriter | null = null;

  get length(): number {
    return this.#length;
  }

  /** int64, uint64, bool: whole numbers from 0 to 2^53; 0 is what a missing field means, and is left out. */
  number(field: number, value: number): this {
    if (value === 0) return this;
    this.#varint(field * 8 + WIRE_VARINT);
    this.#varint(value);
    return this;
  }

  /** A packed repeated field of whole numbers. */
  numbers(field: number, values: readonly number[]): this {
    this.#packed ??= new ProtobufWriter();
    const packed = this.#packed.clear();
    for (const value of values) packed.#varint(value);
    return this.bytes(field, packed.written());
  }

  text(field: number, value: string): this {
    return this.bytes(field, encodeUtf8(value));
  }

  message(field: number, message: ProtobufWriter): this {
    return this.bytes(field, message.written());
  }

  bytes(field: number, value: Uint8Array): this {
    this.#varint(field * 8 + WIRE_BYTES);
    this.#varint(value.length);
    this.#grow(value.length);
    this.#bytes.set(value, this.#length);
    this.#length += value.length;
    return this;
  }

  /** A view that holds until more is written. */
  written(): Uint8Array {
    return this.#bytes.subarray(0, this.#length);
  }

  /** What was written, as a copy; begins anew with the room there is. */
  take(): Uint8Array {
    const taken = this.#bytes.slice(0, this.#length);
    this.#length = 0;
    return taken;
  }

  clear(): this {
    this.#length = 0;
    return this;
  }

  #varint(value: number): void {
    this.#grow(10);
    let rest = value;
    for (; rest >= 0x80; rest = Math.floor(rest / 0x80)) this.#bytes[this.#length++] = (rest % 0x80) | 0x80;
    this.#bytes[this.#length++] = rest;
  }

  #grow(count: number): void {
    const needed = this.#length + count;
    if (needed <= this.#bytes.length) return;
    const bytes = new Uint8Array(Math.max(needed, this.#bytes.length * 2));
    bytes.set(this.#bytes);
    this.#bytes = bytes;
  }
}
