import { describe, expect, it } from 'vitest';
import { differenceCauses } from './differenceCauses.ts';
import { diffColumn, diffRows } from './diffRows.ts';
import type { DiffColumn } from './diffRows.ts';
import { diffTrees } from './diffTrees.ts';
import { randomTree } from '../testing/randomTree.ts';

describe('diffRows', () => {
  it('has every change as the sum of its causes, and as B less A', () => {
    const diff = diffTrees(randomTree(1), randomTree(2));
    const causes = differenceCauses(diff);
    const column = (name: DiffColumn): Float64Array => diffColumn(diff, causes, name);
    for (const kind of ['total', 'self'] as const) {
      const [change, byCalls, byTime] = [
        column(`${kind}Change`),
        column(`${kind}ByCalls`),
        column(`${kind}ByTime`),
      ];
      for (let node = 1; node < change.length; node++) {
        expect(byCalls[node] + byTime[node]).toBeCloseTo(change[node], 6);
        expect(change[node]).toBe(column(`${kind}B`)[node] - column(`${kind}A`)[node]);
      }
    }
    expect(column('callsChange')[1]).toBe(column('callsB')[1] - column('callsA')[1]);
  });

  it('weighs nodes by how much has changed, either way', () => {
    const diff = diffTrees(randomTree(1), randomTree(2));
    const source = diffRows(diff, differenceCauses(diff));
    expect(source.weights()[1]).toBe(Math.abs(source.values('totalChange')[1]));
    expect(source.hasChildren(0)).toBe(true);
  });
});
