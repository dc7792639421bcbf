import { decodeUtf8 } from '../base/utf8.ts';

/** Of a line that is looked at: its two ends, as what a JVM tells of a thread stands behind the name, whatever that is. */
const MOST_LINE_BYTES = 4096;
const LINE_FEED = 10;
const CARRIAGE_RETURN = 13;

/** The lines of a text in UTF-8, one after the other. O(bytes), whatever the lines hold. */
export class DumpLines {
  readonly #bytes: Uint8Array;
  #at = 0;

  constructor(bytes: Uint8Array) {
    this.#bytes = bytes;
  }

  /** Without its end; the middle of one of more than 4,096 bytes is left out. Null: there is none any more. */
  next(): string | null {
    const bytes = this.#bytes;
    const start = this.#at;
    if (start >= bytes.length) return null;
    const found = bytes.indexOf(LINE_FEED, start);
    let end = found < 0 ? bytes.length : found;
    this.#at = end + 1;
    if (end > start && bytes[end - 1] === CARRIAGE_RETURN) end--;
    if (end - start <= MOST_LINE_BYTES) return textOf(bytes.subarray(start, end));
    const half = MOST_LINE_BYTES / 2;
    return `${textOf(bytes.subarray(start, start + half))}…${textOf(bytes.subarray(end - half, end))}`;
  }
}

/** Nearly all is ASCII, which needs no decoding. */
function textOf(bytes: Uint8Array): string {
  for (let i = 0; i < bytes.length; i++) if (bytes[i] >= 0x80) return decodeUtf8(bytes);
  return String.fromCharCode(...bytes);
}
