import { readExceptionTable } from '../classfile/exceptionTable.ts';
import type { BciRange } from './bciRange.ts';
import type { OldMethod } from './oldMethod.ts';

/** Each jump of a method, those of its switches too. */
export function eachJump({ code, layout }: OldMethod, take: (bci: number, target: number) => void): void {
  for (const { bci, target } of layout.branches) take(bci, target);
  const at = code.instructions();
  for (const bci of layout.switches) {
    at.seek(bci);
    at.next();
    take(bci, at.defaultTarget);
    for (let i = 0, count = at.caseCount; i < count; i++) take(bci, at.caseTarget(i));
  }
}

/**
 * Where loops begin: what is jumped to from behind, or handles an exception of what is behind it. Not a handler that guards its
 * own beginning, as those of `synchronized` and `finally` do: a packet there that overflows the stack would be run again for ever.
 */
export function loopHeads(method: OldMethod): ReadonlySet<number> {
  const heads = new Set<number>();
  eachJump(method, (bci, target) => {
    if (target <= bci) heads.add(target);
  });
  for (const { start, endExclusive, handler } of readExceptionTable(method.code)) {
    if (handler < start) heads.add(handler);
    else if (handler < endExclusive) heads.delete(handler);
  }
  return heads;
}

/** What lies between a jump back and where it goes: whatever is executed more than once is in one of these. */
export function loopRanges(method: OldMethod): readonly BciRange[] {
  const ranges: BciRange[] = [];
  eachJump(method, (bci, target) => {
    if (target <= bci) ranges.push({ start: target, endExclusive: bci + 1 });
  });
  for (const { endExclusive, handler } of readExceptionTable(method.code)) {
    if (handler < endExclusive) ranges.push({ start: handler, endExclusive });
  }
  return ranges;
}
