import { comparisonOf, type Comparison } from '../analysis/comparison.ts';
import { diffTrees, type DiffTree } from '../analysis/diffTrees.ts';
import { dividedDiff } from '../analysis/dividedDiff.ts';
import { chosenTree, type ChosenThreads } from '../recording/chosenThreads.ts';
import { extentOf, unitsOf, type ComparisonBasis, type RecordedExtent } from './comparisonBasis.ts';
import { jointMethods } from './jointMethods.ts';
import type { MetricPair } from '../metrics/metric.ts';
import { comparablePairs } from '../recording/measuredPairs.ts';
import type { MethodTable } from '../naming/methodTable.ts';
import type { Snapshot } from '../recording/snapshot.ts';
import { renamedMethods, type RenamedMethod } from './renamedMethods.ts';
import { threadPairs, type ThreadPair } from './threadPairs.ts';
import type { Transform } from '../rows/transform.ts';
import { transformedDiff } from './transformedDiff.ts';

/** A recording and what the user calls it. */
export interface NamedRecording {
  readonly name: string;
  readonly snapshot: Snapshot;
  /** Those that are compared; without it all. Ids differ between runs: threadsNamed finds them. */
  readonly threads?: ChosenThreads;
}

/** Two recordings, A before and B after, with a numbering of methods that is neither file's. Differences are B - A. */
export class RecordingDiff {
  readonly a: NamedRecording;
  readonly b: NamedRecording;
  readonly methods: MethodTable;
  /** Methods with another name in B, which `methods` has. */
  readonly renamed: readonly RenamedMethod[];
  /** False when a recording has no clock: then only calls can be compared. */
  readonly timed: boolean;
  /** Further metrics that both have, and that can be compared. */
  readonly pairs: readonly MetricPair[];
  /** What all numbers are per, and how much each recording saw. */
  readonly basis: ComparisonBasis;
  readonly extents: { readonly a: RecordedExtent; readonly b: RecordedExtent };
  /** By how many the numbers of each side are divided. */
  readonly units: { readonly a: number; readonly b: number };
  readonly #idsA: Int32Array;
  readonly #idsB: Int32Array;
  #tree: DiffTree | null = null;

  /** @throws SluiceError 'usage' where a recording has none of what the numbers are to be per */
  constructor(a: NamedRecording, b: NamedRecording, basis: ComparisonBasis = 'recording') {
    this.renamed = renamedMethods(a.snapshot, b.snapshot);
    const { methods, idsA, idsB } = jointMethods(a.snapshot.methods, b.snapshot.methods, this.renamed);
    this.a = a;
    this.b = b;
    this.methods = methods;
    this.timed = a.snapshot.clock !== 'none' && b.snapshot.clock !== 'none';
    this.pairs = comparablePairs(a.snapshot, b.snapshot);
    this.basis = basis;
    this.extents = { a: extentOf(a.snapshot, a.threads), b: extentOf(b.snapshot, b.threads) };
    this.units = { a: unitsOf(basis, this.extents.a, a.name), b: unitsOf(basis, this.extents.b, b.name) };
    this.#idsA = idsA;
    this.#idsB = idsB;
  }

  /** By call path, the threads of each side merged. O(nodes). @param steps taken on both sides alike, before they are compared */
  compared(steps: readonly Transform[] = []): Comparison {
    this.#tree ??= this.#treeOf(this.a.threads ?? 'all', this.b.threads ?? 'all');
    return comparisonOf(transformedDiff(this.#tree, steps, this.methods).tree);
  }

  /** The same of one thread, or of several of one name. */
  comparedThread({ idsA, idsB }: ThreadPair, steps: readonly Transform[] = []): Comparison {
    return comparisonOf(transformedDiff(this.#treeOf(idsA, idsB), steps, this.methods).tree);
  }

  /** Those that are compared, of both sides, by their names. */
  get threads(): readonly ThreadPair[] {
    const of = ({ snapshot, threads = 'all' }: NamedRecording) =>
      snapshot.threads.filter(({ id }) => threads === 'all' || threads.includes(id));
    return threadPairs(of(this.a), of(this.b));
  }

  #treeOf(threadsA: ChosenThreads, threadsB: ChosenThreads): DiffTree {
    const a = chosenTree(this.a.snapshot, threadsA);
    const b = chosenTree(this.b.snapshot, threadsB);
    return dividedDiff(diffTrees(a, b, this.#idsA, this.#idsB), this.units.a, this.units.b);
  }
}
