import { OP } from '../classfile/opcodes.ts';
import { positionOf } from '../events/amounts.ts';
import { POOL_FULL, type ConstantPoolAppend } from './constantPoolAppend.ts';
import { aload, push, u2 } from './packetInstructions.ts';

/** Slots of an operand stack that the packet takes. */
export const AMOUNT_STACK = 3;

/**
 * Tells that the open frame has so much more of something: `aload probe; push amount; push position; invokevirtual amount`.
 *
 * @param local variable that holds the probe
 * @param name among AMOUNTS
 * @param amount of 0 to 2^31 - 1
 * @returns null if the constant pool is full
 */
export function amountPacket(
  constants: ConstantPoolAppend,
  probeClass: string,
  local: number,
  name: string,
  amount: number,
): readonly number[] | null {
  const pushed = push(constants, amount);
  const position = push(constants, positionOf(name));
  const told = constants.methodref(probeClass, 'amount', '(II)V');
  if (pushed === null || position === null || told === POOL_FULL) return null;
  return [...aload(local), ...pushed, ...position, OP.invokevirtual, ...u2(told)];
}
