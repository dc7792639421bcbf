import { UsageError } from '../../../shared/base/errors.ts';

const MS_OF_UNIT: ReadonlyMap<string, number> = new Map([
  ['ms', 1],
  ['s', 1_000],
  ['', 1_000],
  ['m', 60_000],
  ['min', 60_000],
  ['h', 3_600_000],
]);
/** What a timer of Node can hold: 24.8 days. */
const MAX_MS = 2 ** 31 - 1;

/** "10s", "500ms", "2m", "1.5h"; a bare number is seconds. @returns ms */
export function parseDuration(text: string): number {
  const match = /^(\d+(?:\.\d+)?)(ms|s|min|m|h|)$/.exec(text.trim());
  const ms = match ? Number(match[1]) * (MS_OF_UNIT.get(match[2]) ?? NaN) : NaN;
  if (!(ms > 0 && ms <= MAX_MS)) {
    throw new UsageError(
      `Duration ${JSON.stringify(text)} is not understood.`,
      'Write a number and a unit: 500ms, 10s, 2m, 1h; at most 24 days.',
    );
  }
  return ms;
}
