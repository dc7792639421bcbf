import { expect, test } from 'vitest';
import { parseLineRange } from './lineRange.ts';

test('lines are written as a range or as one line', () => {
  expect(parseLineRange('40-52')).toEqual({ first: 40, last: 52 });
  expect(parseLineRange(' 40 – 52 ')).toEqual({ first: 40, last: 52 });
  expect(parseLineRange('7')).toEqual({ first: 7, last: 7 });
});

test.each(['', '52-40', '0', 'x', '1-', '-3', '1-2-3'])('"%s" is no range of lines', (text) => {
  expect(parseLineRange(text)).toBe(null);
});
