import { ATTRIBUTE_HEADER_BYTES, readAttributes, type Attribute } from './attribute.ts';
import type { ConstantPool } from './constantPool.ts';
import { InstructionCursor } from './instructionCursor.ts';
import { malformedClass } from './malformedClass.ts';

/** Bytes of max_stack, max_locals and code_length. */
const CODE_HEADER_BYTES = 8;
const EXCEPTION_ENTRY_BYTES = 8;
/** code_length must be below this (JVMS §4.7.3). */
export const CODE_LENGTH_LIMIT = 65536;

/** One Code attribute (JVMS §4.7.3). Offsets are bytes of the class file. */
export class CodeModel {
  readonly bytes: Uint8Array;
  readonly maxStack: number;
  readonly maxLocals: number;
  readonly codeStart: number;
  /** In bytes. */
  readonly codeLength: number;
  readonly exceptionTableLength: number;
  /** First byte of the first exception_table entry. */
  readonly exceptionTableStart: number;
  readonly attributes: readonly Attribute[];

  /** @param offset byte of the attribute's name index; its length was checked by the class reader */
  constructor(
    pool: ConstantPool,
    offset: number,
    /** For messages: `method a/B.run(I)V`. */
    readonly what: string,
  ) {
    const bytes = pool.bytes;
    const u16 = (at: number): number => (bytes[at] << 8) | bytes[at + 1];
    const start = offset + ATTRIBUTE_HEADER_BYTES;
    const endExclusive = start + u16(offset + 2) * 0x10000 + u16(offset + 4);
    this.bytes = bytes;
    this.codeStart = start + CODE_HEADER_BYTES;
    if (this.codeStart > endExclusive) throw this.#cutShort(start, endExclusive);
    this.maxStack = u16(start);
    this.maxLocals = u16(start + 2);
    this.codeLength = u16(start + 4) * 0x10000 + u16(start + 6);
    if (this.codeLength === 0 || this.codeLength >= CODE_LENGTH_LIMIT) {
      throw malformedClass(
        what,
        start + 4,
        `code_length is ${this.codeLength}`,
        `1 .. ${CODE_LENGTH_LIMIT - 1} are allowed (JVMS §4.7.3)`,
      );
    }
    const codeEnd = this.codeStart + this.codeLength;
    this.exceptionTableStart = codeEnd + 2;
    if (this.exceptionTableStart > endExclusive) throw this.#cutShort(codeEnd, endExclusive);
    this.exceptionTableLength = u16(codeEnd);
    const attributesStart = this.exceptionTableStart + this.exceptionTableLength * EXCEPTION_ENTRY_BYTES;
    if (attributesStart > endExclusive) throw this.#cutShort(codeEnd, endExclusive);
    const { attributes, next } = readAttributes(bytes, attributesStart, endExclusive, what);
    if (next !== endExclusive) {
      throw malformedClass(
        what,
        next,
        `${endExclusive - next} bytes follow the last attribute of its Code`,
        'the attribute must end there',
      );
    }
    this.attributes = attributes;
  }

  /** A cursor before the first instruction. */
  instructions(): InstructionCursor {
    return new InstructionCursor(this.bytes, this.codeStart, this.codeLength, this.what);
  }

  #cutShort(offset: number, endExclusive: number): Error {
    return malformedClass(
      this.what,
      offset,
      'its Code goes on past its end',
      `it must end at byte ${endExclusive}`,
    );
  }
}
