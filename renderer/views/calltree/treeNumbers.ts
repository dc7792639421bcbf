import type { ExactTree } from '../../../shared/cct/cctTable.ts';
import { subtreeSums } from '../../../shared/cct/subtreeSums.ts';
import {
  formatCount,
  formatTimeIn,
  timeUnitFor,
  type TimeUnit,
} from '../../../shared/model/formatNumbers.ts';

/** The largest time of the tree has at least this many of its unit: 12 s are told in s, 9 s in ms, to see small nodes. */
const LEAST_OF_UNIT = 10;

/** The numbers of one picture of a tree: one unit for all its times, so that they can be compared down a column. */
export class TreeNumbers {
  readonly unit: TimeUnit;
  readonly #tree: ExactTree;
  #totalErrorNs: Float64Array | null = null;
  #allCalls = -1;

  constructor(tree: ExactTree) {
    this.#tree = tree;
    this.unit = timeUnitFor(tree.totalNs[0] / LEAST_OF_UNIT);
  }

  /** In the unit of the tree, without its name. */
  timeText(ns: number): string {
    return formatTimeIn(ns, this.unit);
  }

  /** What percentages of times stand for: the total of all roots, ns. */
  get baseNs(): number {
    return this.#tree.totalNs[0];
  }

  /** What percentages of counts stand for: all invocations of the tree. */
  get baseCalls(): number {
    if (this.#allCalls < 0) this.#allCalls = this.#tree.calls.reduce((sum, count) => sum + count, 0);
    return this.#allCalls;
  }

  /** True when all that is known of the self time is that it is small. */
  isUnsure(node: number): boolean {
    return this.#tree.errorNs[node] > this.#tree.selfNs[node] && this.#tree.selfNs[node] > 0;
  }

  /** Long name and full numbers, each with its error. */
  rowHint(node: number, longName: string): string {
    const { calls, totalNs, selfNs, errorNs, counted } = this.#tree;
    const lines = [longName, `Invocations: ${formatCount(calls[node])}`];
    if (totalNs[0] > 0 && counted[node] === 1) {
      lines.push('A trivial method: it was only counted, its time is its caller’s own.');
    } else if (totalNs[0] > 0) {
      // The doubt of the calibration goes to the same side everywhere: errors of a subtree add up.
      this.#totalErrorNs ??= subtreeSums(this.#tree.parent, errorNs);
      lines.push(
        `Total Time: ${fullTime(totalNs[node])} ± ${fullTime(this.#totalErrorNs[node])}`,
        `Self Time: ${fullTime(selfNs[node])} ± ${fullTime(errorNs[node])}`,
      );
      if (calls[node] > 0) lines.push(`Total Time per invocation: ${fullTime(totalNs[node] / calls[node])}`);
      if (this.isUnsure(node))
        lines.push('The error is larger than the self time: it is small, and no more is known.');
    }
    return lines.join('\n');
  }
}

/** A single time with all digits that mean something. */
function fullTime(ns: number): string {
  const unit = timeUnitFor(ns);
  return `${formatTimeIn(ns, unit)} ${unit.name}`;
}
