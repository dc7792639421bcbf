import { expect, it } from 'vitest';
import type { DataSet } from '../../../shared/recording/dataSets/dataSet.ts';
import { sameRow } from './selectedRow.ts';

/** A set of the columns, a text each: `thread` or `stack` among them or not. */
function setOf(columns: Readonly<Record<string, string>>): DataSet {
  const texts = Object.entries(columns).map(([id, all]) => ({ id, title: id, texts: all.split(' ') }));
  return { ...{ id: 'x', title: 'X', rows: texts[0].texts.length, links: [], values: [] }, texts };
}

/** The row of the second set that is the one of the first. */
const again = (before: DataSet, row: number, after: DataSet): number => sameRow({ set: before, row }, after);

it('a thread stays selected whatever it does by now, and wherever its row is', () => {
  const before = setOf({ thread: 'main pool pool', state: 'runnable parked parked' });
  const after = setOf({ thread: 'new pool main pool', state: 'a b c d' });
  expect(again(before, 0, after)).toBe(2);
  expect(again(before, 2, after), 'the second one of its name').toBe(3);
  expect(again(before, 2, setOf({ thread: 'main pool', state: 'a b' })), 'it has ended').toBe(-1);
});

it('a stack stays selected whichever threads have it', () => {
  const before = setOf({ state: 'parked', names: 'a,b', stack: 'A.a' });
  expect(again(before, 0, setOf({ state: 'blocked parked', names: 'c d', stack: 'A.a A.a' }))).toBe(1);
});

it('any other row is known by all its texts', () => {
  const before = setOf({ method: 'a b', line: '1 2' });
  expect(again(before, 1, setOf({ method: 'b b', line: '1 2' }))).toBe(1);
});
