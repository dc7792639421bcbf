import { differenceCauses } from '../analysis/differenceCauses.ts';
import type { DifferenceCauses } from '../analysis/differenceCauses.ts';
import { diffTrees } from '../analysis/diffTrees.ts';
import type { DiffTree } from '../analysis/diffTrees.ts';
import { hotMethods } from '../cct/hotMethods.ts';
import type { HotMethods } from '../cct/hotMethods.ts';
import { chosenTree } from './chosenThreads.ts';
import type { ChosenThreads } from './chosenThreads.ts';
import { jointMethods } from './jointMethods.ts';
import type { MethodTable } from './methodTable.ts';
import type { Snapshot } from './snapshot.ts';

/** Two recordings compared by call path: A before, B after. Differences are B - A. */
export interface RecordingDiff {
  readonly tree: DiffTree;
  readonly causes: DifferenceCauses;
  /** Names for the method ids of the tree, which are neither file's. */
  readonly methods: MethodTable;
  /** False when a recording has no clock: then only calls can be compared. */
  readonly timed: boolean;
}

/** @param threads of each side; ids differ between runs: threadsNamed finds them */
export function diffRecordings(
  a: Snapshot,
  b: Snapshot,
  threads: { readonly a: ChosenThreads; readonly b: ChosenThreads } = { a: 'all', b: 'all' },
): RecordingDiff {
  const { methods, idsA, idsB } = jointMethods(a.methods, b.methods);
  const tree = diffTrees(chosenTree(a, threads.a), chosenTree(b, threads.b), idsA, idsB);
  const timed = a.clock !== 'none' && b.clock !== 'none';
  return { tree, causes: differenceCauses(tree), methods, timed };
}

/** The methods of both sides in flat tables with equal rows: row i of `a` and of `b` is the same method. */
export function diffHotMethods({ a, b }: DiffTree): { readonly a: HotMethods; readonly b: HotMethods } {
  return { a: hotMethods([a]), b: hotMethods([b]) };
}
