import type { ByteWriter } from '../base/byteWriter.ts';
import { rowCount } from './rowCount.ts';

/** One row of LineNumberTable (JVMS §4.7.12): from bci `start` on, the source line is `line`. Two u2. */
export interface LineNumber {
  readonly start: number;
  readonly line: number;
}

const ROW_BYTES = 4;

/** @param info the attribute without its header  @throws SluiceError if it is cut short or too long */
export function readLineNumbers(info: Uint8Array, what: string): LineNumber[] {
  const u16 = (at: number): number => (info[at] << 8) | info[at + 1];
  const lines: LineNumber[] = [];
  for (let left = rowCount(info, ROW_BYTES, `${what}: LineNumberTable`), at = 2; left > 0; left--) {
    lines.push({ start: u16(at), line: u16(at + 2) });
    at += ROW_BYTES;
  }
  return lines;
}

/**
 * Writes the attribute without its header, with other bcis and otherwise byte for byte. In place: an object for each row costs a
 * twentieth of all rewriting.
 * @throws SluiceError as readLineNumbers
 */
export function moveLineNumbers(
  writer: ByteWriter,
  info: Uint8Array,
  what: string,
  moved: (start: number) => number,
): void {
  const rows = rowCount(info, ROW_BYTES, `${what}: LineNumberTable`);
  const to = writer.length;
  writer.raw(info);
  for (let at = 2; at < 2 + rows * ROW_BYTES; at += ROW_BYTES)
    writer.patchU16(to + at, moved((info[at] << 8) | info[at + 1]));
}
