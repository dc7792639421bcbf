import { describe, expect, it } from 'vitest';
import fc from 'fast-check';
import { randomTree } from '../testing/randomTree.ts';
import { deepTable, tablesOf } from '../testing/tableOf.ts';
import { NO_CALIBRATION } from './cctTable.ts';
import { childIndex } from './childIndex.ts';
import { hotGroups, hotMethods } from './hotMethods.ts';
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

  it('tells in how many contexts a method is called', () => {
    const { tables } = tablesOf('main: 0>A 10>C 20<C 20>C 30<C 30>B 30>C 35<C 40<B 50<A');
    const trees = [...tables.values()].map((table) => exactTree(table, NO_CALIBRATION, 'nano'));
    expect([...hotMethods(trees).contexts]).toEqual([1, 2, 1]);
  });

  it('of nothing is empty', () => {
    expect(hotMethods([]).length).toBe(0);
  });

  it('adds up to the totals of a slow reference, whatever the trees', () => {
    fc.assert(
      fc.property(fc.integer(), (seed) => {
        const tree = randomTree(seed);
        const { length, method, totalNs, selfNs, calls } = hotMethods([tree]);
        const nodes = Array.from({ length: tree.length - 1 }, (_, i) => i + 1);
        for (let row = 0; row < length; row++) {
          const own = nodes.filter((node) => tree.method[node] === method[row]);
          const sumOf = (column: Float64Array, of: number[]): number =>
            of.reduce((sum, node) => sum + column[node], 0);
          const isInside = (node: number): boolean => {
            for (let at = tree.parent[node]; at > 0; at = tree.parent[at])
              if (tree.method[at] === method[row]) return true;
            return false;
          };
          expect(selfNs[row]).toBe(sumOf(tree.selfNs, own));
          expect(calls[row]).toBe(sumOf(tree.calls, own));
          expect(totalNs[row]).toBe(
            sumOf(
              tree.totalNs,
              own.filter((node) => !isInside(node)),
            ),
          );
        }
      }),
    );
  });
});

describe('hotGroups', () => {
  it('counts what a group calls of itself once', () => {
    // A and B are group 1, C is group 0: A -> B -> C -> A
    const { tables } = tablesOf('main: 0>A 10>B 20>C 40>A 45<A 50<C 60<B 80<A');
    const trees = [...tables.values()].map((table) => exactTree(table, NO_CALIBRATION, 'nano'));
    const groupOf = new Int32Array(19);
    groupOf.set([1, 1, 0], 16);
    const { group, calls, selfNs, totalNs, contexts } = hotGroups(trees, groupOf);
    expect([...group]).toEqual([0, 1]);
    expect([...calls]).toEqual([1, 3]);
    expect([...selfNs]).toEqual([25, 55]);
    expect([...totalNs]).toEqual([30, 80]);
    expect([...contexts]).toEqual([1, 3]);
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
