import { diffTrees } from '../../shared/analysis/diffTrees.ts';
import { dividedDiff } from '../../shared/analysis/dividedDiff.ts';
import { comparisonOf, type Comparison } from '../../shared/analysis/comparison.ts';
import { GONE } from '../../shared/analysis/treeMaker.ts';
import type { ThreadId } from '../../shared/base/ids.ts';
import { NO_CALIBRATION, NO_METHOD, type CctTable, type ExactTree } from '../../shared/cct/cctTable.ts';
import { mergeTrees } from '../../shared/cct/mergeTrees.ts';
import { exactTree, exactTreeSteps } from '../../shared/cct/overhead.ts';
import type { ThreadTree } from '../../shared/cct/threadTrees.ts';
import type { MethodTable } from '../../shared/naming/methodTable.ts';
import { transformed, type Transform } from '../../shared/rows/transform.ts';
import { transformedDiff } from '../../shared/compare/transformedDiff.ts';
import type { GroupChoice, ThreadChoice } from './cctProtocol.ts';
import { LiveMerge, treeKey } from './liveMerge.ts';
import { LiveTree } from './liveTree.ts';
import type { Baseline, TreeSource } from './treeSource.ts';
import type { ThreadMoment } from './table/workerView.ts';

/** The tree of one moment. */
export interface MadeTree {
  readonly tree: ExactTree;
  /** null: it is compared with nothing. */
  readonly comparison: Comparison | null;
}

/**
 * From the trees of threads to the one tree that all views show:
 *
 *     trees of the chosen threads -> merged -> probes' cost taken out (overhead.ts) -> transforms -> views
 *     the same of the baseline, where there is one  --------------------- laid over each other /
 *
 * Nodes keep their index from one run to the next as long as `generation` stays. A run is cut into steps, so that
 * questions are answered in between. The tree of a recording that goes on is the same one at each moment, with other numbers.
 */
export class TreePipeline {
  #threads: ThreadChoice = 'all';
  #groups: GroupChoice = 'all';
  #transforms: readonly Transform[] = [];
  #generation = 0;
  #measured = 0;
  #recording = -1;
  #merge: LiveMerge | null = null;
  #live = new LiveTree();
  #isCalibrating = false;
  /** While one tree alone was merged, its own tree stood for the merged one: no second copy of it. */
  #only: string | null = null;
  /** Node before the transforms -> node after them | GONE; null while there are none. */
  #image: Int32Array | null = null;
  /** Of nodes before the transforms; as old as the image. */
  #parent: Int32Array = new Int32Array(0);

  /** The calibration on the program has changed by the last run: the next one has other times. */
  get isCalibrating(): boolean {
    return this.#isCalibrating;
  }

  /** Counts renumberings: nodes of different generations have nothing to do with each other. */
  get generation(): number {
    return this.#generation;
  }

  /** Counts what numbers are of: another recording, other threads, root calls or steps. */
  get measured(): number {
    return this.#measured;
  }

  get threads(): ThreadChoice {
    return this.#threads;
  }

  /** @param groups of root calls */
  choose(threads: ThreadChoice, groups: GroupChoice): void {
    this.#threads = threads;
    this.#groups = groups;
    this.#mergeAnew();
  }

  get transforms(): readonly Transform[] {
    return this.#transforms;
  }

  /** @throws SluiceError 'usage' for one that cannot be done; those before stay */
  transform(steps: readonly Transform[], methods: MethodTable): void {
    transformed(exactTree(NOTHING, NO_CALIBRATION, 'none'), steps, methods);
    this.#transforms = steps;
    this.#generation++;
    this.#measured++;
  }

  /** A node before the transforms that is, or is part of, this one after them; 0 = none. O(nodes). */
  untransformed(node: number): number {
    return this.#image ? Math.max(0, this.#image.indexOf(node, 1)) : node;
  }

  /** What became of a node by the transforms, or of the nearest above it that is not gone; 0 = all of these are. */
  transformedNode(node: number): number {
    if (!this.#image) return node;
    for (let at = node; at > 0; at = this.#parent[at]) if (this.#image[at] !== GONE) return this.#image[at];
    return 0;
  }

  #mergeAnew(): void {
    this.#generation++;
    this.#measured++;
    this.#merge = null;
    this.#live = new LiveTree();
    this.#only = null;
  }

  /**
   * Yields between its steps; the tree comes at the end.
   * @param trees of the source, of this moment
   * @throws SluiceError 'usage' for a transform that cannot be done
   */
  *run(source: TreeSource, trees: readonly ThreadTree[], methods: MethodTable): Generator<void, MadeTree> {
    if (source.recording !== this.#recording) {
      this.#recording = source.recording;
      this.#mergeAnew();
    }
    const transforms = this.#transforms;
    const { calibration, clock } = source;
    const chosen = this.#threads;
    yield;
    const table = yield* this.#merged(chosenTrees(trees, chosen, this.#groups));
    yield;
    const exact =
      source.grows && table.samples === undefined
        ? this.#live.write(table, calibration, clock)
        : yield* exactTreeSteps(table, calibration, clock);
    const isRoot = (method: number): boolean => methods.isRoot(method);
    this.#isCalibrating =
      chosen === 'all' && this.#groups === 'all' && source.onProgram?.step(exact, isRoot) === true;
    if (source.baseline) return yield* this.#compared(source.baseline, exact, chosen, transforms, methods);
    if (transforms.length === 0) {
      this.#image = null;
      this.#parent = new Int32Array(0);
      return { tree: exact, comparison: null };
    }
    yield;
    const { tree, image } = transformed(exact, transforms, methods);
    // What these hide depends on the numbers of the moment: later trees do not only append.
    if (transforms.some(({ kind }) => kind === 'hideSmall' || kind === 'showPathsTo')) this.#generation++;
    this.#image = image;
    this.#parent = exact.parent;
    return { tree, comparison: null };
  }

  /** As `sluice diff` compares: each side is corrected by itself, then they are laid over each other. */
  *#compared(
    { source, ids, comparedIds, units }: Baseline,
    after: ExactTree,
    chosen: ThreadChoice,
    transforms: readonly Transform[],
    methods: MethodTable,
  ): Generator<void, MadeTree> {
    yield;
    const table = mergedTable(chosenTrees(source.trees(), chosen, this.#groups));
    const before = yield* exactTreeSteps(table, source.calibration, source.clock);
    yield;
    const whole = dividedDiff(diffTrees(before, after, ids, comparedIds), units.a, units.b);
    yield;
    const { tree, image } = transformedDiff(whole, transforms, methods);
    yield;
    const comparison = comparisonOf(tree);
    this.#image = image;
    this.#parent = whole.b.parent;
    return { tree: tree.b, comparison };
  }

  /** The same for each thread alone, as of now; nothing of it is kept. */
  *eachThread(source: TreeSource, methods: MethodTable): Generator<ThreadMoment, void> {
    const { calibration, clock, baseline } = source;
    const transforms = this.#transforms;
    if (baseline) return yield* comparedThreads(source, baseline, transforms, methods);
    for (const [id, ofThread] of treesByThread(source.trees())) {
      const [{ name, virtual }] = ofThread;
      const table = mergedTable(chosenTrees(ofThread, 'all', this.#groups));
      const tree = transformed(exactTree(table, calibration, clock), transforms, methods).tree;
      yield { id, name, virtual, tree, comparison: null };
    }
  }

  *#merged(trees: readonly ThreadTree[]): Generator<void, CctTable> {
    if (trees.length === 0) return NOTHING;
    const first = trees.find((tree) => treeKey(tree) === this.#only) ?? trees[0];
    if (!this.#merge && trees.length === 1) {
      this.#only = treeKey(first);
      return first.table;
    }
    this.#merge ??= new LiveMerge();
    // The one that stood for all comes first: merged into an empty tree its nodes keep their index.
    return yield* this.#merge.update([first, ...trees.filter((tree) => tree !== first)]);
  }
}

/** @param groups of root calls; trees that are of none hold all of them */
function chosenTrees(
  trees: readonly ThreadTree[],
  chosen: ThreadChoice,
  groups: GroupChoice,
): readonly ThreadTree[] {
  if (chosen === 'all' && groups === 'all') return trees;
  const threads = chosen === 'all' ? null : new Set(chosen);
  return trees.filter(
    ({ threadId, group }) =>
      (threads === null || threads.has(threadId)) &&
      (groups === 'all' || group === undefined || groups.includes(group)),
  );
}

/** In the order in which threads come. A thread has several where its root calls are told apart. */
function treesByThread(trees: readonly ThreadTree[]): ReadonlyMap<ThreadId, readonly ThreadTree[]> {
  const byThread = new Map<ThreadId, ThreadTree[]>();
  for (const tree of trees) {
    const { threadId } = tree;
    const known = byThread.get(threadId);
    if (known === undefined) byThread.set(threadId, [tree]);
    else known.push(tree);
  }
  return byThread;
}

/** Threads of one id, of either side, are one. */
function* comparedThreads(
  after: TreeSource,
  { source: before, ids, comparedIds, units }: Baseline,
  transforms: readonly Transform[],
  methods: MethodTable,
): Generator<ThreadMoment, void> {
  const treesBefore = treesByThread(before.trees());
  const treesAfter = treesByThread(after.trees());
  for (const id of new Set([...treesBefore.keys(), ...treesAfter.keys()])) {
    const [inA = [], inB = []] = [treesBefore.get(id), treesAfter.get(id)];
    const [{ name, virtual }] = [...inA, ...inB];
    const a = exactTree(mergedTable(inA), before.calibration, before.clock);
    const b = exactTree(mergedTable(inB), after.calibration, after.clock);
    const comparison = comparisonOf(
      transformedDiff(dividedDiff(diffTrees(a, b, ids, comparedIds), units.a, units.b), transforms, methods)
        .tree,
    );
    yield { id, name, virtual, tree: comparison.tree.b, comparison };
  }
}

function mergedTable(trees: readonly ThreadTree[]): CctTable {
  return trees.length === 1 ? trees[0].table : mergeTrees(trees.map(({ table }) => table));
}

/** The tree of threads that have recorded nothing yet. */
const NOTHING: CctTable = {
  length: 1,
  method: Int32Array.of(NO_METHOD),
  parent: Int32Array.of(-1),
  calls: new Float64Array(1),
  selfNs: new Float64Array(1),
  counted: new Uint8Array(1),
};
