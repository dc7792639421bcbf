import { expect, it } from 'vitest';
import type { DataSet } from '../recording/dataSets/dataSet.ts';
import { dataSetDiff } from './dataSetDiff.ts';

/** Waits for one lock, of a holder that was seen there. */
function locks(times: number, heldStack: string | null): DataSet {
  const held =
    heldStack === null ? [] : [{ id: 'heldStack', title: 'Stack of the Holder', texts: [heldStack] }];
  return {
    ...{ id: 'locks', title: 'Locks', rows: 1, links: [] },
    texts: [{ id: 'lock', title: 'Lock', texts: ['demo.Lock'] }, ...held],
    values: [{ id: 'times', title: 'Times', unit: 'count', isExact: true, values: Float64Array.of(times) }],
  };
}

it.each(['Shop.save', null])(
  'a row whose holder was seen elsewhere, or nowhere (%j), is the same row',
  (before) => {
    const diff = dataSetDiff(locks(3, before), locks(5, 'Shop.flush'));
    expect(diff.rows).toBe(1);
    expect(diff.texts.map(({ texts }) => texts)).toEqual([['demo.Lock'], ['Shop.flush']]);
    expect(diff.values.map(({ values }) => values[0])).toEqual([3, 5, 2]);
  },
);
