import { expect, test } from 'vitest';
import type { DataSet } from './dataSet.ts';
import { linksNamed, rowsWhere, textsNamed, valuesNamed, withRows } from './dataSetParts.ts';
import { columnsOf, valueLike } from './rowColumns.ts';

interface Place {
  readonly name: string;
  readonly above: number;
  readonly bytes: number | null;
}

const PLACES: readonly Place[] = [
  { name: 'Shop', above: -1, bytes: 24 },
  { name: 'Cart', above: 0, bytes: null },
  { name: 'Item', above: 1, bytes: 16 },
];
const SET: DataSet = {
  id: 'places',
  title: 'Places',
  ...columnsOf(PLACES, {
    texts: [['name', 'Name', ({ name }) => name]],
    links: [['parent', 'Row above', ({ above }) => above]],
    values: [
      ['bytes', 'Bytes', 'bytes', ({ bytes }) => bytes],
      ['place', 'Place', 'count', (_, at) => at + 1, true],
    ],
  }),
};

test('a column has what it shows of each row; what is not known is NaN, and nothing is exact unless it is said', () => {
  expect(SET).toEqual({
    ...{ id: 'places', title: 'Places', rows: 3 },
    texts: [{ id: 'name', title: 'Name', texts: ['Shop', 'Cart', 'Item'] }],
    links: [{ id: 'parent', title: 'Row above', rows: Int32Array.of(-1, 0, 1) }],
    values: [
      { id: 'bytes', title: 'Bytes', unit: 'bytes', isExact: false, values: Float64Array.of(24, NaN, 16) },
      { id: 'place', title: 'Place', unit: 'count', isExact: true, values: Float64Array.of(1, 2, 3) },
    ],
  });
});

test('a column like another one has its names, its unit and its exactness', () => {
  const { values } = columnsOf(PLACES, {
    texts: [],
    values: [valueLike(SET.values[1], ({ above }) => above)],
  });
  expect(values).toEqual([{ ...SET.values[1], values: Float64Array.of(-1, 0, 1) }]);
});

test('columns are found by their ids, and rows are picked in any order with all their columns', () => {
  const picked = withRows(SET, [2, 0]);
  expect(picked.rows).toBe(2);
  expect(textsNamed(picked, 'name')).toEqual(['Item', 'Shop']);
  expect(linksNamed(picked, 'parent')).toEqual(Int32Array.of(1, -1));
  expect(valuesNamed(picked, 'bytes')).toEqual(Float64Array.of(16, 24));
  expect(valuesNamed(picked, 'name')).toBeUndefined();
  expect(rowsWhere(SET, (row) => row > 0)).toEqual(withRows(SET, [1, 2]));
});
