import { describe, expect, it } from 'vitest';
import { randomTree } from '../testing/randomTree.ts';
import { BackTraces } from './backTraces.ts';
import { comparedCallers } from './comparedSource.ts';
import { comparisonOf } from './comparison.ts';
import { diffTrees } from './diffTrees.ts';
import type { RowSource } from './rowSource.ts';

const COMPARISON = comparisonOf(diffTrees(randomTree(3), randomTree(4)));

function makeAll(rows: RowSource): void {
  for (let node = 0; node < rows.tree.length; node++) rows.makeChildren(node);
}

describe('comparedCallers', () => {
  it('has of each side what the back traces of that side alone have', () => {
    const { rows, numbers } = comparedCallers(COMPARISON, true);
    makeAll(rows);
    for (const side of ['a', 'b'] as const) {
      const alone = new BackTraces(COMPARISON.tree[side]);
      makeAll(alone);
      const { length, calls, selfNs, totalNs } = alone.tree;
      const found = numbers.rows.tree[side];
      expect(found.length).toBe(length);
      for (let node = 1; node < length; node++) {
        expect([found.method[node], found.calls[node]]).toEqual([alone.tree.method[node], calls[node]]);
        expect([found.selfNs[node], found.totalNs[node]]).toEqual([selfNs[node], totalNs[node]]);
      }
    }
  });

  it('has no less changed in a row than in those below it, however many are made', () => {
    const { rows, numbers } = comparedCallers(COMPARISON, true);
    const topBefore = Array.from(numbers.values('changed').subarray(1, rows.tree.length));
    makeAll(rows);
    const changed = numbers.values('changed');
    expect(Array.from(changed.subarray(1, topBefore.length + 1))).toEqual(topBefore);
    const below = new Float64Array(rows.tree.length);
    for (let node = 1; node < rows.tree.length; node++) below[rows.tree.parent[node]] += changed[node];
    for (let node = 1; node < rows.tree.length; node++)
      expect(below[node]).toBeLessThanOrEqual(changed[node] + 1e-6);
  });

  it('tells apart what calls and what the time per call explain', () => {
    const { rows, numbers } = comparedCallers(COMPARISON, true);
    makeAll(rows);
    for (let node = 1; node < rows.tree.length; node++)
      expect(numbers.of('selfByCalls', node) + numbers.of('selfByTime', node)).toBeCloseTo(
        numbers.of('selfChange', node),
        6,
      );
  });
});
