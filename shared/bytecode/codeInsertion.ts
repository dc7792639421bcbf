import { CODE_LENGTH_LIMIT, type CodeModel } from '../classfile/codeModel.ts';
import type { InstructionCursor } from '../classfile/instructionCursor.ts';
import { isConditionalBranch, OP } from '../classfile/opcodes.ts';
import { isNarrow, MARK, type CodeLayout } from './codeLayout.ts';
import { paddingAfter, type Relocation } from './relocation.ts';

/** New code is put together here, one method after the other: a method's own array costs more than filling it. */
const scratch = new Uint8Array(CODE_LENGTH_LIMIT);
const scratchView = new DataView(scratch.buffer);

/** Longer runs are copied by the engine's own loop. */
const SHORT_RUN_BYTES = 48;

/**
 * The code with the packets in it: insertions where the relocation has them, an exit packet before each return, all
 * jumps and switches set anew. Everything else is copied in runs.
 * @param exit goes before each return
 * @param tail goes behind it all: the handler. All of it must be shorter than CODE_LENGTH_LIMIT.
 * @returns a view that holds until the next call
 */
export function insertPackets(
  code: CodeModel,
  layout: CodeLayout,
  exit: readonly number[],
  relocation: Relocation,
  tail: readonly number[],
): Uint8Array {
  const { marks } = layout;
  const { insertions, widened } = relocation;
  const { bytes, codeStart, codeLength } = code;
  const view = scratchView;
  const cursor = code.instructions();
  let copied = 0; // old bytes before this one are in the new code
  let length = 0; // of the new code so far
  let next = 0; // index in insertions
  const copyTo = (bci: number): void => {
    const run = bci - copied;
    if (run > SHORT_RUN_BYTES) {
      scratch.set(bytes.subarray(codeStart + copied, codeStart + bci), length);
    } else {
      for (let i = 0; i < run; i++) scratch[length + i] = bytes[codeStart + copied + i];
    }
    length += run;
    copied = bci;
  };
  const insert = (packet: readonly number[]): void => {
    for (const byte of packet) scratch[length++] = byte;
  };
  for (let bci = 0; bci < codeLength; bci++) {
    const mark = marks[bci];
    if (mark === 0) continue;
    for (; next < insertions.length && bci === insertions[next].bci; next++) {
      copyTo(bci);
      insert(insertions[next].packet);
    }
    if ((mark & MARK.return) !== 0) {
      copyTo(bci);
      insert(exit);
    } else if ((mark & MARK.switch) !== 0) {
      copyTo(bci);
      cursor.seek(bci);
      cursor.next();
      length = writeSwitch(view, length, cursor, relocation);
      copied = bci + cursor.length;
    } else if (widened.size > 0 && widened.has(bci)) {
      copyTo(bci);
      length = writeWidened(view, length, bytes[codeStart + bci]);
      copied = bci + 3;
    }
  }
  copyTo(codeLength);
  insert(tail);
  setBranches(view, layout, relocation);
  return scratch.subarray(0, length);
}

/** @returns the byte after the switch */
function writeSwitch(view: DataView, start: number, at: InstructionCursor, relocation: Relocation): number {
  const jump = (target: number): number => relocation.target(target) - start;
  const caseCount = at.caseCount;
  view.setUint8(start, at.opcode);
  let to = start + 1;
  for (let padding = paddingAfter(start); padding > 0; padding--) view.setUint8(to++, 0);
  view.setInt32(to, jump(at.defaultTarget));
  if (at.opcode === OP.tableswitch) {
    view.setInt32(to + 4, at.caseMatch(0));
    view.setInt32(to + 8, at.caseMatch(caseCount - 1));
    to += 12;
  } else {
    view.setInt32(to + 4, caseCount);
    to += 8;
  }
  for (let i = 0; i < caseCount; i++) {
    if (at.opcode === OP.lookupswitch) {
      view.setInt32(to, at.caseMatch(i));
      to += 4;
    }
    view.setInt32(to, jump(at.caseTarget(i)));
    to += 4;
  }
  return to;
}

/** Writes the opcodes of a widened branch; its jump is set with the others. @returns the byte after it */
function writeWidened(view: DataView, start: number, opcode: number): number {
  if (isConditionalBranch(opcode)) {
    view.setUint8(start, inverted(opcode));
    view.setInt16(start + 1, 3 + 5);
    view.setUint8(start + 3, OP.goto_w);
    return start + 8;
  }
  view.setUint8(start, opcode === OP.jsr ? OP.jsr_w : OP.goto_w);
  return start + 5;
}

function setBranches(view: DataView, layout: CodeLayout, relocation: Relocation): void {
  for (const { bci, target, opcode } of layout.branches) {
    const start = relocation.place(bci);
    const jump = relocation.target(target) - start;
    if (!relocation.widened.has(bci)) {
      if (isNarrow(opcode)) view.setInt16(start + 1, jump);
      else view.setInt32(start + 1, jump);
    } else if (isConditionalBranch(opcode)) {
      view.setInt32(start + 4, jump - 3); // the goto_w stands three bytes behind the if
    } else {
      view.setInt32(start + 1, jump);
    }
  }
}

/** The branch that is taken when this one is not: they stand in pairs, ifeq (odd) first, ifnull (even) first. */
function inverted(opcode: number): number {
  return opcode >= OP.ifnull ? opcode ^ 1 : ((opcode + 1) ^ 1) - 1;
}
