import { TAG, type ConstantPool } from '../classfile/constantPool.ts';
import type { InstructionCursor } from '../classfile/instructionCursor.ts';
import { OP } from '../classfile/opcodes.ts';

const THROWING = new Uint8Array(256)
  .fill(1, OP.iaload, OP.saload + 1)
  .fill(1, OP.iastore, OP.sastore + 1)
  .fill(1, OP.getstatic, OP.arraylength + 1) // fields, invocations, new, newarray, anewarray
  .fill(1, OP.athrow, OP.monitorexit + 1); //   checkcast, instanceof, monitorenter
for (const opcode of [OP.idiv, OP.ldiv, OP.irem, OP.lrem, OP.multianewarray]) THROWING[opcode] = 1;

/** Loaded without a look for anything that may be missing. */
const PLAIN_CONSTANTS: readonly number[] = [TAG.integer, TAG.float, TAG.long, TAG.double, TAG.string];

/** Whether its execution can end by an exception (JVMS §6.5), that of a failed resolution too. Returns are not asked about. */
export function canThrow(pool: ConstantPool, at: InstructionCursor): boolean {
  const { opcode } = at;
  if (opcode < OP.ldc || opcode > OP.ldc2_w) return THROWING[opcode] === 1;
  return !PLAIN_CONSTANTS.includes(pool.tag(at.constantIndex));
}
