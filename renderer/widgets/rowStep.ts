/** The levels of rows that are a tree. */
export interface RowLevels<Row> {
  readonly depthOf: (row: Row) => number;
  /** null: nothing is below it. */
  readonly isOpen: (row: Row) => boolean | null;
}

/** The place of the row that a key goes to, or what becomes of the active row. */
type RowStep = number | 'open' | 'close';

/**
 * What a key does in a list of rows that are all here; undefined: nothing.
 * @param active   place of the active row; -1: none is, and each key goes to a row
 * @param pageRows rows that Page Up and Page Down go
 */
export function rowStep<Row>(
  key: string,
  rows: readonly Row[],
  active: number,
  pageRows: number,
  levels?: RowLevels<Row>,
): RowStep | undefined {
  const last = rows.length - 1;
  if (last < 0) return undefined;
  switch (key) {
    case 'ArrowDown':
      return Math.min(active + 1, last);
    case 'ArrowUp':
      return Math.max(active - 1, 0);
    case 'PageDown':
      return active < 0 ? 0 : Math.min(active + pageRows, last);
    case 'PageUp':
      return Math.max(active - pageRows, 0);
    case 'Home':
      return 0;
    case 'End':
      return last;
    case 'ArrowRight':
      if (!levels || active < 0) return undefined;
      return levels.isOpen(rows[active]) ? Math.min(active + 1, last) : 'open';
    case 'ArrowLeft':
      if (!levels || active < 0) return undefined;
      return levels.isOpen(rows[active]) ? 'close' : placeAbove(rows, active, levels);
    default:
      return undefined;
  }
}

/** Whole rows that fit a view: Page Up and Page Down go so far, as in the tables of call trees. */
export function pageRows(viewPx: number, rowPx: number): number {
  return rowPx > 0 ? Math.max(1, Math.floor(viewPx / rowPx)) : 1;
}

/** The row that this one is below; of the highest level itself. */
function placeAbove<Row>(rows: readonly Row[], at: number, { depthOf }: RowLevels<Row>): number {
  const depth = depthOf(rows[at]);
  const above = rows.slice(0, at).findLastIndex((row) => depthOf(row) < depth);
  return above < 0 ? at : above;
}
