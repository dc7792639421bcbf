import { describe, expect, it } from 'vitest';
import fc from 'fast-check';
import { NO_CALIBRATION } from '../cct/cctTable.ts';
import { exactTree } from '../cct/overhead.ts';
import { randomTree } from '../testing/randomTree.ts';
import { deepTable, tablesOf } from '../testing/tableOf.ts';
import { nodeAtPath } from './callPath.ts';
import { boxAt, FlameLayout, flameSearch, matchedShare } from './flameLayout.ts';
import { callFlames } from './flameTree.ts';
import type { FlameBoxes, FlameOrder, FlameSpan, FlameView } from './flameLayout.ts';

const SCRIPT = 'main: 0>A 10>B 40<B 40>C 90<C 98>D 99<D 99>E 100<E 100<A';
const [A, B, C] = [16, 17, 18];
const NO_RANKS = new Int32Array(32);
const WHOLE: FlameSpan = { from: 0, to: 1 };

describe('FlameLayout', () => {
  it('lays children side by side, the heaviest first, and puts narrow ones together', () => {
    expect(picture(SCRIPT, 'weight')).toEqual(['all 0-100', 'A 0-100', 'C 0-50 | B 50-80 | D*2 80-82']);
  });

  it('by name keeps the order, and puts neighbours together', () => {
    const script = 'main: 0>A 0>B 1<B 1>C 2<C 2>D 52<D 52>E 53<E 100<A';
    expect(picture(script, 'name')).toEqual(['all 0-100', 'A 0-100', 'B*2 0-2 | D 2-52 | E*1 52-53']);
  });

  it('zooms: the node and those above it fill the width', () => {
    const path = [A, B];
    expect(picture('main: 0>A 10>B 20>C 40<C 40<B 90>D 100<D 100<A', 'weight', path)).toEqual([
      'all 0-100',
      'A 0-100',
      'B 0-100',
      'C 0-67',
    ]);
  });

  it('shows any part of the whole, cut off at its edges', () => {
    const { tree } = layout(SCRIPT, 'weight');
    const flame = new FlameLayout(callFlames(tree), NO_RANKS, 'weight');
    const { node, x0, x1, frames } = flame.boxes(viewOf({ from: 0.4, to: 0.6 }));
    expect(Array.from(node, (of, box) => [of, x0[box], x1[box], frames[box]])).toEqual([
      [0, 0, 100, 1],
      [1, 0, 100, 1],
      [3, 0, 50, 1],
      [2, 50, 100, 1],
    ]);
    expect(flame.spanOf(4).from).toBeCloseTo(0.8);
    expect(flame.spanOf(4).to).toBeCloseTo(0.81);
  });

  it('without times takes calls', () => {
    const script = 'main: 0>A 0>B 0<B 0>B 0<B 0>C 0<C 0<A';
    expect(picture(script, 'weight')).toEqual(['all 0-100', 'A 0-100', 'B 0-50 | C 50-75']);
  });

  it('finds the box at a place', () => {
    const boxes = layout(SCRIPT, 'weight').boxes;
    expect(boxes.node[boxAt(boxes, 2, 60)]).toBe(2);
    expect(boxes.frames[boxAt(boxes, 2, 81)]).toBe(2);
    expect([boxAt(boxes, 2, 90), boxAt(boxes, 3, 1), boxAt(boxes, -1, 1)]).toEqual([-1, -1, -1]);
  });

  it('has nothing to show where nothing was called', () => {
    const nothing = exactTree(deepTable(0, 1), NO_CALIBRATION, 'nano');
    expect(new FlameLayout(callFlames(nothing), NO_RANKS, 'weight').boxes(viewOf(WHOLE)).length).toBe(0);
  });

  it('lays out 100,000 levels', () => {
    const deep = exactTree(deepTable(100_000, 2), NO_CALIBRATION, 'nano');
    const boxes = new FlameLayout(callFlames(deep), NO_RANKS, 'weight').boxes({
      ...viewOf(WHOLE),
      widthPx: 1000,
    });
    expect(boxes.levels.length).toBe(99_804); // a box of 2 px is 200 frames wide, and the last 199 are too narrow
    expect(boxes.frames.at(-1)).toBe(199);
  });

  it.each(['weight', 'name'] as const)(
    'by %s stands for each frame and each match once, in its place below its node, whatever the tree',
    (order) => {
      fc.assert(
        fc.property(fc.integer(), fc.constantFrom(0, 3, 20), (seed, leastPx) => {
          const tree = randomTree(seed);
          const matches = Uint8Array.from({ length: 32 }, (_, id) => +(id === B));
          const search = flameSearch(tree, matches);
          const {
            length,
            levels,
            node,
            x0,
            x1,
            frames,
            matches: matched,
          } = new FlameLayout(callFlames(tree), NO_RANKS, order).boxes({
            span: WHOLE,
            widthPx: 500,
            leastPx,
            search,
          });
          expect(frames.reduce((sum, count) => sum + count, 0)).toBe(tree.length);
          expect(matched.reduce((sum, count) => sum + count, 0)).toBe(search.below[0]);
          const boxOf = new Map(Array.from(node, (of, box) => [of, box]));
          for (let level = 1; level < levels.length - 1; level++) {
            for (let box = levels[level]; box < levels[level + 1]; box++) {
              const above = boxOf.get(tree.parent[node[box]]) ?? -1;
              expect(above).toBeLessThan(levels[level]);
              expect(x0[box]).toBeGreaterThanOrEqual(x0[above]);
              expect(x1[box]).toBeLessThanOrEqual(x1[above] + 1e-6);
              if (box > levels[level]) expect(x0[box]).toBeGreaterThanOrEqual(x1[box - 1] - 1e-6);
            }
          }
          if (leastPx === 0) expect(length).toBe(tree.length);
        }),
      );
    },
  );
});

describe('matchedShare', () => {
  it('counts a match within a match once', () => {
    const { tree, boxes } = layout('main: 0>A 10>B 20>C 30>B 40<B 45<C 50<B 50>C 70<C 100<A', 'weight');
    const share = (...methods: number[]): number => {
      const matches = new Uint8Array(32);
      for (const method of methods) matches[method] = 1;
      return matchedShare(tree, tree.totalNs, matches, 0);
    };
    expect([share(B), share(C), share(B, C), share(A), share()]).toEqual([0.4, 0.45, 0.6, 1, 0]);
    expect(boxes.levels.length).toBe(6);
  });
});

function viewOf(span: FlameSpan): FlameView {
  return { span, widthPx: 100, leastPx: 2, search: null };
}

function layout(script: string, order: FlameOrder, zoomPath: readonly number[] = []) {
  const { tables, methodNames } = tablesOf(script);
  const tree = exactTree([...tables.values()][0], NO_CALIBRATION, 'nano');
  const ranks = Int32Array.from({ length: 32 }, (_, id) => id);
  const flame = new FlameLayout(callFlames(tree), ranks, order);
  const boxes = flame.boxes(viewOf(flame.spanOf(nodeAtPath(tree, zoomPath))));
  return { tree, boxes, methodNames };
}

function picture(script: string, order: FlameOrder, zoomPath: readonly number[] = []): string[] {
  const { tree, boxes, methodNames } = layout(script, order, zoomPath);
  return Array.from({ length: boxes.levels.length - 1 }, (_, level) =>
    Array.from({ length: boxes.levels[level + 1] - boxes.levels[level] }, (__, i) =>
      boxText(boxes, boxes.levels[level] + i, (node) => methodNames.get(tree.method[node]) ?? 'all'),
    ).join(' | '),
  );
}

function boxText(
  { node, x0, x1, frames }: FlameBoxes,
  box: number,
  nameOf: (node: number) => string,
): string {
  const isNarrow = x1[box] - x0[box] < 2 || frames[box] > 1;
  const several = isNarrow ? `*${frames[box]}` : '';
  return `${nameOf(node[box])}${several} ${Math.round(x0[box])}-${Math.round(x1[box])}`;
}
