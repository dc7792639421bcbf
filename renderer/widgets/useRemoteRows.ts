import { useCallback, useEffect, useLayoutEffect, useRef, useState, type RefObject } from 'react';

/** Chromium cuts elements off at 33 million px: above this height scrolling is scaled. */
const MAX_CONTENT_PX = 16_000_000;
/** Rows drawn beyond each edge, so that assistive technology and a first key press find them there. */
const OVERSCAN_ROWS = 4;

/** A long list of rows of equal height of which only some are here; a worker has the others. */
export interface RemoteRows {
  readonly rowCount: number;
  /** The rows that are here: [firstRow, firstRow + rows.length). */
  readonly firstRow: number;
  readonly rows: readonly unknown[];
  /** -1 = none */
  readonly selectedRow: number;
  /** Sum of all shifts of what is in view, by rows that came or went above it: the view follows. */
  readonly shiftedRows: number;
  /** Grows when the selected row is to be scrolled into view; 0: it is where it is. */
  readonly reveals: number;
}

export interface RowWindow {
  /** [firstRow, endRow) is drawn; all of these are here. */
  readonly firstRow: number;
  readonly endRow: number;
  /** So many rows can be drawn at once, wherever the view stands. */
  readonly mostDrawn: number;
  /** Height of the scrolled content, px. */
  readonly contentPx: number;
  /** Where the first drawn row stands below the upper edge of the view, px; negative above it. */
  readonly firstRowPx: number;
}

/**
 * Which rows are drawn, and where. While those at the scroll position have not come the nearest ones that are here stay
 * in view: there is never an empty view. Pure: see useRemoteRows for the live one.
 */
export function rowWindow(
  { rowCount, firstRow, rows }: Pick<RemoteRows, 'rowCount' | 'firstRow' | 'rows'>,
  rowPx: number,
  scrollTopPx: number,
  viewPx: number,
): RowWindow {
  const herePx = firstRow * rowPx;
  const lastPx = Math.max(herePx, (firstRow + rows.length) * rowPx - viewPx);
  const topPx = Math.min(lastPx, Math.max(herePx, fullTopPx(rowCount, rowPx, scrollTopPx, viewPx)));
  const firstDrawn = Math.max(firstRow, Math.floor(topPx / rowPx) - OVERSCAN_ROWS);
  return {
    firstRow: firstDrawn,
    endRow: Math.min(firstRow + rows.length, Math.ceil((topPx + viewPx) / rowPx) + OVERSCAN_ROWS),
    mostDrawn: Math.ceil(viewPx / rowPx) + 1 + 2 * OVERSCAN_ROWS,
    contentPx: Math.min(rowCount * rowPx, MAX_CONTENT_PX),
    firstRowPx: firstDrawn * rowPx - topPx,
  };
}

/** The scroll position that shows `row` at `offsetPx` below the upper edge. */
export function scrollTopFor(
  row: number,
  rowCount: number,
  rowPx: number,
  viewPx: number,
  offsetPx = 0,
): number {
  return (row * rowPx - offsetPx) / scrollScale(rowCount * rowPx, viewPx);
}

/** Scrolls as little as needed to show the row whole. */
function scrollToRow(
  element: HTMLElement,
  row: number,
  rowCount: number,
  rowPx: number,
  viewPx: number,
): void {
  const topPx = scrollTopFor(row, rowCount, rowPx, viewPx);
  const bottomPx = scrollTopFor(row, rowCount, rowPx, viewPx, viewPx - rowPx);
  if (element.scrollTop > topPx) element.scrollTop = topPx;
  else if (element.scrollTop < bottomPx) element.scrollTop = bottomPx;
}

/** How far the view is from the top of the list, px of unscaled rows. */
export function fullTopPx(rowCount: number, rowPx: number, scrollTopPx: number, viewPx: number): number {
  const fullPx = rowCount * rowPx;
  const topPx = Math.max(0, scrollTopPx) * scrollScale(fullPx, viewPx);
  return Math.max(0, Math.min(topPx, fullPx - viewPx));
}

/** Full px that one px of scrolling stands for. */
function scrollScale(fullPx: number, viewPx: number): number {
  const contentPx = Math.min(fullPx, MAX_CONTENT_PX);
  return contentPx > viewPx ? (fullPx - viewPx) / (contentPx - viewPx) : 1;
}

export interface LiveRowWindow extends RowWindow {
  readonly onScroll: () => void;
  /** Height of the part of the scroller where rows are, px: the drawn rows stand in a box of it that does not scroll. */
  readonly viewPx: number;
}

/**
 * The window of rows that follows the scrolling and the size of `scroller`, and tells the worker what is in view.
 * @param headerPx height of a header that stays at the top of the scroller
 * @param look     called with what is in view, in rows with fractions, and the shift that it follows; must be stable
 */
export function useRemoteRows(
  scroller: RefObject<HTMLElement | null>,
  remote: RemoteRows,
  rowPx: number,
  headerPx: number,
  look: (topRow: number, viewRows: number, shiftedRows: number) => void,
): LiveRowWindow {
  const { rowCount, selectedRow, shiftedRows, reveals } = remote;
  const [viewPx, setViewPx] = useState(0);
  const [scrollTopPx, setScrollTopPx] = useState(0);
  const onScroll = useCallback(() => {
    if (scroller.current) setScrollTopPx(scroller.current.scrollTop);
  }, [scroller]);

  useLayoutEffect(() => {
    const element = scroller.current;
    if (!element) return;
    const measure = (): void => setViewPx(Math.max(0, element.clientHeight - headerPx));
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(element);
    return () => observer.disconnect();
  }, [scroller, headerPx]);

  // Rows that went away can leave the position beyond the end: the browser corrects it without an event in time.
  useLayoutEffect(onScroll, [onScroll, rowCount]);

  // Another height of the view, or of the rows: the row on top stays there, and the selected one in view if it was.
  const topRow = fullTopPx(rowCount, rowPx, scrollTopPx, viewPx) / rowPx;
  const seen = useRef({ viewPx, rowPx, topRow });
  useLayoutEffect(() => {
    const element = scroller.current;
    const before = seen.current;
    if (!element || viewPx === 0 || before.viewPx === 0) return;
    if (before.viewPx === viewPx && before.rowPx === rowPx) return;
    if (before.rowPx !== rowPx) element.scrollTop = scrollTopFor(before.topRow, rowCount, rowPx, viewPx);
    const viewRows = before.viewPx / before.rowPx;
    if (selectedRow > before.topRow - 1 && selectedRow < before.topRow + viewRows)
      scrollToRow(element, selectedRow, rowCount, rowPx, viewPx);
    onScroll();
  }, [scroller, selectedRow, rowCount, rowPx, viewPx, onScroll]);
  useLayoutEffect(() => {
    seen.current = { viewPx, rowPx, topRow };
  });

  const followed = useRef({ shiftedRows, reveals: 0 });
  useLayoutEffect(() => {
    const element = scroller.current;
    if (!element || viewPx === 0) return;
    const { shiftedRows: shiftedBefore, reveals: revealsBefore } = followed.current;
    followed.current = { shiftedRows, reveals };
    if (shiftedRows !== shiftedBefore)
      element.scrollTop += scrollTopFor(shiftedRows - shiftedBefore, rowCount, rowPx, viewPx);
    if (reveals > 0 && reveals !== revealsBefore && selectedRow >= 0)
      scrollToRow(element, selectedRow, rowCount, rowPx, viewPx);
    onScroll();
  }, [scroller, shiftedRows, reveals, selectedRow, rowCount, rowPx, viewPx, onScroll]);

  useEffect(() => {
    if (viewPx > 0) look(topRow, viewPx / rowPx, followed.current.shiftedRows);
  }, [look, topRow, viewPx, rowPx]);

  return { ...rowWindow(remote, rowPx, scrollTopPx, viewPx), onScroll, viewPx };
}
