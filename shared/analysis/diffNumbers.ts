import type { ExactTree } from '../cct/cctTable.ts';
import { changeTerms, errorOfBoth, errorsOfChanges } from '../cct/errorSums.ts';
import { subtreeSums } from '../cct/subtreeSums.ts';
import type { Comparison } from './comparison.ts';
import { SIDE, type DiffTree } from './diffTrees.ts';

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

/** Rows of a tree or a list, by their nodes. */
export interface DiffRows extends Comparison {
  /** NodeIndex -> ns, bound of the error of totals, of both sides together; null = sums over the subtrees. */
  readonly totalErrorNs: Float64Array | null;
  /** NodeIndex -> ns, or calls without times; null = sums over the subtrees. */
  readonly changed: Float64Array | null;
}

/** Two trees compared, number by number, or in columns to be sorted by, which are made when they are first asked for. */
export class DiffNumbers {
  readonly #rows: () => DiffRows;
  readonly #timed: boolean;
  readonly #columns = new Map<DiffColumn, Float64Array>();
  /** What the columns are of. */
  #columnsOf: DiffRows | null = null;

  /**
   * @param rows  of now: others when nodes have been made
   * @param timed false: only calls can be compared
   */
  constructor(rows: () => DiffRows, timed: boolean) {
    this.#rows = rows;
    this.#timed = timed;
  }

  get rows(): DiffRows {
    return this.#rows();
  }

  get timed(): boolean {
    return this.#timed;
  }

  /** Without times on either side. */
  isCounted(node: number): boolean {
    const { a, b } = this.rows.tree;
    return (a.counted[node] | b.counted[node]) === 1;
  }

  /** a: it has vanished; b: it is new. */
  sideOf(node: number): 'a' | 'b' | 'both' {
    const side = this.rows.tree.sides[node];
    return side === SIDE.both ? 'both' : side === SIDE.onlyA ? 'a' : 'b';
  }

  /** ns or calls. */
  of(column: DiffColumn, node: number): number {
    const {
      tree: { a, b },
      causes: { totalByCallsNs, selfByCallsNs },
    } = this.rows;
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
        return errorOfBoth(a, b, a.errorNs[node], b.errorNs[node]);
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

  /** NodeIndex -> ns or calls; may be longer than the number of nodes. O(nodes). */
  values(column: DiffColumn): Float64Array {
    const rows = this.rows;
    if (rows !== this.#columnsOf) this.#columns.clear();
    this.#columnsOf = rows;
    let values = this.#columns.get(column);
    if (!values) this.#columns.set(column, (values = this.#made(column, rows)));
    return values;
  }

  #made(column: DiffColumn, { tree, totalErrorNs, changed }: DiffRows): Float64Array {
    const { a, b } = tree;
    switch (column) {
      case 'changed':
        return changed ?? subtreeSums(a.parent, ownChanges(tree, this.#timed));
      case 'totalChangeError':
        return totalErrorNs ?? subtreeChangeErrors(a, b);
      default:
        return Float64Array.from({ length: a.length }, (_, node) => this.of(column, node));
    }
  }
}

/** NodeIndex -> ns, bound of the errors of both totals together. */
function subtreeChangeErrors(a: ExactTree, b: ExactTree): Float64Array {
  const parts = changeTerms(a, b);
  return errorsOfChanges(
    parts,
    parts.map(({ terms }) => subtreeSums(a.parent, terms)),
  );
}

/** NodeIndex -> by how much its own time, or without times its calls, differs either way. */
export function ownChanges({ a, b }: Pick<DiffTree, 'a' | 'b'>, timed: boolean): Float64Array {
  const [before, after] = timed ? [a.selfNs, b.selfNs] : [a.calls, b.calls];
  return after.map((value, node) => Math.abs(value - before[node]));
}

/** Which sides have a row that stands for many contexts: those that call it. */
export function sidesByCalls(a: ExactTree, b: ExactTree): Uint8Array {
  return Uint8Array.from({ length: a.length }, (_, row) => {
    if (row === 0) return SIDE.both;
    return (a.calls[row] > 0 ? SIDE.onlyA : 0) | (b.calls[row] > 0 ? SIDE.onlyB : 0) || SIDE.both;
  });
}
