import { encodeUtf8 } from './utf8.ts';

/** UTF-16 is taken for it without a mark too, where this many characters at the beginning are ASCII. */
const LOOKED_AT = 4;
const PIECE_UNITS = 4096;

/**
 * A text as UTF-8, without a mark of its order of bytes, from UTF-8 or UTF-16: what `>` of PowerShell writes.
 * @returns the bytes themselves where they are UTF-8
 */
export function utf8Of(bytes: Uint8Array): Uint8Array {
  if (bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf) return bytes.subarray(3);
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return fromUtf16(bytes.subarray(2), 0);
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return fromUtf16(bytes.subarray(2), 1);
  for (const high of [0, 1]) if (looksLikeUtf16(bytes, high)) return fromUtf16(bytes, 1 - high);
  return bytes;
}

/** @param zeros 0: the first byte of each character is 0; 1: the second one */
function looksLikeUtf16(bytes: Uint8Array, zeros: number): boolean {
  if (bytes.length < 2 * LOOKED_AT) return false;
  for (let i = 0; i < LOOKED_AT; i++)
    if (bytes[2 * i + zeros] !== 0 || bytes[2 * i + 1 - zeros] === 0) return false;
  return true;
}

/** @param highFirst 1: big-endian. Half a surrogate pair becomes U+FFFD. */
function fromUtf16(bytes: Uint8Array, highFirst: number): Uint8Array {
  const units = bytes.length >> 1;
  const unitAt = (i: number): number => (bytes[2 * i + 1 - highFirst] << 8) | bytes[2 * i + highFirst];
  const pieces: Uint8Array[] = [];
  let length = 0;
  for (let first = 0; first < units;) {
    let end = Math.min(units, first + PIECE_UNITS);
    if (end < units && (unitAt(end - 1) & 0xfc00) === 0xd800) end++; // a pair stays together
    const from = first;
    const piece = encodeUtf8(
      String.fromCharCode(...Array.from({ length: end - from }, (_, i) => unitAt(from + i))),
    );
    pieces.push(piece);
    length += piece.length;
    first = end;
  }
  const text = new Uint8Array(length);
  let at = 0;
  for (const piece of pieces) {
    text.set(piece, at);
    at += piece.length;
  }
  return text;
}
