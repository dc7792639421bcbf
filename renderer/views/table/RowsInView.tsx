import { useCallback, type ReactNode, type RefObject } from 'react';
import { useRemoteRows, type LiveRowWindow } from '../../widgets/useRemoteRows.ts';
import { useTokenPx } from '../../widgets/useTokenPx.ts';
import type { RowsPicture } from '../../worker/table/rowTable.ts';
import { originOf, rowSlots, type RowSlot } from './rowSlots.ts';

/** The rows of a list that are drawn, and where. */
export interface RowsInView<Row> {
  readonly slots: readonly RowSlot<Row>[];
  readonly window: LiveRowWindow;
  readonly rowPx: number;
}

/** Of a list that is here as a whole. @param reveals grows when the selected row is to be scrolled into view */
export function useLocalRows<Row>(
  scroller: RefObject<HTMLElement | null>,
  rows: readonly Row[],
  selectedRow: number,
  reveals: number,
): RowsInView<Row> {
  const rowPx = useTokenPx('--row-height');
  const headerPx = useTokenPx('--header-height');
  const looked = useCallback(() => {}, []); // no worker has the others
  const remote = { rowCount: rows.length, firstRow: 0, rows, selectedRow, shiftedRows: 0, reveals };
  const window = useRemoteRows(scroller, remote, rowPx, headerPx, looked);
  const { firstRow, endRow, mostDrawn } = window;
  return { slots: rowSlots(rows.slice(firstRow, endRow), firstRow, mostDrawn), window, rowPx };
}

/** Of a list of which a worker has the most. @param look must be stable */
export function useWorkerRows(
  scroller: RefObject<HTMLElement | null>,
  picture: RowsPicture,
  look: (topRow: number, viewRows: number, shiftedRows: number) => void,
): Pick<RowsInView<unknown>, 'window' | 'rowPx'> {
  const rowPx = useTokenPx('--row-height');
  const headerPx = useTokenPx('--header-height');
  return { window: useRemoteRows(scroller, picture, rowPx, headerPx, look), rowPx };
}

/** Where a drawn row stands in its box. @param at its place in the list */
export function rowTopPx(
  { window, rowPx }: Pick<RowsInView<unknown>, 'window' | 'rowPx'>,
  at: number,
): number {
  return (at - originOf(window.firstRow)) * rowPx;
}

interface RowsBodyProps {
  readonly view: Pick<RowsInView<unknown>, 'window' | 'rowPx'>;
  /** Ids of the rows in the order in which they are read; none: they stand so. */
  readonly owns?: string;
  readonly children: ReactNode;
}

/** The box of a table's rows: as high as all of them, and those that are drawn within it. */
export function RowsBody({ view, owns, children }: RowsBodyProps) {
  const { contentPx, viewPx, firstRow, firstRowPx } = view.window;
  const originPx = firstRowPx - rowTopPx(view, firstRow);
  return (
    <div role="rowgroup" className="tableBody" style={{ height: contentPx }} aria-owns={owns}>
      <div className="tableView" style={{ height: Math.min(viewPx, contentPx) }}>
        <div className="tableWindow" style={{ transform: `translateY(${originPx}px)` }}>
          {children}
        </div>
      </div>
    </div>
  );
}
