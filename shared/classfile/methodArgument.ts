import { ACC } from './accessFlags.ts';
import type { ArgumentCondition } from './argumentCondition.ts';
import { javaType, parseMethodDescriptor, slotsOf } from './descriptors.ts';

/** An argument of a method, as it lies in the variables when the method begins. */
export interface MethodArgument {
  /** A field descriptor. */
  readonly type: string;
  readonly slot: number;
}

/** What an argument is read as: a number of 64 bits, one with a fraction, or an object whose class tells what it is. */
export type ArgumentForm = 'long' | 'double' | 'object';

const FORMS: Readonly<Record<string, ArgumentForm>> = {
  ...{ B: 'long', S: 'long', I: 'long', J: 'long', C: 'long', Z: 'long' },
  ...{ F: 'double', D: 'double' },
};

/** What stands for a primitive type. */
const BOXES: Readonly<Record<string, string>> = {
  'Ljava/lang/Byte;': 'B',
  'Ljava/lang/Short;': 'S',
  'Ljava/lang/Integer;': 'I',
  'Ljava/lang/Long;': 'J',
  'Ljava/lang/Character;': 'C',
  'Ljava/lang/Boolean;': 'Z',
  'Ljava/lang/Float;': 'F',
  'Ljava/lang/Double;': 'D',
};

/** Of the JDK, which may hold numbers or texts: what it is only a call tells. */
const OPEN_TYPES = [
  'Ljava/lang/Object;',
  'Ljava/lang/Comparable;',
  'Ljava/io/Serializable;',
  'Ljava/lang/constant/Constable;',
];
const TEXTS = ['Ljava/lang/String;', 'Ljava/lang/CharSequence;'];
const NUMBERS = ['Ljava/lang/Number;'];

/** Types that can be read of any program, qualified as Java writes them. So can enums, which their names do not tell. */
export const READABLE_TYPES: ReadonlySet<string> = new Set(
  [...Object.keys(FORMS), ...Object.keys(BOXES), ...OPEN_TYPES, ...TEXTS, ...NUMBERS].map((type) =>
    javaType(type, 'qualified'),
  ),
);

/** @returns null: the method has no such argument */
export function argumentOf(
  { descriptor, accessFlags }: { readonly descriptor: string; readonly accessFlags: number },
  number: number,
): MethodArgument | null {
  const { parameters } = parseMethodDescriptor(descriptor);
  if (number >= parameters.length) return null;
  let slot = (accessFlags & ACC.static) === 0 ? 1 : 0;
  for (const type of parameters.slice(0, number)) slot += slotsOf(type);
  return { type: parameters[number], slot };
}

export function formOf(type: string): ArgumentForm {
  return FORMS[type] ?? 'object';
}

/** Of a boxed value or the primitive itself; else as it is. */
export function unboxed(type: string): string {
  return BOXES[type] ?? type;
}

/** Why no value of the type can be read without a call of the program's code; null: some can. An enum's name can. */
export function whyUnreadable(type: string, isEnum: (className: string) => boolean): string | null {
  const readable = unboxed(type);
  const isKnown = readable.length === 1 || [...OPEN_TYPES, ...TEXTS, ...NUMBERS].includes(type);
  if (isKnown || (type.startsWith('L') && isEnum(type.slice(1, -1)))) return null;
  return `its type is ${javaType(type, 'qualified')}, and numbers, booleans, chars, strings and enums can be read`;
}

/** Why an argument of the type cannot be compared so; null: it can. */
export function whyIncomparable(type: string, { literal, operator }: ArgumentCondition): string | null {
  const found = unboxed(type);
  const java = `its type is ${javaType(type)}`;
  if (OPEN_TYPES.includes(type)) {
    const isOrder = literal.kind === 'text' && operator.length <= 2 && !['==', '!='].includes(operator);
    return isOrder ? `${java}, and ${operator} compares numbers, or chars of type char` : null;
  }
  const needed =
    found === 'Z'
      ? 'true or false'
      : found === 'C'
        ? 'a text of one character'
        : found.length === 1 || NUMBERS.includes(type)
          ? 'a number'
          : 'a text';
  const isMet =
    needed === 'true or false'
      ? literal.kind === 'boolean'
      : needed === 'a number'
        ? literal.kind === 'integer' || literal.kind === 'decimal'
        : literal.kind === 'text' && (needed === 'a text' || literal.value.length === 1);
  if (!isMet) return `${java}, which is compared with ${needed}`;
  const ofTexts = operator === 'contains' || operator === 'startsWith';
  if (found === 'C' && ofTexts) return `${java}, for which ${operator} is none`;
  if (needed === 'a text' && !ofTexts && operator !== '==' && operator !== '!=')
    return `${java}, and ${operator} compares numbers and chars`;
  return null;
}
