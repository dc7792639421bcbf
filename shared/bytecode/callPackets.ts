import { OP } from '../classfile/opcodes.ts';
import { POOL_FULL, type ConstantPoolAppend } from './constantPoolAppend.ts';
import { aload, push, u2 } from './packetInstructions.ts';
import { NO_PARTS, type ProbeKind } from './probeKind.ts';
import type { Insertion } from './relocation.ts';
import type { RewriteOptions } from './rewriteOptions.ts';

/** One slot on the stack for the packet. */
const CALL_STACK = 1;

/**
 * Puts `push; invokestatic` before single instructions. Stack and variables behind it are what they were before it. In a method that
 * is timed a call at its beginning stands behind the entry, and where a handler tells if it fails.
 */
export function callPackets(constants: ConstantPoolAppend, { calls }: RewriteOptions): ProbeKind | null {
  if (calls === undefined || calls.size === 0) return null;
  return {
    place: ({ method }) => {
      const insertions: Insertion[] = [];
      for (const { bci, callee, argument } of calls.get(method.index) ?? []) {
        const methodref = constants.methodref(callee.owner, callee.name, callee.descriptor);
        const pushed = argument.kind === 'variable' ? aload(argument.index) : push(constants, argument.value);
        if (methodref === POOL_FULL || pushed === null) return null;
        insertions.push({ bci, packet: [...pushed, OP.invokestatic, ...u2(methodref)], isGuarded: true });
      }
      return insertions.length === 0 ? NO_PARTS : { ...NO_PARTS, insertions, stack: CALL_STACK };
    },
  };
}
