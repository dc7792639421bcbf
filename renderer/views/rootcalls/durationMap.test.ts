import { describe, expect, it } from 'vitest';
import { ThreadTrees } from '../../../shared/cct/threadTrees.ts';
import { rootCallSets } from '../../../shared/recording/rootCallSets.ts';
import { eventScript } from '../../../shared/testing/eventScript.ts';
import { callsOver, durationCells, limitsOf, typedLimit, widestGap } from './durationMap.ts';

describe('durationMap', () => {
  it('proposes a limit between the usual root calls and the slow ones', () => {
    const trees = new ThreadTrees();
    const durations = [900, 1_000, 1_100, 1_300, 1_000, 40_000, 45_000];
    const words = durations.map((ns, i) => `^ ${i * 100_000}>A ${i * 100_000 + ns}<A`);
    eventScript(`main: ${words.join(' ')}`).play(trees);
    const cells = durationCells(rootCallSets(trees.rootDurations(), 'nano')[1]);
    const limits = limitsOf(cells);
    const limitNs = limits[widestGap(cells, limits)];
    expect(limitNs).toBeGreaterThan(1_300);
    expect(limitNs).toBeLessThan(40_000);
    expect(callsOver(cells, limitNs)).toBe(2);
    expect(callsOver(cells, 0)).toBe(7);
  });

  it('has no limit where all root calls last as long', () => {
    expect(limitsOf([])).toEqual([]);
    expect(widestGap([], [])).toBe(-1);
  });

  it('writes a limit as it is typed, never below it', () => {
    expect([1_420, 35_123_456, 120e6, 2.5e9, 12].map(typedLimit)).toEqual([
      '1.42us',
      '35.2ms',
      '120ms',
      '2.5s',
      '1us',
    ]);
  });
});
