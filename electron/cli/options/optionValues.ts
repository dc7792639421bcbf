import { InvalidArgumentError } from 'commander';
import { conditionList, parseCondition, parseSplit } from '../../../shared/classfile/argumentCondition.ts';
import { accountsOf } from '../../../shared/recording/options/accounts.ts';
import { overheadLimitOf } from '../../../shared/recording/overheadBudget.ts';
import { SluiceError } from '../../../shared/base/errors.ts';
import { parseMethodPattern } from '../../../shared/callgraph/methodPattern.ts';
import { namedMethods, patternOf } from '../../../shared/callgraph/namedMethods.ts';
import { parseDuration } from './duration.ts';

/** What is malformed is told as commander tells it, before anything is attached to. */
function parsed<Value>(parse: (text: string) => Value, text: string): Value {
  try {
    return parse(text);
  } catch (thrown) {
    throw new InvalidArgumentError(thrown instanceof SluiceError ? `${thrown.message} ${thrown.remedy}` : '');
  }
}

/** For options that may come again: not `<pattern...>`, which would swallow the target after it. */
export function collect(text: string, before: readonly string[]): string[] {
  return [...before, text];
}

/** Class.method, as stack traces and other profilers have it, or Class#method, as editors copy it. */
const METHOD_OF_OTHERS = /^(!?(?:[\w$]+\.)*(?:[A-Z][\w$]*(?=\.[a-z_])|[\w$]+(?=#)))[.#]([\w$]+(?:\(.*\))?)$/;

/** A method pattern. One that would name a class that nobody has is refused, as nothing would ever be recorded of it. */
export function typedPattern(text: string): string {
  if (text.startsWith('-'))
    throw new InvalidArgumentError('That looks like an option: the pattern before it is missing.');
  const [, className, method] = METHOD_OF_OTHERS.exec(text) ?? [];
  if (className !== undefined) {
    throw new InvalidArgumentError(
      `A method is written with ::, as ${className}::${method}; a class of that name as ${text.replace('#', '.')}::*.`,
    );
  }
  parsed(parseMethodPattern, text);
  return text;
}

/**
 * A root as a pattern. What is none may be what people copy: Class.method, Class#method, Class/method, a line of a stack trace.
 * Whether there is such a method the target knows (meantRoots.ts).
 */
export function typedRoot(text: string): string {
  if (/^\s*(?:-|!|re:)|\*/.test(text)) return typedPattern(text);
  const isPattern = !METHOD_OF_OTHERS.test(text) && isParsed(text);
  const named = isPattern ? [] : namedMethods(text);
  if (named.length === 0) return typedPattern(text);
  if (named.length === 1) return patternOf(named[0]);
  const patterns = named.slice(0, MAX_NAMED).map(patternOf).join(', ');
  const more = named.length > MAX_NAMED ? ` and ${named.length - MAX_NAMED} more` : '';
  throw new InvalidArgumentError(`It names several methods: ${patterns}${more}. Give one of them.`);
}

/** Of a trace, in an error. */
const MAX_NAMED = 10;

function isParsed(text: string): boolean {
  try {
    parseMethodPattern(text);
    return true;
  } catch {
    return false;
  }
}

/** For options that may come again. */
export function typedRoots(text: string, before: readonly string[]): string[] {
  return collect(typedRoot(text), before);
}

/** For options that may come again. */
export function typedPatterns(text: string, before: readonly string[]): string[] {
  return collect(typedPattern(text), before);
}

/** NAME=PATTERN; for options that may come again. */
export function typedAccounts(text: string, before: readonly string[]): string[] {
  parsed(() => accountsOf([text]), text);
  return collect(text, before);
}

/** Conditions joined by &&; for options that may come again. */
export function typedConditions(text: string, before: readonly string[]): string[] {
  const conditions = conditionList(text);
  if (conditions.length === 0) throw new InvalidArgumentError("A condition is needed, as 'arg0 > 100'.");
  for (const condition of conditions) parsed(parseCondition, condition);
  return [...before, ...conditions];
}

export function typedSplit(text: string, before: readonly string[]): string[] {
  const texts = collect(text.trim(), before);
  parsed(() => parseSplit(texts), text);
  return texts;
}

/** @returns ms */
export function duration(text: string): number {
  return parsed(parseDuration, text);
}

/** @returns 0.1 for "10%" */
export function percentage(text: string): number {
  const limit = overheadLimitOf(text);
  if (limit === null) throw new InvalidArgumentError('A percentage above 0 is needed, as 10%.');
  return limit;
}

/** @returns 0.001 for "0.1" and "0.1%" */
export function shareOf(text: string): number {
  const value = Number(text.replace(/%$/, ''));
  if (text.trim() === '' || !(value >= 0 && value <= 100))
    throw new InvalidArgumentError('A percentage from 0 to 100 is needed: 0.1');
  return value / 100;
}

export function wholeNumber(text: string): number {
  if (!/^[1-9]\d{0,8}$/.test(text)) throw new InvalidArgumentError('A whole number from 1 on is needed.');
  return Number(text);
}

/** @returns bytes for "8g", "512m" */
export function memorySize(text: string): number {
  const [, number, unit] = /^([1-9]\d{0,5})([mg])b?$/i.exec(text) ?? [];
  if (number === undefined) throw new InvalidArgumentError('A size is needed, as 512m or 8g.');
  return Number(number) * (unit.toLowerCase() === 'g' ? 2 ** 30 : 2 ** 20);
}

/** Of an object in a heap dump. */
export function objectAddress(text: string): number {
  const [, digits] = /^@?0x([0-9a-f]{1,13})$/i.exec(text) ?? [];
  if (digits === undefined)
    throw new InvalidArgumentError('An address of an object is needed, as 0x7f001230.');
  return parseInt(digits, 16);
}

/** In ms, or until hot swaps have been quiet. */
export type WarmUpLength = number | 'auto';

export function warmUpLength(text: string): WarmUpLength | 'none' {
  return text === 'auto' || text === 'none' ? text : duration(text);
}
