import { malformedClass } from './malformedClass.ts';
import { OP, OPCODE_LENGTHS, OPCODE_NAMES, OPERAND_KINDS, type OperandKind } from './opcodes.ts';

/**
 * Walks the instructions of one method. After each `next()` that is true, the getters describe the instruction at
 * `offset`; every operand lies within the code. Offsets count from the start of the code ("bci").
 *
 *   for (const at = code.instructions(); at.next();) if (at.opcode === OP.invokestatic) use(at.constantIndex);
 */
export class InstructionCursor {
  /** Of the instruction, from the start of the code. */
  offset = 0;
  /** The opcode; of an instruction after `wide`, the widened one. */
  opcode: number = OP.nop;
  /** Of the whole instruction in bytes; `wide` and padding included. */
  length = 0;
  isWide = false;
  readonly #bytes: Uint8Array;
  readonly #codeStart: number;
  readonly #codeLength: number;
  readonly #what: string;
  /** Byte of the class file where the operands begin: for switches, after the padding. */
  #operands = 0;

  /** @param what for messages: `method a/B.run(I)V` */
  constructor(bytes: Uint8Array, codeStart: number, codeLength: number, what: string) {
    this.#bytes = bytes;
    this.#codeStart = codeStart;
    this.#codeLength = codeLength;
    this.#what = what;
  }

  /** Steps to the next instruction. @returns false after the last  @throws SluiceError for a malformed one */
  next(): boolean {
    const offset = this.offset + this.length;
    this.offset = offset;
    if (offset >= this.#codeLength) return false;
    const at = this.#codeStart + offset;
    const opcode = this.#bytes[at];
    this.opcode = opcode;
    this.isWide = false;
    this.#operands = at + 1;
    const length = OPCODE_LENGTHS[opcode];
    this.length = length === 0 ? this.#variableLength(opcode) : length;
    if (this.length > this.#codeLength - offset) throw this.#cutShort();
    return true;
  }

  /** Goes to `offset`, which must begin an instruction; next() then reads that instruction. */
  seek(offset: number): void {
    this.offset = offset;
    this.length = 0;
  }

  get operandKind(): OperandKind {
    return OPERAND_KINDS[this.opcode];
  }

  /** The constant pool index of ldc, field, invoke and type instructions. */
  get constantIndex(): number {
    return this.opcode === OP.ldc ? this.#bytes[this.#operands] : this.#u16(this.#operands);
  }

  /** The local variable of load, store, ret and iinc with an explicit operand. */
  get localIndex(): number {
    return this.isWide ? this.#u16(this.#operands) : this.#bytes[this.#operands];
  }

  /** The signed operand of bipush, sipush and iinc. */
  get immediate(): number {
    switch (this.opcode) {
      case OP.iinc:
        return this.isWide ? this.#i16(this.#operands + 2) : this.#i8(this.#operands + 1);
      case OP.sipush:
        return this.#i16(this.#operands);
      default:
        return this.#i8(this.#operands);
    }
  }

  /** The unsigned byte operand: newarray's type, or multianewarray's dimensions. */
  get count(): number {
    return this.#bytes[this.#operands + (this.opcode === OP.multianewarray ? 2 : 0)];
  }

  /** The offset an if, goto or jsr jumps to. Not checked to begin an instruction. */
  get branchTarget(): number {
    const isLong = this.opcode === OP.goto_w || this.opcode === OP.jsr_w;
    return this.offset + (isLong ? this.#i32(this.#operands) : this.#i16(this.#operands));
  }

  /** The offset a switch jumps to by default. */
  get defaultTarget(): number {
    return this.offset + this.#i32(this.#operands);
  }

  /** How many cases a switch has, default not counted. */
  get caseCount(): number {
    if (this.opcode === OP.lookupswitch) return this.#i32(this.#operands + 4);
    return this.#i32(this.#operands + 8) - this.#i32(this.#operands + 4) + 1;
  }

  /** The value of a switch's case. */
  caseMatch(index: number): number {
    if (this.opcode === OP.lookupswitch) return this.#i32(this.#operands + 8 + index * 8);
    return this.#i32(this.#operands + 4) + index;
  }

  /** The offset a switch's case jumps to. */
  caseTarget(index: number): number {
    const at = this.opcode === OP.lookupswitch ? 12 + index * 8 : 12 + index * 4;
    return this.offset + this.#i32(this.#operands + at);
  }

  /** For messages about the present instruction: found and allowed are clauses. */
  malformed(found: string, allowed: string): Error {
    const name = OPCODE_NAMES[this.opcode] ?? `opcode 0x${this.opcode.toString(16)}`;
    const at = this.#codeStart + this.offset;
    return malformedClass(this.#what, at, `${name} at bci ${this.offset}: ${found}`, allowed);
  }

  /** Of switches and wide. */
  #variableLength(opcode: number): number {
    if (opcode === OP.wide) return this.#wideLength();
    if (opcode !== OP.tableswitch && opcode !== OP.lookupswitch) {
      throw this.malformed('it is not defined', 'opcodes are 0 .. 0xc9 (JVMS §6.5)');
    }
    const padding = 3 - (this.offset & 3);
    const fixedBytes = opcode === OP.tableswitch ? 12 : 8;
    const caseBytes = opcode === OP.tableswitch ? 4 : 8;
    this.#operands += padding;
    if (1 + padding + fixedBytes > this.#codeLength - this.offset) throw this.#cutShort();
    const count = this.caseCount;
    const smallest = opcode === OP.tableswitch ? 1 : 0;
    if (count < smallest) throw this.malformed(`it has ${count} cases`, `at least ${smallest}`);
    return 1 + padding + fixedBytes + count * caseBytes;
  }

  #wideLength(): number {
    if (this.offset + 1 >= this.#codeLength) throw this.#cutShort();
    this.opcode = this.#bytes[this.#operands];
    this.#operands += 1;
    this.isWide = true;
    const kind = this.operandKind;
    if (kind !== 'local' && kind !== 'iinc') {
      throw this.malformed('wide stands before it', 'load, store, ret and iinc can be widened');
    }
    return kind === 'iinc' ? 6 : 4;
  }

  #cutShort(): Error {
    return this.malformed('it does not end within the code', `${this.#codeLength} bytes`);
  }

  #i8(at: number): number {
    return (this.#bytes[at] << 24) >> 24;
  }

  #u16(at: number): number {
    return (this.#bytes[at] << 8) | this.#bytes[at + 1];
  }

  #i16(at: number): number {
    return (this.#u16(at) << 16) >> 16;
  }

  #i32(at: number): number {
    return (this.#u16(at) << 16) | this.#u16(at + 2);
  }
}
