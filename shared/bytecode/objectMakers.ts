import type { MethodId } from '../base/ids.ts';
import { javaType } from '../classfile/descriptors.ts';
import type { InstructionCursor } from '../classfile/instructionCursor.ts';
import type { LineNumber } from '../classfile/lineNumbers.ts';
import { OP } from '../classfile/opcodes.ts';
import { siteCode } from '../events/madeWord.ts';
import { lineAt, lineStarts } from './codeOfLines.ts';
import { kindOfMade } from './kindOfMade.ts';
import type { OldMethod } from './oldMethod.ts';
import type { SiteNumbers } from './siteNumbers.ts';

/** An instruction that makes objects, and the sites that tell of them. */
export interface ObjectMaker {
  readonly bci: number;
  readonly next: number;
  /** So many lengths are on the stack; 0: it makes no array. */
  readonly arrays: number;
  /** As Java writes them, qualified: one of each level of an array of arrays. */
  readonly made: readonly string[];
  /** As words have them, one of each level of an array of arrays; null: no number is left for it. */
  readonly codes: readonly (number | null)[];
}

/** Of one method, by rising bci; without those for which no number is left. */
export function objectMakers(
  method: OldMethod,
  methodId: MethodId,
  numbers: SiteNumbers,
): readonly ObjectMaker[] {
  let lines: readonly LineNumber[] | null = null; // half of the methods make nothing
  const makers: ObjectMaker[] = [];
  let ordinal = 0;
  for (const at = method.code.instructions(); at.next();) {
    const arrays = levelsOf(method, at);
    if (arrays === null) continue;
    lines ??= lineStarts(method.model.pool, method.code);
    const line = lineAt(lines, at.offset);
    const descriptors = arrays.length > 0 ? arrays : [`L${method.model.pool.className(at.constantIndex)};`];
    const made = descriptors.map((descriptor) => javaType(descriptor, 'qualified'));
    const codes = descriptors.map((descriptor, level) => {
      const site = { made: made[level], line, isArray: arrays.length > 0 };
      const number = numbers.numberOf(methodId, ordinal++, site);
      return number === null ? null : siteCode(number, kindOfMade(descriptor));
    });
    if (codes.every((code) => code === null)) continue;
    makers.push({ bci: at.offset, next: at.offset + at.length, arrays: arrays.length, made, codes });
  }
  return makers;
}

/** The descriptors of the arrays that an instruction makes, the outer ones first; none: an object; null: it makes nothing. */
function levelsOf({ model }: OldMethod, at: InstructionCursor): readonly string[] | null {
  switch (at.opcode) {
    case OP.new:
      return [];
    case OP.newarray:
      return [`[${ELEMENT_TYPES.charAt(at.count - FIRST_ELEMENT_TYPE)}`];
    case OP.anewarray: {
      const element = model.pool.className(at.constantIndex);
      return [element.startsWith('[') ? `[${element}` : `[L${element};`];
    }
    case OP.multianewarray: {
      const descriptor = model.pool.className(at.constantIndex);
      return Array.from({ length: at.count }, (_, level) => descriptor.slice(level));
    }
    default:
      return null;
  }
}

/** JVMS table 6.5.newarray-A: T_BOOLEAN is 4. */
const ELEMENT_TYPES = 'ZCFDBSIJ';
const FIRST_ELEMENT_TYPE = 4;
