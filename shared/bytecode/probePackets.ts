import type { MethodId } from '../base/ids.ts';
import { OP } from '../classfile/opcodes.ts';
import { POOL_FULL, type ConstantPoolAppend } from './constantPoolAppend.ts';

/** What is to be measured: the method's id, and whether it opens the gate. */
export interface ProbeTarget {
  readonly methodId: MethodId;
  readonly root: boolean;
}

/** The two instruction sequences that are inserted: push id; invokestatic. Each needs one stack slot. */
export interface ProbePackets {
  readonly entry: Uint8Array;
  readonly exit: Uint8Array;
}

const PROBE_DESCRIPTOR = '(I)V';

/**
 * The packets for one method: calls of `static void entry(int)` and `exit(int)`, or rootEntry and rootExit.
 * @param probeClass internal name
 * @returns null if the constant pool is full
 */
export function probePackets(
  constants: ConstantPoolAppend,
  probeClass: string,
  target: ProbeTarget,
): ProbePackets | null {
  const push = pushInt(constants, target.methodId);
  const entry = constants.methodref(probeClass, target.root ? 'rootEntry' : 'entry', PROBE_DESCRIPTOR);
  const exit = constants.methodref(probeClass, target.root ? 'rootExit' : 'exit', PROBE_DESCRIPTOR);
  if (push === null || entry === POOL_FULL || exit === POOL_FULL) return null;
  return { entry: packet(push, entry), exit: packet(push, exit) };
}

function packet(push: readonly number[], methodref: number): Uint8Array {
  return Uint8Array.of(...push, OP.invokestatic, methodref >> 8, methodref & 0xff);
}

/** The shortest instruction that pushes `value`; null if it needs a constant and the pool is full. */
function pushInt(constants: ConstantPoolAppend, value: number): readonly number[] | null {
  if (value >= -1 && value <= 5) return [OP.iconst_0 + value];
  if (value >= -128 && value <= 127) return [OP.bipush, value & 0xff];
  if (value >= -32768 && value <= 32767) return [OP.sipush, (value >> 8) & 0xff, value & 0xff];
  const index = constants.integer(value);
  if (index === POOL_FULL) return null;
  return index <= 255 ? [OP.ldc, index] : [OP.ldc_w, index >> 8, index & 0xff];
}
