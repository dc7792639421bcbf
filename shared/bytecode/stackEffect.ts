import type { ConstantPool } from '../classfile/constantPool.ts';
import { argumentSlots, parseMethodDescriptor, slotsOf } from '../classfile/descriptors.ts';
import type { InstructionCursor } from '../classfile/instructionCursor.ts';
import { OP, STACK_POPS, STACK_PUSHES } from '../classfile/opcodes.ts';

/** How many stack slots an instruction takes and then puts. */
export interface StackEffect {
  readonly pops: number;
  readonly pushes: number;
}

/** Of any instruction; for field and method instructions it is read from the descriptor they name. */
export function stackEffect(pool: ConstantPool, at: InstructionCursor): StackEffect {
  const { opcode } = at;
  if (opcode >= OP.getstatic && opcode <= OP.putfield) {
    const value = slotsOf(pool.memberRef(at.constantIndex).descriptor);
    const receiver = opcode === OP.getfield || opcode === OP.putfield ? 1 : 0;
    const isGet = opcode === OP.getstatic || opcode === OP.getfield;
    return isGet ? { pops: receiver, pushes: value } : { pops: receiver + value, pushes: 0 };
  }
  if (opcode >= OP.invokevirtual && opcode <= OP.invokedynamic) {
    const descriptor = calledDescriptor(pool, at);
    const receiver = opcode === OP.invokestatic || opcode === OP.invokedynamic ? 0 : 1;
    return {
      pops: receiver + argumentSlots(descriptor),
      pushes: slotsOf(parseMethodDescriptor(descriptor).returns),
    };
  }
  if (opcode === OP.multianewarray) return { pops: at.count, pushes: 1 };
  return { pops: STACK_POPS[opcode], pushes: STACK_PUSHES[opcode] };
}

function calledDescriptor(pool: ConstantPool, at: InstructionCursor): string {
  if (at.opcode !== OP.invokedynamic) return pool.memberRef(at.constantIndex).descriptor;
  return pool.utf8(pool.descriptorIndex(pool.dynamicNameAndTypeIndex(at.constantIndex)));
}

/** The local variable that aload or aload_0 .. aload_3 loads; -1 for other instructions. */
export function loadedReference(at: InstructionCursor): number {
  const { opcode } = at;
  if (opcode === OP.aload) return at.localIndex;
  return opcode >= OP.aload_0 && opcode <= OP.aload_3 ? opcode - OP.aload_0 : -1;
}

export interface StoredLocal {
  readonly local: number;
  readonly slots: number;
  readonly isReference: boolean;
}

/** The local variable that istore .. astore_3 stores; null for other instructions. */
export function storedLocal(at: InstructionCursor): StoredLocal | null {
  const { opcode } = at;
  if (opcode < OP.istore || opcode > OP.astore_3) return null;
  // istore, lstore, fstore, dstore, astore; then four of each with the local in the opcode
  const isExplicit = opcode <= OP.astore;
  const type = isExplicit ? opcode - OP.istore : (opcode - OP.istore_0) >> 2;
  return {
    local: isExplicit ? at.localIndex : (opcode - OP.istore_0) & 3,
    slots: type === 1 || type === 3 ? 2 : 1,
    isReference: type === 4,
  };
}
