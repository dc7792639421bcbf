import { ByteReader } from '../base/byteReader.ts';
import type { ByteWriter } from '../base/byteWriter.ts';

/** One row of LineNumberTable (JVMS §4.7.12): from bci `start` on, the source line is `line`. */
export interface LineNumber {
  readonly start: number;
  readonly line: number;
}

/** @param info the attribute without its header  @throws SluiceError if it is cut short or too long */
export function readLineNumbers(info: Uint8Array, what: string): LineNumber[] {
  const reader = new ByteReader(info, `${what}: LineNumberTable`);
  const lines: LineNumber[] = [];
  for (let left = reader.u16('line_number_table_length'); left > 0; left--) {
    lines.push({ start: reader.u16('start_pc'), line: reader.u16('line_number') });
  }
  reader.end();
  return lines;
}

/** Writes the attribute without its header. */
export function writeLineNumbers(writer: ByteWriter, lines: readonly LineNumber[]): void {
  writer.u16(lines.length);
  for (const { start, line } of lines) writer.u16(start).u16(line);
}
