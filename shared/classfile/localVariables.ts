import type { ByteWriter } from '../base/byteWriter.ts';
import { rowCount } from './rowCount.ts';

/**
 * One row of LocalVariableTable or LocalVariableTypeTable (JVMS §4.7.13, §4.7.14), which have the same layout: start, length,
 * name, type and slot, each a u2.
 */
export interface LocalVariable {
  /** The variable has a value in [start, endExclusive); bcis. */
  readonly start: number;
  readonly endExclusive: number;
  readonly nameIndex: number;
  /** Utf8 index of the descriptor, or of the signature in a LocalVariableTypeTable. */
  readonly typeIndex: number;
  readonly slot: number;
}

const ROW_BYTES = 10;

/** @param info the attribute without its header  @throws SluiceError if it is cut short or too long */
export function readLocalVariables(info: Uint8Array, what: string): LocalVariable[] {
  const u16 = (at: number): number => (info[at] << 8) | info[at + 1];
  const variables: LocalVariable[] = [];
  for (let left = rowCount(info, ROW_BYTES, `${what}: local variable table`), at = 2; left > 0; left--) {
    const start = u16(at);
    variables.push({
      start,
      endExclusive: start + u16(at + 2),
      nameIndex: u16(at + 4),
      typeIndex: u16(at + 6),
      slot: u16(at + 8),
    });
    at += ROW_BYTES;
  }
  return variables;
}

/**
 * Writes the attribute without its header, with other ranges and otherwise byte for byte; in place, as moveLineNumbers.
 * @throws SluiceError as readLocalVariables
 */
export function moveLocalVariables(
  writer: ByteWriter,
  info: Uint8Array,
  what: string,
  moved: (start: number, endExclusive: number) => { readonly start: number; readonly endExclusive: number },
): void {
  const rows = rowCount(info, ROW_BYTES, `${what}: local variable table`);
  const to = writer.length;
  writer.raw(info);
  for (let at = 2; at < 2 + rows * ROW_BYTES; at += ROW_BYTES) {
    const start = (info[at] << 8) | info[at + 1];
    const range = moved(start, start + ((info[at + 2] << 8) | info[at + 3]));
    writer.patchU16(to + at, range.start).patchU16(to + at + 2, range.endExclusive - range.start);
  }
}
