import { expect, test } from 'vitest';
import { patternList } from './patternList.ts';

test('patterns are separated by spaces and commas, signatures stay whole', () => {
  expect(patternList('')).toEqual([]);
  expect(patternList('  a.b.**, !c.D  ')).toEqual(['a.b.**', '!c.D']);
  expect(patternList('a.B::m(int, String) c.D::run()')).toEqual(['a.B::m(int,String)', 'c.D::run()']);
  expect(patternList('a.B::m(int, ')).toEqual(['a.B::m(int,']);
});
