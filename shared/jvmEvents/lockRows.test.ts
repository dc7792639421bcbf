import { expect, it } from 'vitest';
import { LockRows } from './lockRows.ts';

it('locks whose names differ by where a line ends are rows of their own', () => {
  const locks = new LockRows();
  locks.add('blocked', 'app.Lock', 'a\nb', 'c', 5);
  locks.add('blocked', 'app.Lock', 'a', 'b\nc', 9);
  locks.add('blocked', 'app.Lock', 'a', 'b\nc', 7);
  const { texts, values } = locks.dataSet();
  expect(texts.slice(2).map(({ texts: names }) => names)).toEqual([
    ['a', 'a\nb'],
    ['b\nc', 'c'],
  ]);
  expect([...values[1].values]).toEqual([16, 5]);
  expect([...values[2].values], 'the longest').toEqual([9, 5]);
});
