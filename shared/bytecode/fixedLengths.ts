import type { InstructionCursor } from '../classfile/instructionCursor.ts';
import { OP } from '../classfile/opcodes.ts';
import { eachJump } from './codeLoops.ts';
import type { OldMethod } from './oldMethod.ts';

/**
 * The arrays of one dimension that have one length always, by the bci of the instruction that makes them: the one before pushes the
 * length, and no jump leads between the two, as in `new int[b ? 1 : 2]`. Compilers keep only such arrays off the heap.
 */
export function fixedLengths(method: OldMethod): ReadonlyMap<number, number> {
  const lengths = new Map<number, number>();
  let pushed: number | null = null;
  for (const at = method.code.instructions(); at.next();) {
    const makesArray = at.opcode === OP.newarray || at.opcode === OP.anewarray;
    if (makesArray && pushed !== null) lengths.set(at.offset, pushed);
    pushed = pushedLength(at);
  }
  eachJump(method, (_, target) => lengths.delete(target));
  return lengths;
}

/** Longer ones are constants of the pool, and stay on the heap. */
function pushedLength(at: InstructionCursor): number | null {
  if (at.opcode >= OP.iconst_0 && at.opcode <= OP.iconst_5) return at.opcode - OP.iconst_0;
  const isPush = at.opcode === OP.bipush || at.opcode === OP.sipush;
  return isPush && at.immediate >= 0 ? at.immediate : null;
}
