import type { CodeModel } from '../classfile/codeModel.ts';
import type { ExceptionHandler } from '../classfile/exceptionTable.ts';
import { endsFlow } from '../classfile/opcodes.ts';
import type { BciRange } from './bciRange.ts';
import type { CodeLayout } from './codeLayout.ts';

/** Where a method comes into some of its code, and where it is behind it; bcis, rising. */
export interface RegionEdges {
  /** Instructions inside that are reached from outside, or as the method's first. They may be reached from inside as well. */
  readonly enters: readonly number[];
  /** Instructions outside that are reached from inside. They may be reached from outside as well. */
  readonly leaves: readonly number[];
}

/**
 *     outside   if (...) goto C         |  every arrow that crosses a line
 *     --------  A: ...        <- enter  |  ends at an instruction that gets a packet:
 *     inside    B: ifeq D  --.          |  one at A and C, which come in,
 *               C: goto B    |  <- enter|  and one at D, which is behind it.
 *     --------               |          |  The jump from C to B crosses none.
 *     outside   D: ...   <---'  <- leave|
 *
 * Packets can fail (their call may overflow the stack), so that handlers around them are reached from where the packet's
 * method was: a handler around a leave counts as reached from inside.
 *
 * @param region where a packet may stand at every instruction, and what is outside of it can be told from it at a glance
 * @param code   of a method without jsr and ret: where a ret goes is not known
 */
export function regionEdges(
  code: CodeModel,
  layout: CodeLayout,
  handlers: readonly ExceptionHandler[],
  region: readonly BciRange[],
): RegionEdges {
  const isInside = new Uint8Array(code.codeLength + 1);
  for (const { start, endExclusive } of region) isInside.fill(1, start, endExclusive);
  const enters = new Set<number>();
  const leaves = new Set<number>();
  const go = (fromInside: boolean, to: number): void => {
    if (fromInside === (isInside[to] === 1)) return;
    (fromInside ? leaves : enters).add(to);
  };
  go(false, 0);
  for (const at = code.instructions(); at.next();) {
    const fromInside = isInside[at.offset] === 1;
    if (at.operandKind === 'tableswitch' || at.operandKind === 'lookupswitch') {
      go(fromInside, at.defaultTarget);
      for (let i = 0, count = at.caseCount; i < count; i++) go(fromInside, at.caseTarget(i));
    }
    const next = at.offset + at.length;
    if (!endsFlow(at.opcode) && next < code.codeLength) go(fromInside, next);
  }
  for (const { bci, target } of layout.branches) go(isInside[bci] === 1, target);
  // Each turn adds a leave, which can make another handler reached from inside; mostly there is one turn.
  for (let before = -1; before < leaves.size;) {
    before = leaves.size;
    const inside = new Uint32Array(code.codeLength + 1); // bci -> instructions before it that come from inside
    const outside = new Uint32Array(code.codeLength + 1);
    for (let bci = 0; bci < code.codeLength; bci++) {
      const isInstruction = layout.marks[bci] === 0 ? 0 : 1;
      const fromInside = isInside[bci] === 1 || leaves.has(bci);
      inside[bci + 1] = inside[bci] + (fromInside ? isInstruction : 0);
      outside[bci + 1] = outside[bci] + (fromInside ? 0 : isInstruction);
    }
    for (const { start, endExclusive, handler } of handlers) {
      if (inside[endExclusive] > inside[start]) go(true, handler);
      if (outside[endExclusive] > outside[start]) go(false, handler);
    }
  }
  const rising = (bcis: Set<number>): readonly number[] => [...bcis].sort((a, b) => a - b);
  return { enters: rising(enters), leaves: rising(leaves) };
}
