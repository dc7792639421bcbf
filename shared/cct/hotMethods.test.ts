import { describe, expect, it } from 'vitest';
import { deepTable, tablesOf } from '../testing/tableOf.ts';
import { NO_CALIBRATION } from './cctTable.ts';
import { childIndex } from './childIndex.ts';
import { hotMethods } from './hotMethods.ts';
import { exactTree } from './overhead.ts';

describe('hotMethods', () => {
  it('adds all contexts of a method', () => {
    expect(hot('main: 0>A 10>C 20<C 20>B 30>C 35<C 40<B 50<A')).toEqual([
      'A calls 1 self 20 total 50',
      'C calls 2 self 15 total 15',
      'B calls 1 self 15 total 20',
    ]);
  });

  it('counts the time of a recursion once, also of an indirect one', () => {
    expect(hot('main: 0>A 10>B 20>A 30>B 40<B 50<A 60<B 70<A')).toEqual([
      'A calls 2 self 40 total 70',
      'B calls 2 self 30 total 50',
    ]);
  });

  it('adds the trees of several threads', () => {
    expect(hot('one: 0>A 10<A\ntwo: 5>A 6>B 8<B 9<A')).toEqual([
      'A calls 2 self 12 total 14',
      'B calls 1 self 2 total 2',
    ]);
  });

  it('walks a tree of 100,000 levels', () => {
    const hot = hotMethods([exactTree(deepTable(100_000, 2), NO_CALIBRATION, 'nano')]);
    expect([...hot.totalNs]).toEqual([99_999, 100_000]);
    expect([...hot.calls]).toEqual([50_000, 50_000]);
  });

  it('of nothing is empty', () => {
    expect(hotMethods([]).length).toBe(0);
  });
});

describe('childIndex', () => {
  it('lists the children of each node in the order of their rows', () => {
    const { start, children } = childIndex({ length: 5, parent: Int32Array.of(-1, 0, 1, 1, 0) });
    expect([...start]).toEqual([0, 2, 4, 4, 4, 4]);
    expect([...children]).toEqual([1, 4, 2, 3]);
  });
});

function hot(text: string): string[] {
  const { tables, methodNames } = tablesOf(text);
  const trees = [...tables.values()].map((table) => exactTree(table, NO_CALIBRATION, 'nano'));
  const { length, method, calls, selfNs, totalNs } = hotMethods(trees);
  return Array.from(
    { length },
    (_, row) =>
      `${methodNames.get(method[row])} calls ${calls[row]} self ${selfNs[row]} total ${totalNs[row]}`,
  );
}
