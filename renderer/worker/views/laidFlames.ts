import type { FlameLayout } from '../../../shared/analysis/flameLayout.ts';
import type { FlameWalk } from '../../../shared/analysis/flameWalk.ts';
import type { ExactTree } from '../../../shared/cct/cctTable.ts';
import { errorOfTerms, errorTerm } from '../../../shared/cct/errorSums.ts';
import type { MetricPair } from '../../../shared/metrics/metric.ts';
import type { PackageRows } from '../../../shared/rows/packageRows.ts';
import { furtherColumnsOf, furtherKind, furtherReader } from '../table/furtherColumns.ts';
import type { ComparedRows } from '../table/comparedRows.ts';
import type { ViewInput } from '../table/workerView.ts';
import type { FlameFrame, FlamePicture, FlameShape, FrameTitle } from './flameFrame.ts';

/** One moment of the tree as it lies there. */
export interface LaidFlames {
  readonly input: ViewInput;
  /** Except of calls, nodes are others at each moment. */
  readonly shape: FlameShape;
  /** What shares of the whole are of: a tree whose `method` is that of the layout. */
  readonly searched: { readonly tree: ExactTree; readonly weights: Float64Array };
  readonly names: FrameNames;
  /** Of that shape; null: another one. */
  readonly packages: PackageRows | null;
  /** What frames are as wide as; null: times, or calls without them. */
  readonly value: MetricPair | null;
  /** Within one, nodes have the same numbers. */
  readonly generation: number;
  readonly layout: FlameLayout;
  readonly walk: FlameWalk;
  readonly allCalls: number;
  readonly compared: ComparedRows | null;
  readonly colors: FlamePicture['colors'];
  /** NodeIndex -> ns, of those that were asked for. */
  readonly totalErrorNs: Map<number, number>;
}

/** What frames are: the meaning of `method` in the tree that is laid out. */
export interface FrameNames {
  /** method -> place in the order of names */
  readonly ranks: Int32Array;
  /** method -> 1 where its name has all words of the text */
  readonly matches: (text: string) => Uint8Array;
  /** NodeIndex -> MethodId, of a package or class that of the method in it that has most; of node 0 NO_METHOD */
  readonly methodAt: (node: number) => number;
  /** NodeIndex -> null: the frame is a method. */
  readonly titleAt: (node: number) => FrameTitle | null;
}

/** From the root down to the node; empty of row 0. */
export function pathTo({ tree }: FlameLayout, node: number): number[] {
  const path: number[] = [];
  for (let at = node; at > 0; at = tree.parent[at]) path.push(at);
  return path.reverse();
}

export function frameOf(laid: LaidFlames, node: number, frames: number): FlameFrame {
  const { input, layout, compared, shape, names } = laid;
  const tree = shape === 'calls' ? input.tree : layout.tree;
  const { counted, calls, selfNs, totalNs, errorNs } = tree;
  return {
    node,
    method: names.methodAt(node),
    title: names.titleAt(node),
    level: pathTo(layout, node).length,
    span: layout.spanOf(node),
    isCounted: compared?.isCounted(node) ?? counted[node] === 1,
    calls: calls[node],
    selfNs: selfNs[node],
    totalNs: totalNs[node],
    errorNs: errorNs[node],
    totalErrorNs: shape === 'calls' ? knownErrorBelow(laid, node) : null,
    further: furtherColumnsOf({ tree, compared }, input.timed)
      .filter((column) => furtherKind(column).value.per === null)
      .map((column) => ({ column, value: furtherReader(column, { tree, compared })(node) })),
    compared: compared?.row(node) ?? null,
    frames,
  };
}

function knownErrorBelow({ input, totalErrorNs: known }: LaidFlames, node: number): number {
  const sum = known.get(node) ?? errorBelow(input.tree, node);
  known.set(node, sum);
  return sum;
}

/** ns at and below a node. O(nodes). */
function errorBelow(tree: ExactTree, node: number): number {
  const { length, parent, errorNs } = tree;
  const isBelow = new Uint8Array(length);
  isBelow[node] = 1;
  let sum = errorTerm(tree, errorNs[node]);
  for (let at = node + 1; at < length; at++) {
    if (isBelow[parent[at]] === 0) continue;
    isBelow[at] = 1;
    sum += errorTerm(tree, errorNs[at]);
  }
  return errorOfTerms(tree, sum);
}
