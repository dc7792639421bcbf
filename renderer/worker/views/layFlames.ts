import { BackTraces } from '../../../shared/analysis/backTraces.ts';
import { comparedCallers, treeNumbers } from '../../../shared/analysis/comparedSource.ts';
import type { DiffNumbers } from '../../../shared/analysis/diffNumbers.ts';
import { FlameLayout, type FlameOrder } from '../../../shared/analysis/flameLayout.ts';
import {
  callFlames,
  flameWeights,
  invertedFlames,
  ownWidths,
  summedFlames,
  type FlameTree,
} from '../../../shared/analysis/flameTree.ts';
import { FlameWalk } from '../../../shared/analysis/flameWalk.ts';
import type { ExactTree } from '../../../shared/cct/cctTable.ts';
import { packageComparison } from '../../../shared/compare/packageComparison.ts';
import { outlineOf } from '../../../shared/compare/transformedDiff.ts';
import { pairsIn, type MetricPair } from '../../../shared/metrics/metric.ts';
import type { MethodTable } from '../../../shared/naming/methodTable.ts';
import { colorsOfTree, type FrameColors } from '../../../shared/rows/packageColors.ts';
import { packageRowsInSteps } from '../../../shared/rows/packageRows.ts';
import { ComparedRows } from '../table/comparedRows.ts';
import type { ViewInput } from '../table/workerView.ts';
import type { FlameShape } from './flameFrame.ts';
import type { FrameNames, LaidFlames } from './laidFlames.ts';
import type { PackageFrames } from './packageFrames.ts';

/** How a reader wants to see it. */
export interface FlameWish {
  readonly shape: FlameShape;
  readonly order: FlameOrder;
  /** As asked for; null: nobody has chosen. */
  readonly value: string | null;
}

/** What a shape makes of a moment. */
type Shaped = Pick<LaidFlames, 'searched' | 'names' | 'packages'> & {
  readonly flames: FlameTree;
  readonly numbers: DiffNumbers | null;
};

/** @param before what the colours told of the same recording a moment ago */
export function* layFlames(
  input: ViewInput,
  { shape, order, value: asked }: FlameWish,
  packageFrames: PackageFrames,
  before: FrameColors | null,
): Generator<void, Omit<LaidFlames, 'generation'>> {
  // As wide as the larger side, so that what has vanished is seen as well.
  const whole = input.comparison ? outlineOf(input.comparison.tree) : frozen(input);
  const value = chosenValue(asked, input);
  const shaped =
    shape === 'packages'
      ? yield* asPackages(input, whole, value, packageFrames)
      : asCalls(input, whole, value, shape === 'callers');
  const { flames, names, searched, packages, numbers } = shaped;
  const layout = new FlameLayout(flames, names.ranks, order);
  yield;
  let allCalls = 0;
  for (const count of input.tree.calls) allCalls += count;
  yield;
  const colors = colorsOfTree(withWidths(whole, value), input.methods, before);
  yield;
  return {
    ...{ input, shape, searched, names, packages, value, layout, allCalls, colors },
    walk: new FlameWalk(layout),
    compared: numbers && new ComparedRows(numbers),
    totalErrorNs: new Map<number, number>(),
  };
}

function asCalls(input: ViewInput, whole: ExactTree, value: MetricPair | null, isInverted: boolean): Shaped {
  const { comparison, timed, methods } = input;
  const drawn = withWidths(whole, value);
  const callers = comparison && isInverted ? comparedCallers(comparison, timed, null, [drawn]) : null;
  // What is as wide as its own numbers has them once: beside them they would take 33 bytes more for each caller made.
  const beside = drawn === whole ? [] : [drawn];
  const traces = callers?.rows ?? (isInverted ? new BackTraces(whole, null, beside) : null);
  const widths = ({ tree, beside: [first] }: BackTraces): ExactTree => first ?? tree;
  const flames = traces ? invertedFlames(traces, widths) : callFlames(drawn);
  return {
    flames,
    names: methodFrames(methods, flames),
    packages: null,
    searched: { tree: drawn, weights: flameWeights(drawn) },
    numbers: callers?.numbers ?? (comparison && treeNumbers(comparison, timed)),
  };
}

function* asPackages(
  { comparison, timed, methods }: ViewInput,
  whole: ExactTree,
  value: MetricPair | null,
  frames: PackageFrames,
): Generator<void, Shaped> {
  const rows = yield* packageRowsInSteps(whole, methods, null);
  const tree = frames.numbered(rows, whole.totalNs[0]);
  yield;
  const drawn = withWidths(tree, value);
  const numbers = comparison && packageComparison(comparison, methods, timed).source.numbers;
  return {
    flames: { ...summedFlames(drawn), tree },
    names: frames.namesOf(rows, methods),
    packages: rows,
    searched: { tree, weights: ownWidths(drawn) },
    numbers,
  };
}

function methodFrames(methods: MethodTable, flames: FlameTree): FrameNames {
  return {
    ranks: methods.nameRanks,
    matches: (text) => methods.matches(text),
    methodAt: (node) => flames.tree.method[node],
    titleAt: () => null,
  };
}

/** What was asked for, if there is any; at first times, or where there are none the first further metric. */
export function chosenValue(asked: string | null, { tree, timed, comparison }: ViewInput): MetricPair | null {
  const pairs = comparison ? [] : pairsIn([tree]);
  if (asked !== null) return pairs.find(({ id }) => id === asked) ?? null;
  return timed ? null : (pairs.at(0) ?? null);
}

/** The same nodes, whose widths are those of the metric; null: times, or calls without them. */
function withWidths(tree: ExactTree, value: MetricPair | null): ExactTree {
  if (value === null) return tree;
  return { ...tree, selfNs: value.self.valuesOf(tree), totalNs: value.total.valuesOf(tree) };
}

/** What a reader has zoomed to is found again by the widths of the moment before. */
function frozen({ tree, live }: ViewInput): ExactTree {
  return live ? { ...tree, totalNs: tree.totalNs.slice() } : tree;
}
