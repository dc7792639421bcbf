import { describe, expect, it } from 'vitest';
import { randomTree } from '../testing/randomTree.ts';
import { treeNumbers } from './comparedSource.ts';
import { comparisonOf } from './comparison.ts';
import { diffTrees } from './diffTrees.ts';

const DIFF = diffTrees(randomTree(1), randomTree(2));

describe('DiffNumbers', () => {
  it('has every change as the sum of its causes, and as B less A', () => {
    const numbers = treeNumbers(comparisonOf(DIFF), true);
    for (const kind of ['total', 'self'] as const) {
      for (let node = 1; node < DIFF.a.length; node++) {
        const change = numbers.of(`${kind}Change`, node);
        const causes = numbers.of(`${kind}ByCalls`, node) + numbers.of(`${kind}ByTime`, node);
        expect(causes).toBeCloseTo(change, 6);
        expect(change).toBe(numbers.of(`${kind}B`, node) - numbers.of(`${kind}A`, node));
        expect(numbers.values(`${kind}Change`)[node]).toBe(change);
      }
    }
    expect(numbers.of('callsChange', 1)).toBe(numbers.of('callsB', 1) - numbers.of('callsA', 1));
  });

  it('tells how much has changed below a node, either way', () => {
    const { a, b } = DIFF;
    const all = (before: Float64Array, after: Float64Array): number =>
      after.reduce((sum, value, node) => sum + Math.abs(value - before[node]), 0);
    const comparison = comparisonOf(DIFF);
    expect(treeNumbers(comparison, true).of('changed', 0)).toBe(all(a.selfNs, b.selfNs));
    expect(treeNumbers(comparison, false).of('changed', 0)).toBe(all(a.calls, b.calls));
  });
});
