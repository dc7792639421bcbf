import { expect, test } from 'vitest';
import { cutMiddle, cutText, fittingText } from './cutText.ts';

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

test('what is cut in its middle keeps both ends, by which threads of a pool are told apart', () => {
  const widths = (text: string): number => 10 * text.length;
  expect(cutMiddle('http-exec-7', 110, widths)).toBe('http-exec-7');
  expect(cutMiddle('http-exec-7', 80, widths)).toBe('http…c-7');
  expect(cutMiddle('http-exec-10', 80, widths)).toBe('http…-10');
  expect(cutMiddle('http-exec-7', 20, widths)).toBe('');
});

test('where the long text has no room the short one stands, cut only where it has none either', () => {
  expect(fittingText(['Packer.fill', 'fill'], 110, widthOf)).toBe('Packer.fill');
  expect(fittingText(['Packer.fill', 'fill'], 60, widthOf)).toBe('fill');
  expect(fittingText(['Packer.arrange', 'arrange'], 60, widthOf)).toBe('arran…');
});
