import type { ConstantPoolAppend } from '../bytecode/constantPoolAppend.ts';
import { AMOUNT_STACK, amountPacket } from '../bytecode/amountPacket.ts';
import { NO_PARTS, type ProbeKind, type ProbeParts, type TimedMethod } from '../bytecode/probeKind.ts';
import type { OldMethod } from '../bytecode/oldMethod.ts';
import type { Insertion } from '../bytecode/relocation.ts';
import type { RewriteOptions } from '../bytecode/rewriteOptions.ts';
import { OP } from '../classfile/opcodes.ts';

/**
 * A kind of probe that Sluice has never heard of: stores into arrays that a method begins, and how many of them may have stored
 * nothing, since the array refuses the object.
 */
export function addedProbe(
  constants: ConstantPoolAppend,
  { probeClass, counts }: RewriteOptions,
): ProbeKind | null {
  if (counts?.includes('stores') !== true) return null;
  const told = (name: string, { local }: TimedMethod): readonly number[] | null =>
    amountPacket(constants, probeClass, local, name, 1);
  return {
    place: (method, timed) => (timed === null ? NO_PARTS : placed(method, (name) => told(name, timed))),
  };
}

function placed(method: OldMethod, told: (name: string) => readonly number[] | null): ProbeParts | null {
  const insertions: Insertion[] = [];
  for (const at = method.code.instructions(); at.next();) {
    if (at.opcode < OP.iastore || at.opcode > OP.sastore) continue;
    const store = told('stores');
    const doubt = at.opcode === OP.aastore ? told('storesError') : [];
    if (store === null || doubt === null) return null;
    insertions.push({ bci: at.offset, packet: [...store, ...doubt], isLanding: true });
  }
  return { ...NO_PARTS, insertions, stack: AMOUNT_STACK };
}
