import { expect, it } from 'vitest';
import type { DataSet } from '../../../shared/recording/dataSets/dataSet.ts';
import { nextOrder, orderedRows, type DataSetOrder } from './dataSetOrder.ts';

/**
 *     lock   times
 *     b10      2
 *     a        9
 *     b9     not known
 *     A        2
 */
const LOCKS: DataSet = {
  ...{ id: 'locks', title: 'Locks', rows: 4, links: [] },
  texts: [{ id: 'lock', title: 'Lock', texts: ['b10', 'a', 'b9', 'A'] }],
  values: [
    { id: 'times', title: 'Times', unit: 'count', isExact: false, values: Float64Array.of(2, 9, NaN, 2) },
  ],
};

function locks(order: DataSetOrder | null, words = ''): string {
  return Array.from(orderedRows(LOCKS, order, words), (row) => LOCKS.texts[0].texts[row]).join(' ');
}

it('sorts rows by names as people count, by numbers with what is not known last, equal ones as recorded', () => {
  expect(locks(null)).toBe('b10 a b9 A');
  expect(locks({ column: 'lock', falls: false })).toBe('a A b9 b10');
  expect(locks({ column: 'lock', falls: true })).toBe('b10 b9 A a');
  expect(locks({ column: 'times', falls: true })).toBe('a b10 A b9');
  expect(locks({ column: 'times', falls: false })).toBe('b10 A a b9');
  expect(locks({ column: 'times', falls: true }, 'B')).toBe('b10 b9');
});

it('goes from sorted to turned round to the order of the recording', () => {
  const first = nextOrder(null, 'times', true);
  expect(first).toEqual({ column: 'times', falls: true });
  expect(nextOrder(first, 'times', true)).toEqual({ column: 'times', falls: false });
  expect(nextOrder(nextOrder(first, 'times', true), 'times', true)).toBe(null);
  expect(nextOrder(first, 'lock', false)).toEqual({ column: 'lock', falls: false });
});
