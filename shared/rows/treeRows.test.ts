import { describe, expect, it } from 'vitest';
import fc from 'fast-check';
import { NO_CALIBRATION } from '../cct/cctTable.ts';
import { exactTree } from '../cct/overhead.ts';
import { seededRandom } from '../testing/arbitraryEvents.ts';
import { randomTree } from '../testing/randomTree.ts';
import { deepTable, tablesOf } from '../testing/tableOf.ts';
import { BackTraces } from '../analysis/backTraces.ts';
import { wholeTree } from '../analysis/rowSource.ts';
import { TreeRows } from './treeRows.ts';
import type { SortOrder } from './sortOrder.ts';

const BY_TOTAL: SortOrder = { column: 'total', ascending: false };
const SCRIPT = 'main: ^ 0>A 10>B 20>D 25<D 30<B 30>C 80>D 85<D 90<C 95<A ^ 100>E 101<E';

describe('TreeRows of a call tree', () => {
  it('shows the roots first, the largest on top', () => {
    expect(view().shown()).toEqual(['A +', 'E']);
  });

  it('shows children below an open node, and remembers what was open in a closed one', () => {
    const { rows, node, shown } = view();
    rows.open(node('A'));
    expect(shown()).toEqual(['A -', '  C +', '  B +', 'E']);
    rows.open(node('A C'));
    rows.close(node('A'));
    expect(shown()).toEqual(['A +', 'E']);
    rows.open(node('A'));
    expect(shown()).toEqual(['A -', '  C -', '    D', '  B +', 'E']);
    expect(rows.rowOf(node('A C D'))).toBe(2);
    expect(rows.rowOf(node('A B D'))).toBe(-1);
  });

  it('sorts by any column, either way, equal rows by name', () => {
    const { rows, shown } = view('main: 0>A 1>C 3<C 3>B 5<B 5>D 6<D 6>D 7<D 9<A');
    rows.openAllBelow(0);
    const sorted = (order: SortOrder): string => {
      rows.order = order;
      return shown()
        .slice(1)
        .map((line) => line.trim())
        .join(' ');
    };
    expect(sorted(BY_TOTAL)).toBe('B C D');
    expect(sorted({ column: 'calls', ascending: false })).toBe('D B C');
    expect(sorted({ column: 'calls', ascending: true })).toBe('B C D');
    expect(sorted({ column: 'name', ascending: false })).toBe('D C B');
    expect(sorted({ column: 'self', ascending: true })).toBe('B C D');
  });

  it('of a grown tree leaves rows that were handed out as they are while others are collected', () => {
    const { rows, source, nameRanks } = view();
    rows.openAllBelow(0);
    rows.nodes.at(0);
    const grown = new TreeRows(source, nameRanks, BY_TOTAL, rows);
    const handedOut = grown.nodes;
    const before = [...handedOut];
    grown.order = { column: 'total', ascending: true };
    expect([...grown.nodes]).not.toEqual(before);
    expect([...handedOut]).toEqual(before);
  });

  it('opens the hot path while a child holds more than half', () => {
    const { rows, node, shown } = view();
    expect(rows.openHotPath(0)).toBe(node('A C'));
    expect(shown()).toEqual(['A -', '  C -', '    D', '  B +', 'E']);
  });

  it('opens and closes everything', () => {
    const { rows, node, shown } = view();
    rows.openAllBelow(node('A B'));
    rows.reveal(node('A B D'));
    expect(shown()).toEqual(['A -', '  C +', '  B -', '    D', 'E']);
    rows.openAllBelow(0);
    expect(shown()).toEqual(['A -', '  C -', '    D', '  B -', '    D', 'E']);
    rows.closeAllBelow(0);
    expect(shown()).toEqual(['A +', 'E']);
  });

  it('finds the match that has most of what rows are sorted by, wherever it stands', () => {
    const { rows, node, method } = view();
    const matches = new Uint8Array(64);
    expect(rows.largestMatch(matches)).toBe(-1);
    matches[method('D')] = matches[method('E')] = 1;
    const { totalNs, calls } = rows.tree;
    const most = (of: ArrayLike<number>): number =>
      Math.max(...[node('A C D'), node('A B D'), node('E')].map((at) => of[at]));
    rows.order = { column: 'total', ascending: true };
    expect(totalNs[rows.largestMatch(matches)]).toBe(most(totalNs));
    rows.order = { column: 'name', ascending: true };
    expect(totalNs[rows.largestMatch(matches)]).toBe(most(totalNs));
    rows.order = { column: 'calls', ascending: false };
    expect(calls[rows.largestMatch(matches)]).toBe(most(calls));
  });

  it('finds matches in the order of the view, around its ends, in closed nodes too', () => {
    const { rows, node, method } = view();
    const matches = new Uint8Array(64);
    expect(rows.findNext(matches, 0)).toBe(-1);
    matches[method('D')] = 1;
    expect(rows.findNext(matches, 0)).toBe(node('A C D'));
    expect(rows.findNext(matches, node('A C D'))).toBe(node('A B D'));
    expect(rows.findNext(matches, node('A B D'))).toBe(node('A C D'));
    expect(rows.findPrevious(matches, 0)).toBe(node('A B D'));
    expect(rows.findPrevious(matches, node('A B D'))).toBe(node('A C D'));
    expect(rows.findPrevious(matches, node('A C D'))).toBe(node('A B D'));
    expect(['A C D', 'A B D', 'A C'].map((path) => rows.matchPlace(matches, node(path)))).toEqual([1, 2, 0]);
  });

  it('opens in a newer tree what was open in the older one', () => {
    const older = view();
    older.rows.openAllBelow(older.node('A'));
    const newer = view(`${SCRIPT} ^ 200>F 500<F ^ 600>A 601>G 602<G 603<A`);
    newer.rows.openAsIn(older.rows);
    expect(newer.shown()).toEqual(['F', 'A -', '  C -', '    D', '  B -', '    D', '  G', 'E']);
  });

  it('steps through every node in the order of its rows, forth and back, whatever the tree', () => {
    fc.assert(
      fc.property(fc.integer(), (seed) => {
        const tree = randomTree(seed);
        const all = new TreeRows(wholeTree(tree), new Int32Array(32), BY_TOTAL);
        all.openAllBelow(0);
        const expected = [...all.nodes];
        const walk = (next: (from: number) => number): number[] => {
          const found: number[] = [];
          for (let node = next(0); found.length < tree.length - 1; node = next(node)) found.push(node);
          return found;
        };
        const every = new Uint8Array(32).fill(1);
        const forth = new TreeRows(wholeTree(tree), new Int32Array(32), BY_TOTAL);
        expect(walk((from) => forth.findNext(every, from))).toEqual(expected);
        const anew = new TreeRows(wholeTree(tree), new Int32Array(32), BY_TOTAL);
        expect(expected.map((node) => anew.matchPlace(every, node))).toEqual(expected.map((_, i) => i + 1));
        const back = new TreeRows(wholeTree(tree), new Int32Array(32), BY_TOTAL);
        expect(walk((from) => back.findPrevious(every, from))).toEqual(expected.reverse());
      }),
    );
  });

  it('has the same rows after any opening and closing as when all is collected anew', () => {
    fc.assert(
      fc.property(fc.integer(), (seed) => {
        const random = seededRandom(seed);
        const tree = randomTree(seed);
        const stepwise = new TreeRows(wholeTree(tree), new Int32Array(32), BY_TOTAL);
        for (let step = 0; step < 20; step++) {
          expect(stepwise.nodes.length).toBe(stepwise.depths.length);
          const node = Math.floor(random() * tree.length);
          if (random() < 0.7) stepwise.open(node);
          else stepwise.close(node);
        }
        const anew = new TreeRows(wholeTree(tree), new Int32Array(32), BY_TOTAL);
        for (let node = 1; node < tree.length; node++) if (stepwise.isOpen(node)) anew.open(node);
        expect(stepwise.nodes).toEqual(anew.nodes);
        expect(stepwise.depths).toEqual(anew.depths);
        expect(Array.from(stepwise.nodes, (node) => stepwise.depthOf(node))).toEqual([...anew.depths]);
      }),
    );
  });

  it('follows a path of methods as far as it goes', () => {
    const { rows, node, method } = view();
    const path = (...names: string[]): number[] => names.map(method);
    expect(rows.nodeAt(path('A', 'C', 'D'))).toBe(node('A C D'));
    expect(rows.nodeAt(path('A', 'D'))).toBe(node('A'));
    expect(rows.nodeAt(path('D'))).toBe(0);
  });

  it('shows a tree of 100,000 levels', () => {
    const tree = exactTree(deepTable(100_000, 2), NO_CALIBRATION, 'nano');
    const rows = new TreeRows(wholeTree(tree), new Int32Array(32), BY_TOTAL);
    rows.openAllBelow(0);
    expect(rows.nodes.length).toBe(100_000);
    expect(rows.depths[99_999]).toBe(99_999);
    expect(rows.findPrevious(new Uint8Array(32).fill(1), 0)).toBe(100_000);
  });
});

describe('TreeRows of back traces', () => {
  it('makes callers when they are opened, and opens in a newer tree what was open', () => {
    const older = backTraces('main: 0>A 10>B 15<B 15>C 20>B 40<B 45<C 50<A');
    expect(older.shown()).toEqual(['A', 'C +', 'B +']);
    expect(older.rows.tree.length).toBe(4);
    older.rows.open(2);
    older.rows.reveal(older.rows.nodeAt([17, 18, 16]));
    expect(older.shown()).toEqual(['A', 'C +', 'B -', '  C -', '    A', '  A']);
    const newer = backTraces('main: 0>A 10>B 90<B 90>C 95>B 100<B 101<C 102<A');
    newer.rows.openAsIn(older.rows);
    expect(newer.shown()).toEqual(['A', 'B -', '  A', '  C -', '    A', 'C +']);
  });

  it('opens everything, in any order, and finds its way through it', () => {
    fc.assert(
      fc.property(fc.integer(), (seed) => {
        const rows = new TreeRows(new BackTraces(randomTree(seed)), new Int32Array(32), BY_TOTAL);
        rows.openAllBelow(0);
        const expected = [...rows.nodes];
        expect(expected.length).toBe(rows.tree.length - 1);
        const every = new Uint8Array(32).fill(1);
        let node = 0;
        for (const next of expected) expect((node = rows.findNext(every, node))).toBe(next);
        rows.order = { column: 'self', ascending: true };
        expect([...rows.nodes].sort((a, b) => a - b)).toEqual(expected.sort((a, b) => a - b));
      }),
    );
  });

  it('opens the hot path of callers', () => {
    const { rows, shown } = backTraces('main: 0>A 10>B 40>C 80<C 80<B 81>C 85<C 90<A');
    rows.openHotPath(rows.nodeAt([18]));
    expect(shown()).toEqual(['A', 'B +', 'C -', '  B -', '    A', '  A']);
  });

  function backTraces(script: string) {
    const { tables, methodNames } = tablesOf(script);
    const tree = exactTree([...tables.values()][0], NO_CALIBRATION, 'nano');
    const rows = new TreeRows(
      new BackTraces(tree),
      Int32Array.from({ length: 32 }, (_, id) => id),
      BY_TOTAL,
    );
    const shown = (): string[] =>
      Array.from(rows.nodes, (node, row) => {
        const mark = !rows.hasChildren(node) ? '' : rows.isOpen(node) ? ' -' : ' +';
        return `${'  '.repeat(rows.depths[row])}${methodNames.get(rows.tree.method[node])}${mark}`;
      });
    return { rows, shown };
  }
});

function view(script = SCRIPT) {
  const { tables, methodNames } = tablesOf(script);
  const [table] = tables.values();
  const tree = exactTree(table, NO_CALIBRATION, 'nano');
  const names = [...methodNames.values()].sort();
  const nameRanks = new Int32Array(64);
  for (const [id, name] of methodNames) nameRanks[id] = names.indexOf(name);
  const source = wholeTree(tree);
  const rows = new TreeRows(source, nameRanks, BY_TOTAL);
  const method = (name: string): number => [...methodNames].find((entry) => entry[1] === name)?.[0] ?? -1;
  const node = (path: string): number =>
    path.split(' ').reduce((above, name) => {
      const child = tree.method.findIndex((id, row) => id === method(name) && tree.parent[row] === above);
      if (child < 0) throw new Error(`no node ${path}`);
      return child;
    }, 0);
  const shown = (): string[] =>
    Array.from(rows.nodes, (shownNode, row) => {
      const mark = !rows.hasChildren(shownNode) ? '' : rows.isOpen(shownNode) ? ' -' : ' +';
      return `${'  '.repeat(rows.depths[row])}${methodNames.get(tree.method[shownNode])}${mark}`;
    });
  return { rows, source, nameRanks, node, method, shown };
}
