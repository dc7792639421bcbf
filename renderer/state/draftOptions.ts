import { conditionList } from '../../shared/classfile/argumentCondition.ts';
import {
  eachOption,
  isOptionValue,
  OPTION_ROWS,
  type OptionValue,
} from '../../shared/recording/options/chosenOptions.ts';
import type { OptionKey, RecordingOption, RecordingOptions } from '../../shared/recording/options/options.ts';
import { patternList } from './patternList.ts';

/** The options of a recording as they are chosen: patterns as they are typed. */
export type DraftOptions = {
  readonly [Key in OptionKey]: RecordingOptions[Key] extends readonly string[]
    ? string
    : RecordingOptions[Key];
};

/** Of each, what a form or a storage may hold. */
export type DraftValue = Exclude<OptionValue, readonly string[]>;

export function draftOptions(options: RecordingOptions): DraftOptions {
  return eachOption((option, key) => {
    const value: OptionValue = options[key];
    return typeof value === 'object' ? value.join(isOfConditions(option) ? ' && ' : ' ') : value;
  }) as DraftOptions;
}

export function chosenOptions(draft: DraftOptions): RecordingOptions {
  return eachOption((option, key) => {
    const value: DraftValue = draft[key];
    if (option.kind !== 'patterns') return value;
    if (isOneText(option)) return String(value).trim() === '' ? [] : [String(value).trim()];
    return isOfConditions(option) ? conditionList(String(value)) : patternList(String(value));
  }) as RecordingOptions;
}

function isOfConditions(option: RecordingOption): boolean {
  return option.kind === 'patterns' && option.grammar === 'conditions';
}

/** Its spaces divide nothing: 120 ms. */
function isOneText(option: RecordingOption): boolean {
  return option.kind === 'patterns' && (option.grammar === 'duration' || option.grammar === 'split');
}

/**
 * What was stored of them, with the initial value of what was not; the rest of what is stored is left alone.
 * @param starts a program, so what needs one that runs already is as at first
 * @returns null where a value is none of that option
 */
export function storedOptions(
  stored: Readonly<Record<string, unknown>>,
  initial: DraftOptions,
  starts: boolean,
): DraftOptions | null {
  const isOffered = (key: OptionKey): boolean =>
    stored[key] !== undefined && !(starts && IS_ATTACHED_ONLY[key]);
  const isGood = OPTION_ROWS.every(
    ([key, option]) =>
      !isOffered(key) ||
      (option.kind === 'patterns' ? typeof stored[key] === 'string' : isOptionValue(option, stored[key])),
  );
  return isGood
    ? (eachOption((_, key) => (isOffered(key) ? stored[key] : initial[key])) as DraftOptions)
    : null;
}

const IS_ATTACHED_ONLY = eachOption(({ attachedOnly }) => attachedOnly ?? false);
