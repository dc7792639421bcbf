import { UsageError } from '../../base/errors.ts';

const NS_OF_UNIT: Readonly<Record<string, number>> = { us: 1e3, µs: 1e3, ms: 1e6, s: 1e9, m: 60e9 };
/** A longer one is hardly a request; and words tell times of 2.4 hours apart at most. */
const MOST_NS = 3_600e9;

/**
 * What was typed behind --slow-calls: one duration, such as 120ms.
 * @returns a root call that lasts longer is slow, in ns; 0: root calls are not told apart
 * @throws SluiceError 'usage' for what is none, or for two
 */
export function slowCallsNs(texts: readonly string[]): number {
  const [text, second] = texts;
  if (text === undefined) return 0;
  if (second !== undefined)
    throw new UsageError(`--slow-calls ${second} is a second limit.`, 'Leave one of them out.');
  const [, number, unit] = /^\s*(\d+(?:\.\d+)?)\s*(us|µs|ms|s|m)\s*$/.exec(text) ?? [];
  const limitNs = Number(number) * (NS_OF_UNIT[unit] ?? NaN);
  if (limitNs >= 1_000 && limitNs <= MOST_NS) return Math.round(limitNs);
  throw new UsageError(
    `--slow-calls ${text} is no duration from 1us to 60m.`,
    'Write a number and a unit: 500us, 120ms, 2s.',
  );
}
