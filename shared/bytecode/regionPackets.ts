import type { RegionId } from '../base/ids.ts';
import { OP } from '../classfile/opcodes.ts';
import { POOL_FULL, type ConstantPoolAppend } from './constantPoolAppend.ts';
import { localAccess, push, u2 } from './packetInstructions.ts';
import { type ProbePackets } from './probePackets.ts';

/** Slots that the packets of a region need: a long and an int. */
export const REGION_STACK = 3;
/** With the exception. */
export const REGION_HANDLER_STACK = 1 + REGION_STACK;

export interface RegionPackets extends ProbePackets {
  /** start = enter(start): wherever the region may be come into. */
  readonly enter: readonly number[];
}

/**
 * The packets of one region in one method; null if the constant pool is full. The region class, a, has
 *
 *     static long enter(long start), static long leave(long start, int id), static int missedPasses
 *
 * @param isWhole the region begins with the method, by its entry packet
 * @param local   the method's variable, of two slots, that holds since when it is inside; 0 = it is outside
 */
export function regionPackets(
  constants: ConstantPoolAppend,
  regionClass: string,
  regionId: RegionId,
  isWhole: boolean,
  local: number,
): RegionPackets | null {
  const enter = constants.methodref(regionClass, 'enter', '(J)J');
  const leave = constants.methodref(regionClass, 'leave', '(JI)J');
  const missed = constants.fieldref(regionClass, 'missedPasses', 'I');
  const id = push(constants, regionId);
  if (id === null || [enter, leave, missed].includes(POOL_FULL)) return null;
  const load = localAccess(OP.lload, OP.lload_0, local);
  const store = localAccess(OP.lstore, OP.lstore_0, local);
  const entered = [OP.invokestatic, ...u2(enter), ...store];
  const exit = [...load, ...id, OP.invokestatic, ...u2(leave), ...store];
  return {
    entry: isWhole ? [OP.lconst_0, ...entered] : [OP.lconst_0, ...store],
    enter: [...load, ...entered],
    exit,
    failed: exit,
    overflow: [OP.getstatic, ...u2(missed), OP.iconst_1, OP.iadd, OP.putstatic, ...u2(missed)],
  };
}
