import { argumentSlots } from '../classfile/descriptors.ts';
import type { InstructionCursor } from '../classfile/instructionCursor.ts';
import { endsFlow, OP } from '../classfile/opcodes.ts';
import type { OldMethod } from './oldMethod.ts';
import { stackEffect } from './stackEffect.ts';

/** Instructions that are looked at for one object: arguments are not longer, unless somebody wants to keep us busy. */
const MOST_STEPS = 20_000;

/**
 * Where an object that `new` makes is complete and on top of the stack: behind the call of its constructor.
 *
 *     new a/b/C           object
 *     dup                 object, object        what no argument touches stays where it is
 *     ...                 object, object, arguments
 *     invokespecial       object                <- here
 *
 * The ways from `dup` are followed as long as they leave both copies alone. So it is certain that the call's receiver is the one and
 * the top of the stack the other, whatever compiler has written the code.
 *
 * @param made bci of the `new`
 * @returns bcis; none where there is no second copy, or it cannot be told for certain
 */
export function constructedAt({ model, code, layout }: OldMethod, made: number): readonly number[] {
  const { pool } = model;
  const first = code.instructions();
  first.seek(made);
  first.next();
  const owner = pool.className(first.constantIndex);
  if (!first.next() || first.opcode !== OP.dup) return [];
  const found = new Set<number>();
  /** bci -> slots above the two copies before the instruction. */
  const depths = new Map<number, number>();
  const pending: number[] = [];
  const reach = (bci: number, depth: number): boolean => {
    const known = depths.get(bci);
    if (known !== undefined) return known === depth;
    if (bci >= code.codeLength || layout.marks[bci] === 0) return false;
    depths.set(bci, depth);
    pending.push(bci);
    return true;
  };
  if (!reach(first.offset + first.length, 0)) return [];
  const at = code.instructions();
  for (let bci = pending.pop(); bci !== undefined; bci = pending.pop()) {
    if (depths.size > MOST_STEPS) return [];
    const depth = depths.get(bci) ?? 0;
    at.seek(bci);
    at.next();
    const { opcode } = at;
    if (opcode === OP.jsr || opcode === OP.jsr_w || opcode === OP.ret) return [];
    if (opcode === OP.invokespecial) {
      const called = pool.memberRef(at.constantIndex);
      if (called.name === '<init>' && argumentSlots(called.descriptor) === depth) {
        if (called.owner !== owner) return [];
        found.add(at.offset + at.length);
        continue;
      }
    }
    const { pops, pushes } = stackEffect(pool, at);
    if (pops > depth) return [];
    if (!successors(at).every((next) => reach(next, depth - pops + pushes))) return [];
  }
  return [...found];
}

function successors(at: InstructionCursor): readonly number[] {
  const { operandKind, opcode, offset, length } = at;
  const next = endsFlow(opcode) ? [] : [offset + length];
  if (operandKind === 'branch16' || operandKind === 'branch32') return [at.branchTarget, ...next];
  if (operandKind !== 'tableswitch' && operandKind !== 'lookupswitch') return next;
  return [at.defaultTarget, ...Array.from({ length: at.caseCount }, (_, i) => at.caseTarget(i)), ...next];
}
