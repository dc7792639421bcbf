import { expect, it } from 'vitest';
import fc from 'fast-check';
import type { ExactTree } from '../cct/cctTable.ts';
import { randomTree } from '../testing/randomTree.ts';
import { BackTraces } from './backTraces.ts';
import { callPathOf } from './callPath.ts';
import { FlameLayout } from './flameLayout.ts';
import { invertedFlames } from './flameTree.ts';

it('inverted, each frame is as wide as the self times of the contexts that end in its path', () => {
  fc.assert(
    fc.property(fc.integer(), (seed) => {
      const tree = randomTree(seed);
      const flames = invertedFlames(new BackTraces(tree));
      for (let node = 0; node < flames.tree.length; node++) {
        flames.childrenOf(node);
        const ending = callPathOf(flames.tree, node).toReversed();
        expect(flames.weightOf(node)).toBeCloseTo(selfOfPathsEndingIn(tree, ending), 6);
        expect(flames.childWeight(node)).toBeLessThanOrEqual(flames.weightOf(node) * (1 + 1e-9));
      }
    }),
    { numRuns: 30 },
  );
});

it('inverted, only the callers that are drawn are made, and no level beyond the last', () => {
  const tree = randomTree(7);
  const layout = new FlameLayout(invertedFlames(new BackTraces(tree)), new Int32Array(32), 'weight');
  const made = layout.tree.length;
  const view = { span: { from: 0, to: 1 }, widthPx: 1000, leastPx: 1, search: null };
  expect(layout.boxes({ ...view, mostLevels: 2 }).levels).toHaveLength(3);
  expect(layout.tree.length).toBe(made);
  expect(layout.boxes(view).levels.length).toBeGreaterThan(3);
  expect(layout.tree.length).toBeGreaterThan(made);
});

function selfOfPathsEndingIn(tree: ExactTree, ending: readonly number[]): number {
  let sum = 0;
  for (let node = 1; node < tree.length; node++) {
    const path = callPathOf(tree, node);
    const tail = ending.length === 0 ? [] : path.slice(-ending.length);
    if (tail.length === ending.length && tail.every((method, i) => method === ending[i]))
      sum += tree.selfNs[node];
  }
  return sum;
}
