import { describe, expect, it } from 'vitest';
import { randomTree } from '../testing/randomTree.ts';
import { differenceCauses } from './differenceCauses.ts';
import { diffTrees } from './diffTrees.ts';
import { dividedDiff } from './dividedDiff.ts';

/** One node below the thread. */
const tree = (calls: number, ns: number) => ({
  length: 2,
  method: Int32Array.of(-1, 16),
  parent: Int32Array.of(-1, 0),
  calls: Float64Array.of(0, calls),
  selfNs: Float64Array.of(0, ns),
  totalNs: Float64Array.of(ns, ns),
  errorNs: Float64Array.of(0, 0),
  counted: Uint8Array.of(0, 0),
});

const causes = (a: [calls: number, ns: number], b: [calls: number, ns: number]): [number, number] => {
  const diff = diffTrees(tree(...a), tree(...b));
  const byCalls = differenceCauses(diff).selfByCallsNs[1];
  return [byCalls, diff.b.selfNs[1] - diff.a.selfNs[1] - byCalls];
};

describe('why a time differs: [by calls, by time per call]', () => {
  it.each([
    ['as before', [2, 20], [2, 20], [0, 0]],
    ['twice the calls', [2, 20], [4, 40], [20, 0]],
    ['calls of twice the time', [2, 20], [2, 40], [0, 20]],
    ['both', [2, 20], [3, 60], [20, 20]],
    ['new', [0, 0], [3, 60], [60, 0]],
    ['gone', [3, 60], [0, 0], [-60, 0]],
    // Once 300 s by calls against 300 s by time, for a difference of 1 s.
    ['few long calls for many short ones', [1_000, 1_000], [2, 2_000], [-998, 1_998]],
  ] as const)('%s', (_, a, b, expected) => {
    expect(causes([...a], [...b])).toEqual(expected);
    const turned = causes([...b], [...a]);
    expect(turned.map((value) => -value + 0)).toEqual(expected);
  });

  it('is never more than what a side takes, however the calls differ', () => {
    const diff = diffTrees(randomTree(1), randomTree(2));
    for (const sides of [diff, dividedDiff(diff, 3, 1_000)]) {
      const { selfByCallsNs } = differenceCauses(sides);
      for (let node = 1; node < sides.a.length; node++) {
        const [a, b, byCalls] = [sides.a.selfNs[node], sides.b.selfNs[node], selfByCallsNs[node]];
        const most = Math.max(a, b) * (1 + 1e-9);
        expect(Math.abs(byCalls)).toBeLessThanOrEqual(most);
        expect(Math.abs(b - a - byCalls)).toBeLessThanOrEqual(most);
      }
    }
  });
});

describe('dividedDiff', () => {
  it('has calls, times and errors of each side by its own number, and equal shares equal', () => {
    const whole = diffTrees(tree(10, 80), tree(15, 120));
    const { a, b } = dividedDiff(whole, 2, 3);
    expect([a.calls[1], a.selfNs[1], a.totalNs[0]]).toEqual([5, 40, 40]);
    expect([b.calls[1], b.selfNs[1], b.totalNs[0]]).toEqual([5, 40, 40]);
    expect(dividedDiff(whole, 1, 1)).toBe(whole);
  });
});
