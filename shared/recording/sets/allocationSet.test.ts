import { expect, it } from 'vitest';
import { BYTES } from '../../cct/madeColumns.ts';
import { tablesOf } from '../../testing/tableOf.ts';
import { allocationSet, notAttributedOf } from './allocationSet.ts';

const [table] = [...tablesOf('main: 0>A 1>B 2<B 3<A').tables.values()];
const counting = { ...table, more: new Map([[BYTES, Float64Array.of(0, 600, 300)]]) };
const COUNTED = { isCounted: true };
const thread = (name: string, rootCalls: number, toldCalls: number, allocatedBytes: number) => ({
  name,
  table: counting,
  allocation: { rootCalls, toldCalls, allocatedBytes },
});

it('what was allocated less what was counted is not attributed, where all root calls have told it', () => {
  const set = allocationSet([thread('main', 2, 2, 1_000), thread('worker', 2, 1, 500)], COUNTED);
  expect(set?.texts[0].texts).toEqual(['main', 'worker']);
  expect(set?.values.map(({ id, values }) => [id, ...values])).toEqual([
    ['allocated', 1_000, NaN],
    ['counted', 900, 900],
    ['notAttributed', 100, NaN],
  ]);
  expect(set && notAttributedOf(set)).toEqual({
    bytes: '100 B',
    allocated: '1000 B',
    percent: '10.0 %',
    share: 0.1,
    unknown: 1,
  });
});

it('nothing is said where no thread has told it, and there is no table where no objects are counted', () => {
  const set = allocationSet([thread('main', 1, 0, 0)], COUNTED);
  expect(set && notAttributedOf(set)).toBeNull();
  expect(allocationSet([{ name: 'main', table: counting }], { isCounted: false })).toBeNull();
  expect(allocationSet([{ name: 'main', table: counting }], COUNTED)).toMatchObject({ rows: 0 });
});
