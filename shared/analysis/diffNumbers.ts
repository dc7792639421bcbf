import { subtreeSums } from '../cct/subtreeSums.ts';
import type { DifferenceCauses } from './differenceCauses.ts';
import type { DiffTree } from './diffTrees.ts';

/**
 * What rows of two recordings show and are sorted by; changes are B - A, errors bound those of the changes. `changed` is how
 * much of the own times at and below a node has changed, either way: what went up does not hide what went down. Without times
 * it is of calls.
 */
export const DIFF_COLUMNS = [
  'changed',
  'totalChange',
  'totalChangeError',
  'totalByCalls',
  'totalByTime',
  'selfChange',
  'selfChangeError',
  'selfByCalls',
  'selfByTime',
  'callsChange',
  'averageChange',
  'totalA',
  'totalB',
  'selfA',
  'selfB',
  'callsA',
  'callsB',
] as const;
export type DiffColumn = (typeof DIFF_COLUMNS)[number];

/** Two trees compared, number by number, or in columns to be sorted by, which are made when they are first asked for. */
export class DiffNumbers {
  readonly #diff: DiffTree;
  readonly #causes: DifferenceCauses;
  readonly #timed: boolean;
  readonly #columns = new Map<DiffColumn, Float64Array>();
  /** Of totals; null: that of an own time is all there is, as in a list. */
  readonly #totalErrorNs: Float64Array | null;

  /**
   * @param timed        false: only calls can be compared
   * @param totalErrorNs NodeIndex -> ns, bound of the error of totals, of both sides together; null = sums over the subtrees
   */
  constructor(
    diff: DiffTree,
    causes: DifferenceCauses,
    timed: boolean,
    totalErrorNs: Float64Array | null = null,
  ) {
    this.#diff = diff;
    this.#causes = causes;
    this.#timed = timed;
    this.#totalErrorNs = totalErrorNs;
  }

  /** ns or calls. */
  of(column: DiffColumn, node: number): number {
    const { a, b } = this.#diff;
    const { totalByCallsNs, selfByCallsNs } = this.#causes;
    switch (column) {
      case 'changed':
      case 'totalChangeError':
        return this.values(column)[node];
      case 'totalChange':
        return b.totalNs[node] - a.totalNs[node];
      case 'totalByCalls':
        return totalByCallsNs[node];
      case 'totalByTime':
        return b.totalNs[node] - a.totalNs[node] - totalByCallsNs[node];
      case 'selfChange':
        return b.selfNs[node] - a.selfNs[node];
      case 'selfChangeError':
        return a.errorNs[node] + b.errorNs[node];
      case 'selfByCalls':
        return selfByCallsNs[node];
      case 'selfByTime':
        return b.selfNs[node] - a.selfNs[node] - selfByCallsNs[node];
      case 'callsChange':
        return b.calls[node] - a.calls[node];
      case 'averageChange':
        return a.calls[node] === 0 || b.calls[node] === 0
          ? 0
          : b.totalNs[node] / b.calls[node] - a.totalNs[node] / a.calls[node];
      case 'totalA':
        return a.totalNs[node];
      case 'totalB':
        return b.totalNs[node];
      case 'selfA':
        return a.selfNs[node];
      case 'selfB':
        return b.selfNs[node];
      case 'callsA':
        return a.calls[node];
      case 'callsB':
        return b.calls[node];
    }
  }

  /** NodeIndex -> ns or calls. O(nodes). */
  values(column: DiffColumn): Float64Array {
    let values = this.#columns.get(column);
    if (!values) this.#columns.set(column, (values = this.#made(column)));
    return values;
  }

  #made(column: DiffColumn): Float64Array {
    const { a, b } = this.#diff;
    switch (column) {
      case 'changed': {
        const [before, after] = this.#timed ? [a.selfNs, b.selfNs] : [a.calls, b.calls];
        return subtreeSums(
          a.parent,
          after.map((value, node) => Math.abs(value - before[node])),
        );
      }
      case 'totalChangeError':
        return (
          this.#totalErrorNs ??
          subtreeSums(
            a.parent,
            a.errorNs.map((ns, node) => ns + b.errorNs[node]),
          )
        );
      default:
        return Float64Array.from({ length: a.length }, (_, node) => this.of(column, node));
    }
  }
}
