import type { SluiceError } from '../base/errors.ts';
import { decodeUtf8 } from '../base/utf8.ts';
import { jfrDamaged } from './damagedJfr.ts';
import type { JfrAccount } from './jfrAccount.ts';

/** Of a 64-bit number: 8 groups of 7 bits and one of 8. */
const LONGEST_VARINT_BYTES = 9;
const BITS_32 = 0x1_0000_0000;
/** A name of the JVM has 65,535 bytes; a system property or a command line may be longer. */
const MAX_TEXT_CHARS = 1 << 20;

/** Of a text without its characters. */
const TEXT_BYTES = 32;
/** Of a text that is put together: each is a piece until it is looked at. */
const CHAR_BYTES = 34;

/** As LEB128 texts begin. Source: HotSpot jfr/writers, jdk.jfr.internal.consumer.ChunkParser. */
const ENCODING = { null: 0, empty: 1, pooled: 2, utf8: 3, chars: 4, latin1: 5 } as const;

/** A text of which only the key in the pool of texts is given. */
export interface PooledText {
  readonly textKey: number;
}

/** Reads the numbers and texts of a chunk. Every read beyond the end is a SluiceError. */
export class JfrCursor {
  /** Of the file: whatever is made of what is read asks it. */
  readonly account: JfrAccount;
  readonly #bytes: Uint8Array;
  readonly #view: DataView;
  #end: number;
  at: number;

  /** @param end exclusive; what is read stays below it */
  constructor(bytes: Uint8Array, account: JfrAccount, at = 0, end = bytes.length) {
    this.account = account;
    this.#bytes = bytes;
    this.#view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
    this.at = at;
    this.#end = end;
  }

  get left(): number {
    return this.#end - this.at;
  }

  /** From here on it reads there. */
  move(at: number, end: number): void {
    this.at = at;
    this.#end = end;
  }

  u8(): number {
    if (this.at >= this.#end) throw jfrDamaged(`it ends at byte ${this.#end}, within a value`);
    return this.#bytes[this.at++];
  }

  /** Big-endian, as the header and all floats are. */
  f32(): number {
    return this.#view.getFloat32(this.#fixed(4));
  }

  f64(): number {
    return this.#view.getFloat64(this.#fixed(8));
  }

  u16(): number {
    return this.#view.getUint16(this.#fixed(2));
  }

  /** 64 bits, rounded beyond 2^53: a time in ns since 1970 to 256 ns. */
  i64(): number {
    const at = this.#fixed(8);
    return this.#view.getInt32(at) * BITS_32 + this.#view.getUint32(at + 4);
  }

  /** Signed, 32 bits. */
  int(): number {
    const at = this.at;
    let low = 0;
    for (let shift = 0; ; shift += 7) {
      const byte = this.u8();
      if (shift < 28) low |= (byte & 0x7f) << shift;
      else if (shift === 28) low |= (byte & 0x0f) << 28;
      if (byte < 0x80 || this.at - at === LONGEST_VARINT_BYTES) return low;
    }
  }

  /** 64 bits: a number where it is exact, else a BigInt; signed. O(9) without allocation for what fits in 53 bits. */
  long(): number | bigint {
    const at = this.at;
    let value = 0;
    let scale = 1;
    for (let i = 0; i < 7; i++) {
      const byte = this.u8();
      value += (byte & 0x7f) * scale;
      if (byte < 0x80) return value;
      scale *= 0x80;
    }
    return this.#longBeyond49Bits(at, value);
  }

  /** @param low of the first seven bytes: 49 bits */
  #longBeyond49Bits(at: number, low: number): number | bigint {
    let value = BigInt(low);
    for (let shift = 49n; ; shift += 7n) {
      const byte = this.u8();
      const isLast = this.at - at === LONGEST_VARINT_BYTES;
      value |= BigInt(isLast ? byte : byte & 0x7f) << shift;
      if (!isLast && byte >= 0x80) continue;
      const signed = BigInt.asIntN(64, value);
      const number = Number(signed);
      return Number.isSafeInteger(number) ? number : signed;
    }
  }

  /** A key, a time in ticks or a count: BigInts are rounded, which no file of a JVM has. */
  number(): number {
    return Number(this.long());
  }

  /** How many values follow: no count is believed that the bytes cannot hold. @param leastBytes of one, 1 or more */
  count(what: string, leastBytes = 1): number {
    const found = this.number();
    if (found < 0 || found * leastBytes > this.left)
      throw jfrDamaged(`${found} ${what} in ${this.left} bytes`);
    return found;
  }

  skipText(): void {
    const encoding = this.u8();
    if (encoding === ENCODING.pooled) this.long();
    else if (encoding === ENCODING.chars) for (let left = this.#textLength(); left > 0; left--) this.int();
    else if (encoding === ENCODING.utf8 || encoding === ENCODING.latin1) {
      const length = this.#textLength();
      this.at += length;
    } else if (encoding > ENCODING.latin1) throw this.#unknownText(encoding);
  }

  text(): string | null | PooledText {
    const encoding = this.u8();
    switch (encoding) {
      case ENCODING.null:
        return null;
      case ENCODING.empty:
        return '';
      case ENCODING.pooled:
        return { textKey: this.number() };
      case ENCODING.utf8:
      case ENCODING.latin1: {
        const length = this.#textLength();
        this.account.take(TEXT_BYTES + 2 * length);
        this.at += length;
        const bytes = this.#bytes.subarray(this.at - length, this.at);
        return encoding === ENCODING.utf8 ? decodeUtf8(bytes) : decodeLatin1(bytes);
      }
      case ENCODING.chars: {
        let text = '';
        let left = this.#textLength();
        this.account.take(TEXT_BYTES + CHAR_BYTES * left);
        for (; left > 0; left--) text += String.fromCharCode(this.int() & 0xffff);
        return text;
      }
      default:
        throw this.#unknownText(encoding);
    }
  }

  #unknownText(encoding: number): SluiceError {
    return jfrDamaged(`a text at byte ${this.at - 1} has encoding ${encoding}; 0 to 5 are known`);
  }

  #textLength(): number {
    const length = this.count('characters');
    if (length > MAX_TEXT_CHARS)
      throw jfrDamaged(`a text has ${length} characters; ${MAX_TEXT_CHARS} are allowed`);
    return length;
  }

  #fixed(bytes: number): number {
    if (this.left < bytes) throw jfrDamaged(`it ends at byte ${this.#end}, within a value`);
    this.at += bytes;
    return this.at - bytes;
  }
}

function decodeLatin1(bytes: Uint8Array): string {
  let text = '';
  for (const byte of bytes) text += String.fromCharCode(byte);
  return text;
}
