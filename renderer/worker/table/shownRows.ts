/**
 * Sent beyond each edge of what is in view: a scroll within it is drawn at once, and asks for nothing until half of it is left. With
 * one page only a long scroll had a picture made for each frame.
 */
const MARGIN_PAGES = 4;
const MARGIN_ROWS = 30; // at least
/** Before the page has said how much it shows. */
const FIRST_VIEW_ROWS = 60;

/**
 * Which rows of a long list the page has in view, and how they move when rows come and go above them: the worker's half
 * of renderer/widgets/useRemoteRows.ts. All row numbers are places in the list.
 */
export class ShownRows {
  /** Upper edge of the view, with a fraction. */
  #topRow = 0;
  #viewRows = FIRST_VIEW_ROWS;
  #shiftedRows = 0;
  #reveals = 0;

  /** Sum of all shifts so far, so that a page that skips a picture still moves by the whole distance. */
  get shiftedRows(): number {
    return this.#shiftedRows;
  }

  /** Grows each time the selected row is to be scrolled into view. */
  get reveals(): number {
    return this.#reveals;
  }

  /** Whole rows that fit the view. */
  get pageRows(): number {
    return Math.max(1, Math.floor(this.#viewRows));
  }

  /** @param shiftedRows the shift that the page had made when it said this */
  look(topRow: number, viewRows: number, shiftedRows: number): void {
    this.#topRow = topRow === 0 ? 0 : topRow + this.#shiftedRows - shiftedRows;
    this.#viewRows = viewRows;
  }

  /**
   * The row to hold still while others come and go: the selected one if it is in view, else the first one in view.
   * @param selectedRow -1 = none
   * @returns -1 at the very top, where nothing is held, so that the largest rows stay in view
   */
  heldRow(selectedRow: number, rowCount: number): number {
    if (this.#topRow === 0 || rowCount === 0) return -1;
    const inView = selectedRow > this.#topRow - 1 && selectedRow < this.#topRow + this.#viewRows;
    return inView ? selectedRow : Math.max(0, Math.min(rowCount - 1, Math.round(this.#topRow)));
  }

  shift(rows: number): void {
    this.#shiftedRows += rows;
    this.#topRow = Math.max(0, this.#topRow + rows);
  }

  /** Scrolls as little as needed to show the row whole; the page does the same. */
  reveal(row: number): void {
    if (row < 0) return;
    this.#reveals++;
    this.#topRow = Math.min(row, Math.max(row + 1 - this.pageRows, this.#topRow));
  }

  /** What is to be sent: [firstRow, endRow). */
  range(rowCount: number): { readonly firstRow: number; readonly endRow: number } {
    const margin = this.#marginRows;
    const topRow = Math.max(0, Math.min(this.#topRow, rowCount - this.#viewRows));
    return {
      firstRow: Math.max(0, Math.floor(topRow) - margin),
      endRow: Math.min(rowCount, Math.ceil(topRow + this.#viewRows) + margin),
    };
  }

  /** Whether what is in view, and half a margin around it, is in [firstRow, endRow). */
  isCovered(firstRow: number, endRow: number, rowCount: number): boolean {
    const wanted = this.range(rowCount);
    const spare = Math.ceil(this.#marginRows / 2);
    return (
      firstRow <= Math.max(0, wanted.firstRow === 0 ? 0 : wanted.firstRow + spare) &&
      endRow >= (wanted.endRow === rowCount ? rowCount : wanted.endRow - spare)
    );
  }

  get #marginRows(): number {
    return Math.max(MARGIN_ROWS, MARGIN_PAGES * Math.ceil(this.#viewRows));
  }
}
