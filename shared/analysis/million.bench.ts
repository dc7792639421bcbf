/**
 * What each pass over a tree of a million nodes costs, as a view makes them: ms of CPU time (garbage collection and all), of
 * 7 passes each. The goal is well under 100 ms. Run: npm run bench -- million
 */
import type { MethodId } from '../base/ids.ts';
import { NO_CALIBRATION } from '../cct/cctTable.ts';
import type { ExactTree } from '../cct/cctTable.ts';
import { childIndex } from '../cct/childIndex.ts';
import { hotMethods } from '../cct/hotMethods.ts';
import { mergeTrees } from '../cct/mergeTrees.ts';
import { outermost } from '../cct/outermost.ts';
import { exactTree } from '../cct/overhead.ts';
import { MethodTable } from '../naming/methodTable.ts';
import { packageRows } from '../rows/packageRows.ts';
import { transformed } from '../rows/transform.ts';
import { millionNodes } from '../testing/millionNodes.ts';
import { BackTraces } from './backTraces.ts';
import { differenceCauses } from './differenceCauses.ts';
import { FlameLayout, flameSearch, matchedShare } from './flameLayout.ts';
import type { FlameView } from './flameLayout.ts';
import { callFlames, invertedFlames } from './flameTree.ts';
import { collapseRecursion } from './collapseRecursion.ts';
import { diffTrees } from './diffTrees.ts';
import {
  collapseLibrary,
  collapseMethods,
  dropMethods,
  focusMethods,
  focusSubtree,
  hideSmall,
  mergeMethods,
  showPathsTo,
} from './transforms.ts';

const PASSES = 7;
/** Of 60 packages with 10 classes each. */
const METHODS = new MethodTable(
  Array.from({ length: 6000 }, (_, id) => ({
    ...{ id: id as MethodId, className: `p${id % 60}.C${id % 600}`, name: `m${id}`, descriptor: '()V' },
    root: false,
  })),
);

const tree = millionNodes();
console.log(`${tree.length} nodes`);

const diff = diffTrees(tree, tree);
measure('exactTree', () => exactTree(tree, NO_CALIBRATION, 'nano'));
measure('mergeTrees of one', () => mergeTrees([tree]));
measure('childIndex', () => childIndex(tree));
measure('outermost', () => outermost(tree, null, 6000));
measure('hotMethods', () => hotMethods([tree]));
measure('packageRows', () => packageRows(tree, METHODS, null));
const largest = heaviest(new BackTraces(tree).tree);
measure('back traces, top level', () => new BackTraces(tree));
measure('  and callers of the largest', () => new BackTraces(tree).makeChildren(largest));
const some = Uint8Array.from({ length: 6000 }, (_, id) => (id % 50 === 0 ? 1 : 0)); // a fiftieth of the methods
measure('no step at all', () => transformed(tree, [], new MethodTable()));
measure('focusSubtree of all', () => focusSubtree(tree, 1));
measure('focusMethods', () => focusMethods(tree, some));
measure('dropMethods', () => dropMethods(tree, some));
measure('mergeMethods', () => mergeMethods(tree, some));
measure('collapseMethods', () => collapseMethods(tree, some));
measure('collapseLibrary', () => collapseLibrary(tree, some));
measure('collapseRecursion', () => collapseRecursion(tree, null));
measure('hideSmall', () => hideSmall(tree, 1e-6));
measure('showPathsTo', () => showPathsTo(tree, some));
const view: FlameView = { span: { from: 0, to: 1 }, widthPx: 2560, leastPx: 1, search: null };
const flame = new FlameLayout(callFlames(tree), new Int32Array(6000), 'weight');
console.log(`${flame.boxes(view).length} boxes`);
measure('FlameLayout', () => new FlameLayout(callFlames(tree), new Int32Array(6000), 'weight').boxes(view));
measure('  boxes again', () => flame.boxes(view));
const inverted = new FlameLayout(invertedFlames(new BackTraces(tree)), new Int32Array(6000), 'weight');
console.log(
  `${inverted.boxes({ ...view, mostLevels: 90 }).length} boxes inverted, ${inverted.tree.length} nodes made`,
);
measure('inverted', () =>
  new FlameLayout(invertedFlames(new BackTraces(tree)), new Int32Array(6000), 'weight').boxes({
    ...view,
    mostLevels: 90,
  }),
);
measure('flameSearch', () => flameSearch(tree, some));
measure('matchedShare', () => matchedShare(tree, tree.totalNs, some, 0));
measure('diffTrees (of two)', () => diffTrees(tree, tree));
measure('differenceCauses', () => differenceCauses(diff));

function measure(name: string, pass: () => unknown): void {
  const timesMs = Array.from({ length: PASSES }, () => {
    const start = process.cpuUsage();
    pass();
    const { user, system } = process.cpuUsage(start);
    return (user + system) / 1000;
  }).sort((a, b) => a - b);
  const text = (ms: number): string => ms.toFixed(0).padStart(4);
  console.log(
    `${name.padEnd(28)} ${text(timesMs[0])} ms at best, ${text(timesMs[PASSES >> 1])} median, ${text(timesMs[PASSES - 1])} at worst`,
  );
}

function heaviest({ length, calls }: ExactTree): number {
  let node = 1;
  for (let other = 2; other < length; other++) if (calls[other] > calls[node]) node = other;
  return node;
}
