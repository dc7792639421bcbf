import type { InstructionCursor } from '../classfile/instructionCursor.ts';
import { OP } from '../classfile/opcodes.ts';

/**
 * Which instructions every invocation of a method executes that no exception ends, told in one pass over its code:
 *
 *     if (a) b(); c();          c
 *     for (...) b(); c();       c
 *     a(); if (b()) return;     a, b, and nothing behind the return
 *     c();
 *
 * An instruction that no jump passes over and that stands before the first return is certain. Some more would be (both
 * branches call it, all returns come after it): what is certain is certain, what is not may be.
 */
export class CertainPart {
  /** The furthest that a jump goes: up to there, code was jumped over. */
  #joinBci = 0;
  #hasReturned = false;
  #isCertain = true;

  /** Of the instruction passed last. */
  get isCertain(): boolean {
    return this.#isCertain;
  }

  /** @param at the next instruction of the method, in order */
  pass(at: InstructionCursor): void {
    this.#isCertain = !this.#hasReturned && at.offset >= this.#joinBci;
    const { opcode } = at;
    if (opcode === OP.tableswitch || opcode === OP.lookupswitch) {
      this.#join(at.defaultTarget);
      for (let i = 0; i < at.caseCount; i++) this.#join(at.caseTarget(i));
    } else if (isJump(opcode)) {
      this.#join(at.branchTarget);
    } else if ((opcode >= OP.ireturn && opcode <= OP.return) || opcode === OP.ret) {
      this.#hasReturned = true;
    }
  }

  #join(bci: number): void {
    if (bci > this.#joinBci) this.#joinBci = bci;
  }
}

function isJump(opcode: number): boolean {
  return (
    (opcode >= OP.ifeq && opcode <= OP.jsr) ||
    opcode === OP.ifnull ||
    opcode === OP.ifnonnull ||
    opcode === OP.goto_w ||
    opcode === OP.jsr_w
  );
}
