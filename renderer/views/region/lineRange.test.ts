import { expect, test } from 'vitest';
import { typedLines } from './lineRange.ts';

test('lines are typed as a range, as one line, or not at all', () => {
  expect(typedLines('40-52')).toEqual({ first: 40, last: 52 });
  expect(typedLines(' 40 – 52 ')).toEqual({ first: 40, last: 52 });
  expect(typedLines('7')).toEqual({ first: 7, last: 7 });
  expect(typedLines(' ')).toBe(null);
});

test.each(['52-40', '0', 'x', '1-', '-3', '1-2-3'])('%s is no range of lines', (text) => {
  expect(typedLines(text)).toBe(undefined);
});
