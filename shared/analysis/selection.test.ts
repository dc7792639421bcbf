import { describe, expect, it } from 'vitest';
import fc from 'fast-check';
import { randomTree } from '../testing/randomTree.ts';
import { tableOf } from '../testing/tableOf.ts';
import { NO_CALIBRATION } from '../cct/cctTable.ts';
import { exactTree } from '../cct/overhead.ts';
import { callPathOf, heaviestEndingIn, nearestAtPath, nodeAtPath } from './callPath.ts';
import { diffTrees } from './diffTrees.ts';
import { backTraceOf, selectedAmong, selectedEndingIn } from './selection.ts';

const [A, B, C] = [16, 17, 18];
const TREE = exactTree(
  tableOf('main: 0>A 10>B 20>C 30<C 40<B 50>C 90<C 100<A ^ 100>B 130>C 140<C 150<B'),
  NO_CALIBRATION,
  'nano',
);

describe('a selection', () => {
  it('is found in each view', () => {
    const selected = [A, B, C];
    expect(callPathOf(TREE, nodeAtPath(TREE, selected))).toEqual(selected);
    expect(backTraceOf(selected)).toEqual([C, B, A]);
  });

  it('stays when it is one of what a row stands for, else the heaviest is selected', () => {
    expect(selectedEndingIn(TREE, [A, B, C], [C])).toEqual([A, B, C]);
    expect(selectedEndingIn(TREE, [A, B], [C])).toEqual([A, C]);
    expect(selectedEndingIn(TREE, [A, C], [B, C])).toEqual([A, B, C]); // as heavy as B > C: the first one found
    expect(selectedEndingIn(TREE, [A], [99])).toEqual([]);
  });

  it('of what only the side before calls is the heaviest there', () => {
    const before = exactTree(tableOf('main: 0>A 10>B 20<B 30<A 40>B 90<B'), NO_CALIBRATION, 'nano');
    const after = exactTree(tableOf('main: 0>A 10<A'), NO_CALIBRATION, 'nano');
    const { a, b } = diffTrees(before, after);
    expect(selectedEndingIn(b, [], [B])).toEqual([A, B]); // the first one found
    expect(selectedEndingIn(b, [], [B], a)).toEqual([B]);
    const methods = Uint8Array.from({ length: 32 }, (_, id) => +(id === B));
    expect(selectedAmong(b, [], methods, a)).toEqual([B]);
  });

  it('is kept as far as it goes in a tree that lacks the rest', () => {
    expect(nodeAtPath(TREE, [A, B, A])).toBe(0);
    expect(callPathOf(TREE, nearestAtPath(TREE, [A, B, A]))).toEqual([A, B]);
    expect(nearestAtPath(TREE, [C])).toBe(0);
  });
});

describe('paths', () => {
  it('lead to their node, and to the heaviest one that ends so, whatever the tree', () => {
    fc.assert(
      fc.property(fc.integer(), fc.integer({ min: 1, max: 3 }), (seed, steps) => {
        const tree = randomTree(seed);
        for (let node = 1; node < tree.length; node++) {
          const path = callPathOf(tree, node);
          expect(nodeAtPath(tree, path)).toBe(node);
          const ending = path.slice(-steps);
          const heaviest = heaviestEndingIn(tree, ending);
          expect(callPathOf(tree, heaviest).slice(-ending.length)).toEqual(ending);
          expect(tree.totalNs[heaviest]).toBeGreaterThanOrEqual(tree.totalNs[node]);
        }
      }),
    );
  });
});
