import { OP } from '../classfile/opcodes.ts';
import { POOL_FULL, type ConstantPoolAppend } from './constantPoolAppend.ts';

/** The shortest instruction that pushes `value`; null if it needs a constant and the pool is full. */
export function push(constants: ConstantPoolAppend, value: number): readonly number[] | null {
  if (value >= -1 && value <= 5) return [OP.iconst_0 + value];
  if (value >= -128 && value <= 127) return [OP.bipush, value & 0xff];
  if (value >= -32768 && value <= 32767) return [OP.sipush, (value >> 8) & 0xff, value & 0xff];
  const index = constants.integer(value);
  if (index === POOL_FULL) return null;
  return index <= 255 ? [OP.ldc, index] : [OP.ldc_w, index >> 8, index & 0xff];
}

export function aload(local: number): readonly number[] {
  return localAccess(OP.aload, OP.aload_0, local);
}

export function astore(local: number): readonly number[] {
  return localAccess(OP.astore, OP.astore_0, local);
}

export function iload(local: number): readonly number[] {
  return localAccess(OP.iload, OP.iload_0, local);
}

export function istore(local: number): readonly number[] {
  return localAccess(OP.istore, OP.istore_0, local);
}

/** The shortest form of a load or store. @param ofFirst the one-byte form for variable 0 */
export function localAccess(opcode: number, ofFirst: number, local: number): readonly number[] {
  if (local <= 3) return [ofFirst + local];
  return local <= 255 ? [opcode, local] : [OP.wide, opcode, ...u2(local)];
}

export function u2(value: number): readonly [number, number] {
  return [value >> 8, value & 0xff];
}

export function lload(local: number): readonly number[] {
  return localAccess(OP.lload, OP.lload_0, local);
}

export function lstore(local: number): readonly number[] {
  return localAccess(OP.lstore, OP.lstore_0, local);
}
