import { expect, test } from 'vitest';
import { cutText } from './cutText.ts';

/** Each letter is 10 wide, but i is 2. */
const widthOf = (text: string): number =>
  [...text].reduce((sum, letter) => sum + (letter === 'i' ? 2 : 10), 0);

test('a text that fits is left as it is', () => {
  expect(cutText('process', 70, widthOf)).toBe('process');
});

test('of a text that is too wide so much is left that the dots have room', () => {
  expect(cutText('process', 69, widthOf)).toBe('proce…');
  expect(widthOf(cutText('wwwwiiii', 45, widthOf))).toBeLessThanOrEqual(45);
});

test('less than two letters are none', () => {
  expect(cutText('process', 25, widthOf)).toBe('');
});
