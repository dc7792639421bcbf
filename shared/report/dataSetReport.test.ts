import { expect, test } from 'vitest';
import { EXAMPLE_SET } from '../testing/exampleDataSet.ts';
import type { DataSet } from '../recording/dataSets/dataSet.ts';
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

test('stacks stand below their row, that of the holder behind its name, and are no columns', () => {
  const frames = (count: number): string =>
    Array.from({ length: count }, (_, i) => `demo.Shop.f${i}(Shop.java:${i})`).join(' ← ');
  const set: DataSet = {
    ...{ id: 'waits', title: 'Waits', rows: 2, links: [], values: [] },
    texts: [
      { id: 'thread', title: 'Thread', texts: ['left', 'right'] },
      { id: 'heldBy', title: 'Held By', texts: ['right', ''] },
      { id: 'stack', title: 'Stack', texts: [frames(1), frames(14)] },
      { id: 'heldStack', title: 'Stack of the Holder', texts: [frames(1), ''] },
    ],
  };
  const view = { set, value: null, filter: null };
  expect([...dataSetLines(view, 1)]).toEqual([
    'Waits',
    '  Thread  Held By',
    '  left    right',
    '     at demo.Shop.f0(Shop.java:0)',
    '     held by right',
    '     at demo.Shop.f0(Shop.java:0)',
    '… 1 smaller rows are not shown',
    '',
  ]);
  expect([...dataSetLines(view, null)].at(-2)).toBe('     and 2 more');
  expect([...dataSetLines(view, null, 'none')]).toHaveLength(5);
});
