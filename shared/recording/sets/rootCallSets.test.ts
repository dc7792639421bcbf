import { expect, it } from 'vitest';
import { ThreadTrees } from '../../cct/threadTrees.ts';
import { eventScript } from '../../testing/eventScript.ts';
import { rootCallSets } from './rootCallSets.ts';

it('tells the percentiles of root calls, of all and of each slot of time', () => {
  const [summary, durations] = setsOf([
    ...Array.from({ length: 98 }, (_, i) => [i * 1_000, 100]),
    [500_000, 3_000],
    [2_000_000, 70_000],
  ]);
  const rows = Array.from({ length: summary.rows }, (_, row) => [
    summary.texts[0].texts[row],
    ...summary.values.map(({ values }) => Math.round(values[row])),
  ]);
  // 100 ns is in the bucket of 99 to 108 ns, 3,000 ns in that of 2,896 to 3,158 ns.
  expect(rows).toEqual([
    ['all', 0, 100, 103, 103, 3_025, 70_000, 0],
    ['0.000 to 1.049 ms', 0, 99, 103, 103, 3_000, 3_000, NaN],
    ['1.049 to 2.097 ms', 1_048_576, 1, 68_438, 68_438, 68_438, 70_000, NaN],
  ]);
  expect([...durations.values[4].values]).toEqual([98, 1, 1]);
});

it('tells how many root calls have no duration, since a loss or a pause has cut them; one that is open is not among them', () => {
  const trees = new ThreadTrees();
  eventScript(`
    main: ^ 0>A 10<A ^ 20>A !3 90<A ^ 100>A 120<A ^ 130>A
    pause 140
    resume 150
    main: 160<A ^ 170>A 190<A ^ 200>A`).play(trees);
  const [{ values }] = rootCallSets(trees.rootDurations(), 'nano');
  const all = new Map(values.map((column) => [column.id, column.values[0]]));
  expect(all.get('calls')).toBe(3);
  expect(all.get('untimed')).toBe(2);
});

it('says of a recording in which no root call has ended that there are none', () => {
  const [summary, durations] = rootCallSets(new ThreadTrees().rootDurations(), 'nano');
  expect(summary.texts[0].texts).toEqual(['all']);
  expect(summary.values.map(({ values }) => [...values])).toEqual(summary.values.map(() => [0]));
  expect(durations.rows).toBe(0);
});

it('has no tables where the clock does not tell how long each lasted', () => {
  const trees = new ThreadTrees();
  eventScript('main: ^ 10>A 20<A').play(trees);
  expect(rootCallSets(trees.rootDurations(), 'bursts')).toEqual([]);
  expect(rootCallSets(trees.rootDurations(), 'ticker')).toHaveLength(2);
});

function setsOf(calls: readonly (readonly number[])[]) {
  const trees = new ThreadTrees();
  const words = calls.map(([sinceNs, ns]) => `^ ${sinceNs}>A ${sinceNs + ns}<A`);
  eventScript(`main: ${words.join(' ')}`).play(trees);
  return rootCallSets(trees.rootDurations(), 'nano');
}
