import { expect, test } from 'vitest';
import { markedParts } from './Marked.tsx';

function marked(text: string, ...words: string[]): string {
  return markedParts(text, words)
    .map((part) => (part.marked ? `[${part.text}]` : part.text))
    .join('');
}

test('every place of every word is marked, whatever its case', () => {
  expect(marked('OrderService.order', 'order')).toBe('[Order]Service.[order]');
  expect(marked('OrderService', 'ders', 'rder')).toBe('O[rderS]ervice');
  expect(marked('aaa', 'aa')).toBe('[aaa]');
  expect(marked('abc', 'x', '')).toBe('abc');
  expect(marked('', 'x')).toBe('');
});
