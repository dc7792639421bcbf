import { expect, it } from 'vitest';
import { DIFF_COLUMNS } from '../analysis/diffNumbers.ts';
import { exampleSnapshot } from '../testing/exampleSnapshot.ts';
import { comparedList } from './comparedList.ts';
import { hotComparison } from './hotComparison.ts';
import { packageComparison } from './packageComparison.ts';
import { RecordingDiff } from './recordingDiff.ts';

const BEFORE = exampleSnapshot('main: 0>A 10>B 20<B 20>B 30<B 40>C 60<C 100<A');
const AFTER = exampleSnapshot('main: 0>A 10>B 30<B 30>B 50<B 50>B 70<B 80>D 85<D 95>C 97>B 99<B 99<C 145<A');
const DIFF = new RecordingDiff({ name: 'a', snapshot: BEFORE }, { name: 'b', snapshot: AFTER });

it('says of packages, classes and methods of two recordings what compared hot spots say', () => {
  const comparison = DIFF.compared([]);
  const { rows, source } = packageComparison(comparison, DIFF.methods, true);
  let first = 1;
  for (const by of ['packages', 'classes', 'methods'] as const) {
    const { table, columns } = hotComparison(comparison, DIFF.methods, by);
    const spots = [...table.ids.keys()];
    const { numbers } = comparedList(columns, spots, table.ids, { a: 100, b: 145 }, true);
    for (const spot of spots)
      for (const column of DIFF_COLUMNS.filter((name) => name !== 'changed'))
        expect([by, spot, column, source.numbers.of(column, first + spot)]).toEqual([
          ...[by, spot, column],
          numbers.of(column, spot + 1),
        ]);
    first += spots.length;
  }
  expect(rows.parents.length).toBe(first - 1);
});

it('adds up what has changed of each call path: what went up does not hide what went down', () => {
  const { source, rows } = packageComparison(DIFF.compared([]), DIFF.methods, true);
  const changed = source.numbers.values('changed');
  // A 60 and 76, B below A 20 and 60, B below C 0 and 2, C 20 and 2, D 0 and 5
  const ofMethods = rows.titles.flatMap((title, row) =>
    title === null ? [[DIFF.methods.get(rows.methods[row]).name, changed[row + 1]]] : [],
  );
  expect(Object.fromEntries(ofMethods)).toEqual({ A: 16, B: 42, C: 18, D: 5 });
  expect([...changed.slice(0, 3)]).toEqual([81, 81, 81]);
});
