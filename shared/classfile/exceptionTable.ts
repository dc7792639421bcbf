import type { ByteWriter } from '../base/byteWriter.ts';
import type { CodeModel } from './codeModel.ts';

/** One entry of exception_table (JVMS §4.7.3). Entries are tried in order; the first that fits catches. */
export interface ExceptionHandler {
  /** [start, endExclusive) is guarded; bcis. */
  readonly start: number;
  readonly endExclusive: number;
  readonly handler: number;
  /** Class index, or 0 for "any". */
  readonly catchType: number;
}

export function readExceptionTable(code: CodeModel): ExceptionHandler[] {
  const { bytes, exceptionTableStart, exceptionTableLength } = code;
  const u16 = (at: number): number => (bytes[at] << 8) | bytes[at + 1];
  const handlers: ExceptionHandler[] = [];
  for (let i = 0; i < exceptionTableLength; i++) {
    const at = exceptionTableStart + i * 8;
    handlers.push({
      start: u16(at),
      endExclusive: u16(at + 2),
      handler: u16(at + 4),
      catchType: u16(at + 6),
    });
  }
  return handlers;
}

/** Writes exception_table_length and the entries. */
export function writeExceptionTable(writer: ByteWriter, handlers: readonly ExceptionHandler[]): void {
  writer.u16(handlers.length);
  for (const { start, endExclusive, handler, catchType } of handlers) {
    writer.u16(start).u16(endExclusive).u16(handler).u16(catchType);
  }
}
