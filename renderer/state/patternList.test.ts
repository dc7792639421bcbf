import { expect, test } from 'vitest';
import { isPattern, patternList } from './patternList.ts';

test('patterns are separated by spaces and commas, signatures stay whole', () => {
  expect(patternList('')).toEqual([]);
  expect(patternList('  a.b.**, !c.D  ')).toEqual(['a.b.**', '!c.D']);
  expect(patternList('a.B::m(int, String) c.D::run()')).toEqual(['a.B::m(int,String)', 'c.D::run()']);
  expect(patternList('a.B::m(int, ')).toEqual(['a.B::m(int,']);
});

test('one word with a dot, a star or two colons is a pattern, words are not', () => {
  expect(['a.B', 'a.B::m(int, String)', '*Cache', 're:x', 'B::m'].map(isPattern)).toEqual(
    Array(5).fill(true),
  );
  expect(['', 'Order', 'Order Service', 'a.B c.D'].map(isPattern)).toEqual(Array(4).fill(false));
});
