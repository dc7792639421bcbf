import { expect, test } from 'vitest';
import { EXAMPLE_SET } from '../testing/exampleDataSet.ts';
import { dataSetLines } from './dataSetReport.ts';

const linesOf = (filter: string): string[] => [
  ...dataSetLines({ set: EXAMPLE_SET, value: null, filter: { kind: 'contains', text: filter } }, null),
];

test('a data set is its numbers, then what names each row', () => {
  expect(linesOf('worker').map((line) => line.trimEnd())).toEqual([
    'Locks',
    'Blocks        Blocked [s]  Class             Owner',
    '   300  1,152,921,504.607  java.util.Vector  worker',
    '',
  ]);
});

test('a data set without rows says so', () => {
  expect(linesOf('nobody').slice(2)).toEqual(['Nothing is in it.', '']);
});
