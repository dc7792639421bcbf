import { UsageError, type SluiceError } from '../base/errors.ts';
import { toldText } from '../base/toldText.ts';

/** In the order of their numbers in code with probes: SluiceRequests.java. */
export const OPERATORS = ['==', '!=', '<', '<=', '>', '>=', 'contains', 'startsWith'] as const;
export type ConditionOperator = (typeof OPERATORS)[number];

/** What an argument is compared with. A text of one character stands for a char, too. */
export type ConditionLiteral =
  | { readonly kind: 'integer'; readonly value: bigint }
  | { readonly kind: 'decimal'; readonly value: number }
  | { readonly kind: 'boolean'; readonly value: boolean }
  | { readonly kind: 'text'; readonly value: string };

/** Which calls of a root are recorded: those of which this holds. */
export interface ArgumentCondition {
  /** As it was typed. */
  readonly text: string;
  /** 0: the first one of the descriptor; `this` is none. */
  readonly argument: number;
  readonly operator: ConditionOperator;
  readonly literal: ConditionLiteral;
}

/** A method has at most 255 (JVMS §4.3.3). */
const MOST_ARGUMENTS = 255;
/** Values are read up to so many characters (SluiceLabels.java). */
export const MOST_CHARS = 64;
const LEAST_LONG = -(2n ** 63n);

const REMEDY =
  "Write argN OPERATOR VALUE: 'arg0 > 100', \"arg1 == 'GET'\", 'arg2 != true'. " +
  "Numbers and chars take == != < <= > >=, booleans == and !=, texts ==, !=, contains and startsWith; arg0 is a method's first argument.";

/** Why no getter is read (docs/decisions/requests.md). */
const NOT_ASKED =
  'code of the program, which may lock, throw or consume a request, is never called by a probe';

const FURTHER_IN = 'A root further in, which is handed that value as a text or a number, can be split by it.';

/** arg0.getRequestURI(), arg0.path */
function asksObject(name: string): boolean {
  return /^arg\d+\s*\./.test(name);
}

const PARTS = /^\s*(\S+?)\s*(==|!=|<=|>=|<|>|=|\bcontains\b|\bstartsWith\b)\s*(.*?)\s*$/s;
const NUMBER = /^[+-]?(\d+|\d*\.\d+|\d+\.\d*)(e[+-]?\d+)?$/i;
/** In single or double quotes, without such a quote in it; or a word, as the name of an enum's constant. */
const TEXT = /^(?:'([^']*)'|"([^"]*)"|([A-Za-z_$][\w$]*))$/;

/**
 * One comparison: `arg0 > 100`. Spaces around its parts mean nothing.
 * @throws SluiceError 'usage' that says what is not understood, and what is allowed
 */
export function parseCondition(text: string): ArgumentCondition {
  const [, name, operator, value] = PARTS.exec(text) ?? [];
  const asked = text.trim();
  if (asksObject(asked)) throw badCondition(text, `${toldText(name ?? asked)} asks an object: ${NOT_ASKED}`);
  if (name === undefined)
    throw badCondition(text, `no operator is found; one of ${OPERATORS.join(' ')} is needed`);
  const argument = argumentNumber(name);
  if (argument === null) throw badCondition(text, `${toldText(name)} is no argument; arg0 is the first one`);
  if (!isOperator(operator)) throw badCondition(text, `${operator} is no operator; == compares`);
  if (value === '') throw badCondition(text, `there is nothing behind ${operator}`);
  const literal = literalOf(text, value);
  const allowed = allowedOperators(literal);
  if (!allowed.includes(operator))
    throw badCondition(text, `${operator} is none for ${toldText(value)}; ${allowed.join(' ')} are`);
  return { text: text.trim(), argument, operator, literal };
}

/** Where && stands outside of quotes. */
const AND = /&&(?=(?:[^'"]|'[^']*'|"[^"]*")*$)/;

/** Those of one text, which may be joined by &&: all of them must hold. */
export function conditionList(text: string): readonly string[] {
  return text
    .split(AND)
    .map((part) => part.trim())
    .filter((part) => part !== '');
}

/** What tells root calls apart: the name of their thread, or an argument, by its number. */
export type RootSplit = 'thread' | number;

/**
 * Of the texts behind --split, of which there may be one: arg0, thread.
 * @returns null: root calls are not told apart
 * @throws SluiceError 'usage'
 */
export function parseSplit(texts: readonly string[]): RootSplit | null {
  if (texts.length === 0) return null;
  const remedy =
    'Write --split arg0, by the first argument of the roots, or --split thread, by the name of the thread.';
  if (texts.length > 1)
    throw new UsageError(`Root calls are split by one value, and ${texts.length} are given.`, remedy);
  const text = texts[0].trim();
  const split = text === 'thread' ? text : argumentNumber(text);
  if (split === null) {
    const why = asksObject(text) ? `: ${NOT_ASKED}` : ': neither an argument nor thread';
    throw new UsageError(
      `--split ${toldText(text)}${why}.`,
      `${remedy} ${asksObject(text) ? FURTHER_IN : ''}`.trim(),
    );
  }
  return split;
}

/** 7 for arg7; null: it is none, or no method has so many. */
export function argumentNumber(name: string): number | null {
  const [, digits] = /^arg(0|[1-9]\d{0,2})$/.exec(name) ?? [];
  return digits === undefined || Number(digits) >= MOST_ARGUMENTS ? null : Number(digits);
}

/** By what an argument may be compared with it, where its type allows that. */
function allowedOperators({ kind, value }: ConditionLiteral): readonly ConditionOperator[] {
  if (kind === 'boolean') return ['==', '!='];
  if (kind === 'text') return value.length === 1 ? OPERATORS : ['==', '!=', 'contains', 'startsWith'];
  return ['==', '!=', '<', '<=', '>', '>='];
}

function isOperator(text: string): text is ConditionOperator {
  return (OPERATORS as readonly string[]).includes(text);
}

function literalOf(text: string, value: string): ConditionLiteral {
  if (value === 'true' || value === 'false') return { kind: 'boolean', value: value === 'true' };
  if (/^[+-]?\d+$/.test(value)) {
    const integer = BigInt(value.replace('+', ''));
    if (integer < LEAST_LONG || integer >= -LEAST_LONG)
      throw badCondition(text, `${toldText(value)} is no long: -2^63 to 2^63 - 1 are`);
    return { kind: 'integer', value: integer };
  }
  if (NUMBER.test(value)) return { kind: 'decimal', value: Number(value) };
  const [found, single, double, word] = TEXT.exec(value) ?? [];
  if (found === undefined)
    throw badCondition(text, `${toldText(value)} is no number, no true or false, and no text in quotes`);
  const literal = single ?? double ?? word;
  if (literal.length > MOST_CHARS)
    throw badCondition(
      text,
      `the text has ${literal.length} characters, and at most ${MOST_CHARS} are compared`,
    );
  return { kind: 'text', value: literal };
}

function badCondition(text: string, found: string): SluiceError {
  return new UsageError(`The condition ${toldText(text)} is not understood: ${found}.`, REMEDY);
}
