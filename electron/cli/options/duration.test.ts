import { expect, it } from 'vitest';
import { parseDuration } from './duration.ts';

it.each([
  ['10s', 10_000],
  ['500ms', 500],
  ['2m', 120_000],
  ['1.5h', 5_400_000],
  ['7', 7_000],
  [' 3 s'.replace(' s', 's'), 3_000],
])('%s is %d ms', (text, ms) => expect(parseDuration(text)).toBe(ms));

it.each(['', 's', '-1s', '0', '10 parsecs', '1e3', 'NaN', '99999h', '1s2m'])('%j is refused', (text) => {
  expect(() => parseDuration(text)).toThrow(/not understood/);
});
