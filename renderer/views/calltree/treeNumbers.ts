import type { ExactTree } from '../../../shared/cct/cctTable.ts';
import { subtreeSums } from '../../../shared/cct/subtreeSums.ts';

const UNITS = [
  { name: 's', ns: 1e9, digits: 3 },
  { name: 'ms', ns: 1e6, digits: 3 },
  { name: 'µs', ns: 1e3, digits: 3 },
  { name: 'ns', ns: 1, digits: 0 },
] as const;
/** The largest time of a column has at least this many of its unit: 10 s are told in s, 9 s in ms. */
const LEAST_OF_UNIT = 10;

const COUNT = new Intl.NumberFormat('en-US');

/** The numbers of one picture of a tree as text: one unit for all its times, so that they can be compared down a column. */
export class TreeNumbers {
  readonly #tree: ExactTree;
  readonly #unit: (typeof UNITS)[number];
  readonly #decimals: Intl.NumberFormat;
  #totalErrorNs: Float64Array | null = null;
  #allCalls = -1;

  constructor(tree: ExactTree) {
    this.#tree = tree;
    this.#unit = unitFor(tree.totalNs[0]);
    this.#decimals = decimalsOf(this.#unit.digits);
  }

  timeText(ns: number): string {
    return `${this.#decimals.format(ns / this.#unit.ns)} ${this.#unit.name}`;
  }

  countText(count: number): string {
    return COUNT.format(count);
  }

  /** Of the total of all roots; null when there is no time at all. */
  timeShare(ns: number): number | null {
    const baseNs = this.#tree.totalNs[0];
    return baseNs > 0 ? ns / baseNs : null;
  }

  /** Of all invocations of the tree. */
  callShare(calls: number): number {
    if (this.#allCalls < 0) this.#allCalls = this.#tree.calls.reduce((sum, count) => sum + count, 0);
    return this.#allCalls > 0 ? calls / this.#allCalls : 0;
  }

  /** Full name and full numbers, each with its error. */
  rowHint(node: number, fullName: string): string {
    const { calls, totalNs, selfNs, errorNs } = this.#tree;
    const lines = [fullName, `Invocations: ${COUNT.format(calls[node])}`];
    if (totalNs[0] > 0) {
      // The doubt of the calibration goes to the same side everywhere: errors of a subtree add up.
      this.#totalErrorNs ??= subtreeSums(this.#tree.parent, errorNs);
      lines.push(
        `Total Time: ${exactTime(totalNs[node])} ± ${exactTime(this.#totalErrorNs[node])}`,
        `Self Time: ${exactTime(selfNs[node])} ± ${exactTime(errorNs[node])}`,
      );
      if (calls[node] > 0) lines.push(`Average Total Time: ${exactTime(totalNs[node] / calls[node])}`);
      if (errorNs[node] > selfNs[node] && selfNs[node] > 0) {
        lines.push('The error is larger than the self time: it is small, and no more is known.');
      }
    }
    return lines.join('\n');
  }
}

/** A single time in the unit that fits it. */
export function exactTime(ns: number): string {
  const { name, ns: unitNs, digits } = UNITS.find((unit) => ns >= unit.ns) ?? UNITS[UNITS.length - 1];
  return `${decimalsOf(digits).format(ns / unitNs)} ${name}`;
}

function unitFor(largestNs: number): (typeof UNITS)[number] {
  return UNITS.find(({ ns }) => largestNs >= LEAST_OF_UNIT * ns) ?? UNITS[UNITS.length - 1];
}

function decimalsOf(digits: number): Intl.NumberFormat {
  return new Intl.NumberFormat('en-US', { minimumFractionDigits: digits, maximumFractionDigits: digits });
}
