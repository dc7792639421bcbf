/**
 * Milliseconds of each pass over a tree of a million nodes, as a view makes them: median and worst of 7.
 * The goal is well under 100 ms each. Run: npm run bench -- million
 */
import { NO_CALIBRATION } from '../cct/cctTable.ts';
import type { ExactTree } from '../cct/cctTable.ts';
import { childIndex } from '../cct/childIndex.ts';
import { hotMethods } from '../cct/hotMethods.ts';
import { mergeTrees } from '../cct/mergeTrees.ts';
import { outermost } from '../cct/outermost.ts';
import { exactTree } from '../cct/overhead.ts';
import { millionNodes } from '../testing/millionNodes.ts';
import { BackTraces } from './backTraces.ts';
import { differenceCauses } from './differenceCauses.ts';
import { diffTrees } from './diffTrees.ts';

const PASSES = 7;

const tree = millionNodes();
console.log(`${tree.length} nodes`);

const diff = diffTrees(tree, tree);
measure('exactTree', () => exactTree(tree, NO_CALIBRATION, 'nano'));
measure('mergeTrees of one', () => mergeTrees([tree]));
measure('childIndex', () => childIndex(tree));
measure('outermost', () => outermost(tree, null, 6000));
measure('hotMethods', () => hotMethods([tree]));
const largest = heaviest(new BackTraces(tree).tree);
measure('back traces, top level', () => new BackTraces(tree));
measure('  and callers of the largest', () => new BackTraces(tree).makeChildren(largest));
measure('diffTrees (of two)', () => diffTrees(tree, tree));
measure('differenceCauses', () => differenceCauses(diff));

function measure(name: string, pass: () => unknown): void {
  const timesMs = Array.from({ length: PASSES }, () => {
    const startMs = performance.now();
    pass();
    return performance.now() - startMs;
  }).sort((a, b) => a - b);
  console.log(
    `${name.padEnd(28)} ${timesMs[PASSES >> 1].toFixed(0).padStart(4)} ms (${timesMs[PASSES - 1].toFixed(0)})`,
  );
}

function heaviest({ length, calls }: ExactTree): number {
  let node = 1;
  for (let other = 2; other < length; other++) if (calls[other] > calls[node]) node = other;
  return node;
}
