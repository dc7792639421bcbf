import { InvalidArgumentError } from 'commander';
import { overheadLimitOf } from '../../shared/model/overheadBudget.ts';
import { SluiceError } from '../../shared/base/errors.ts';
import { parseDuration } from './duration.ts';

/** For options that may come again: not `<pattern...>`, which would swallow the target after it. */
export function collect(text: string, before: readonly string[]): string[] {
  return [...before, text];
}

/** @returns ms */
export function duration(text: string): number {
  try {
    return parseDuration(text);
  } catch (thrown) {
    throw new InvalidArgumentError(thrown instanceof SluiceError ? `${thrown.message} ${thrown.remedy}` : '');
  }
}

/** @returns 0.1 for "10%" */
export function percentage(text: string): number {
  const limit = overheadLimitOf(text);
  if (limit === null) throw new InvalidArgumentError('A percentage above 0 is needed, as 10%.');
  return limit;
}

export function wholeNumber(text: string): number {
  if (!/^[1-9]\d{0,8}$/.test(text)) throw new InvalidArgumentError('A whole number from 1 on is needed.');
  return Number(text);
}
