import type { CodeModel } from '../classfile/codeModel.ts';
import { endsFlow, isReturn, OP } from '../classfile/opcodes.ts';

/** Flags of CodeLayout.marks, at the first byte of an instruction. */
export const MARK = {
  instruction: 1,
  return: 2,
  switch: 4,
} as const;

/** A goto, if or jsr and where it goes; bcis. */
export interface Branch {
  readonly bci: number;
  readonly target: number;
  readonly opcode: number;
}

/** What rewriting needs to know about the instructions of one method: found in one walk over them. */
export interface CodeLayout {
  /** bci -> MARK flags; 0 within an instruction and at the end of the code. */
  readonly marks: Uint8Array;
  readonly branches: readonly Branch[];
  /** bcis of ireturn .. return. */
  readonly returns: readonly number[];
  /** bcis of tableswitch and lookupswitch. */
  readonly switches: readonly number[];
  /** Some instruction is not reached by falling into it: a verifier of version 50 on needs a frame there. */
  readonly hasJumpTargets: boolean;
}

/** @throws SluiceError for a malformed instruction, or a jump that does not lead to the start of one */
export function layOut(code: CodeModel): CodeLayout {
  const marks = new Uint8Array(code.codeLength + 1);
  const branches: Branch[] = [];
  const returns: number[] = [];
  const switches: number[] = [];
  let hasDeadEnd = false;
  for (const at = code.instructions(); at.next();) {
    const { offset, opcode } = at;
    let mark: number = MARK.instruction;
    switch (at.operandKind) {
      case 'branch16':
      case 'branch32':
        branches.push({ bci: offset, target: at.branchTarget, opcode });
        break;
      case 'tableswitch':
      case 'lookupswitch':
        mark |= MARK.switch;
        switches.push(offset);
        break;
      default:
        if (isReturn(opcode)) {
          mark |= MARK.return;
          returns.push(offset);
        }
    }
    if (endsFlow(opcode) && offset + at.length < code.codeLength) hasDeadEnd = true;
    marks[offset] = mark;
  }
  checkTargets(code, marks, branches, switches);
  const hasJumpTargets = hasDeadEnd || branches.length + switches.length + code.exceptionTableLength > 0;
  return { marks, branches, returns, switches, hasJumpTargets };
}

function checkTargets(
  code: CodeModel,
  marks: Uint8Array,
  branches: readonly Branch[],
  switches: readonly number[],
): void {
  const at = code.instructions();
  const check = (bci: number, target: number): void => {
    if (marks[target] > 0) return;
    at.seek(bci);
    at.next();
    throw at.malformed(`it jumps to bci ${target}`, 'an instruction must begin there');
  };
  for (const { bci, target } of branches) check(bci, target);
  for (const bci of switches) {
    at.seek(bci);
    at.next();
    check(bci, at.defaultTarget);
    for (let i = 0, count = at.caseCount; i < count; i++) check(bci, at.caseTarget(i));
  }
}

/** Whether the branch has room for 16 bits of offset only. */
export function isNarrow(opcode: number): boolean {
  return opcode !== OP.goto_w && opcode !== OP.jsr_w;
}
