/** Rows stand this many apart at most below the upper edge of their box: the browser's positions stay exact. */
const ROWS_OF_ORIGIN = 4096;

/** A drawn row and the element that draws it. */
export interface RowSlot<Row> {
  /** Of the element, which a row keeps as long as it is drawn, and the row that is scrolled in takes over from one scrolled out. */
  readonly slot: number;
  /** The row's place in the list, from 0. */
  readonly at: number;
  readonly row: Row;
}

/**
 * The drawn rows in the order of their elements, which is always the same: a scroll moves no element, so style, layout and
 * paint are made anew for the rows that enter, and for no other. Where a row stands is told by its top, and the order
 * in which rows are read by aria-owns.
 * @param firstRow place of the first in the list
 * @param slots    at least as many as are drawn
 */
export function rowSlots<Row>(drawn: readonly Row[], firstRow: number, slots: number): RowSlot<Row>[] {
  return drawn
    .map((row, i) => ({ slot: (firstRow + i) % slots, at: firstRow + i, row }))
    .sort((a, b) => a.slot - b.slot);
}

/** The row from which the rows' positions are told while `firstRow` is drawn first. */
export function originOf(firstRow: number): number {
  return firstRow - (firstRow % ROWS_OF_ORIGIN);
}
