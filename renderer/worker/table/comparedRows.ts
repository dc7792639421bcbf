import { DIFF_COLUMNS, type DiffColumn, type DiffNumbers } from '../../../shared/analysis/diffNumbers.ts';
import type { MeasuredRows } from '../../../shared/metrics/measuredRows.ts';
import type { ComparedRow, LargestChange } from './tableRow.ts';

/** Rows of a comparison: the tree of the source is the side after. */
export class ComparedRows {
  readonly #numbers: DiffNumbers;
  #largestChange: LargestChange | null = null;

  constructor(numbers: DiffNumbers) {
    this.#numbers = numbers;
  }

  get largestChange(): LargestChange {
    return (this.#largestChange ??= {
      total: largest(this.#numbers.values('totalChange')),
      self: largest(this.#numbers.values('selfChange')),
    });
  }

  /** The rows of A and of B, by the same nodes. */
  get sides(): { readonly a: MeasuredRows; readonly b: MeasuredRows } {
    return this.#numbers.rows.tree;
  }

  /** Without times on either side. */
  isCounted(node: number): boolean {
    return this.#numbers.isCounted(node);
  }

  /** ns or calls. */
  of(column: DiffColumn, node: number): number {
    return this.#numbers.of(column, node);
  }

  /**
   * By which part of the larger side a time, or without times the calls, of a row have changed: -1 vanished to 1 new.
   * 0 of what is within the bound of its error.
   */
  changedShare(node: number, time: 'total' | 'self'): number {
    const numbers = this.#numbers;
    const isTimed = numbers.timed && !this.isCounted(node);
    const [before, after] = isTimed
      ? [numbers.of(`${time}A`, node), numbers.of(`${time}B`, node)]
      : [numbers.of('callsA', node), numbers.of('callsB', node)];
    const isKnown = !isTimed || Math.abs(after - before) > numbers.of(`${time}ChangeError`, node);
    return isKnown && before !== after ? (after - before) / Math.max(before, after) : 0;
  }

  sideOf(node: number): ComparedRow['side'] {
    return this.#numbers.sideOf(node);
  }

  row(node: number): ComparedRow {
    return {
      side: this.sideOf(node),
      numbers: Object.fromEntries(
        DIFF_COLUMNS.map((column) => [column, this.#numbers.of(column, node)]),
      ) as Record<DiffColumn, number>,
    };
  }

  values(column: DiffColumn): Float64Array {
    return this.#numbers.values(column);
  }
}

function largest(changes: Float64Array): number {
  return changes.reduce((most, change) => Math.max(most, Math.abs(change)), 0);
}
