import { UsageError } from '../../base/errors.ts';
import { toldText } from '../../base/toldText.ts';
import { parseCondition, parseSplit } from '../../classfile/argumentCondition.ts';
import { opcodeWeightsOf } from '../../classfile/opcodeWeights.ts';
import { accountsOf } from './accounts.ts';
import { parseLiveChoice } from './liveChoice.ts';
import { slowCallsNs } from './slowCalls.ts';
import {
  OPTIONS,
  type ListGrammar,
  type OptionKey,
  type PatternsOption,
  type RecordedOptions,
  type RecordingOption,
  type RecordingOptions,
  type SetOption,
} from './options.ts';

export type OptionValue = boolean | string | readonly string[];

/** The table row by row, for what treats all options alike. */
export const OPTION_ROWS = Object.entries(OPTIONS) as readonly (readonly [OptionKey, RecordingOption])[];

/** What `of` says of each. */
export function eachOption<Value>(
  of: (option: RecordingOption, key: OptionKey) => Value,
): Readonly<Record<OptionKey, Value>> {
  const values = OPTION_ROWS.map(([key, option]) => [key, of(option, key)] as const);
  return Object.fromEntries(values) as Record<OptionKey, Value>;
}

/** Where nothing else is chosen. */
export const INITIAL_OPTIONS = eachOption(({ initial }) => initial) as RecordingOptions;

/** Of what is no recording of calls, as of a file from before there were options. */
export const UNASKED_OPTIONS = eachOption(({ initial, missing = initial }) => missing) as RecordedOptions;

/** Whether it can be chosen there. */
export function isOptionValue(option: RecordingOption, value: unknown): value is OptionValue {
  switch (option.kind) {
    case 'switch':
      return typeof value === 'boolean';
    case 'choice':
      return typeof value === 'string' && Object.hasOwn(option.choices, value);
    case 'set':
      return typeof value === 'string' && option.isChoice(value);
    case 'patterns':
      return Array.isArray(value) && value.every((text) => typeof text === 'string');
  }
}

/** What can be chosen there, for an error. */
export function allowedText(option: RecordingOption): string {
  switch (option.kind) {
    case 'switch':
      return 'true or false';
    case 'choice':
      return Object.keys(option.choices).join(' or ');
    case 'set':
      return partsText(option);
    case 'patterns':
      return 'a list of texts';
  }
}

/** "calls, and any of time, bytecodes, objects, in that order, with commas between" */
export function partsText({ parts }: SetOption): string {
  const [always, ...further] = Object.keys(parts);
  return `${always}, and any of ${further.join(', ')}, in that order, with commas between`;
}

/**
 * The options of a request, which may come from another process; what is not said is as it is at first.
 * @throws SluiceError 'usage' naming the option, what it is and what it may be
 */
export function checkedOptions(request: Readonly<Record<string, unknown>>): RecordingOptions {
  return eachOption((option, key) => {
    const value = request[key] ?? option.initial;
    if (isOptionValue(option, value)) {
      if (option.kind === 'patterns') checkPatterns(option, value as readonly string[]);
      return value;
    }
    const found = toldText(JSON.stringify(value));
    throw new UsageError(`Recording request: ${key} is ${found}; ${allowedText(option)} is needed.`);
  }) as RecordingOptions;
}

/** @throws SluiceError 'usage' */
function checkPatterns({ named, grammar }: PatternsOption, texts: readonly string[]): void {
  if (named === true) accountsOf(texts);
  if (grammar !== undefined) READERS[grammar](texts);
}

/** Each throws a SluiceError 'usage'. */
const READERS: Readonly<Record<ListGrammar, (texts: readonly string[]) => unknown>> = {
  live: parseLiveChoice,
  weights: opcodeWeightsOf,
  conditions: (texts) => texts.map(parseCondition),
  split: parseSplit,
  duration: slowCallsNs,
};

/** As the file and the JSON report have them; null: not known. A list that files may lack is left away where it is empty. */
export function optionFields(chosen: RecordedOptions): Readonly<Record<string, unknown>> {
  const fields: Record<string, unknown> = {};
  for (const [key, { within, missing }] of OPTION_ROWS) {
    if (Array.isArray(missing) && (chosen[key] as readonly string[]).length === 0) continue;
    if (within === undefined) fields[key] = chosen[key];
    else if (chosen[key] === null) fields[within] ??= null;
    else fields[within] = { ...(fields[within] ?? {}), [key]: chosen[key] };
  }
  return fields;
}

/** What was chosen, for the log: patterns name classes of the user, so there only their number is told. */
export type LoggedOptions = {
  readonly [Key in OptionKey]: RecordingOptions[Key] extends readonly string[]
    ? number
    : RecordingOptions[Key];
};

export function loggedOptions(chosen: RecordingOptions): LoggedOptions {
  return eachOption((_, key) => {
    const value: OptionValue = chosen[key];
    return typeof value === 'object' ? value.length : value;
  }) as LoggedOptions;
}

/** Choices that every file has always, the rest where it is not as at first, each behind its label: "Threads: followed". */
export function toldOptions(chosen: RecordedOptions, toldAlready: readonly OptionKey[] = []): string[] {
  return OPTION_ROWS.filter(
    ([key, option]) =>
      !toldAlready.includes(key) &&
      chosen[key] !== null &&
      ((option.kind === 'choice' && option.missing === undefined) ||
        valueText(option, chosen[key]) !== valueText(option, option.initial)),
  ).map(([key, option]) => `${option.label}: ${valueText(option, chosen[key], MOST_PATTERNS)}`);
}

/** A sentence for each option in which two recordings differ. */
export function optionRemarks(a: RecordedOptions, b: RecordedOptions): string[] {
  return OPTION_ROWS.flatMap(([key, option]) => {
    const [inA, inB] = [valueText(option, a[key]), valueText(option, b[key])];
    return inA === inB ? [] : [`They were recorded with other ${option.differing}: A ${inA}; B ${inB}.`];
  });
}

/** Of a list, in a line: --only borders has hundreds. */
const MOST_PATTERNS = 8;

function valueText(option: RecordingOption, value: OptionValue | null, most = Infinity): string {
  if (value === null) return 'not known which';
  if (option.kind === 'switch') return option.words[value === true ? 1 : 0];
  if (typeof value === 'object') {
    const more = value.length > most ? `, and ${value.length - most} more` : '';
    return value.slice(0, most).join(', ') + more || (option.kind === 'patterns' ? option.none : '');
  }
  return String(value);
}
