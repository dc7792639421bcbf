import { useCallback, useLayoutEffect, useState, type RefObject } from 'react';

/** Chromium cuts elements off at 33 million px: above this height scrolling is scaled. */
const MAX_CONTENT_PX = 16_000_000;
/** Rows drawn beyond each edge, so that a short scroll shows no gap. */
const OVERSCAN_ROWS = 6;

export interface RowWindow {
  /** [firstRow, endRow) is drawn. */
  readonly firstRow: number;
  readonly endRow: number;
  /** Height of the scrolled content, px. */
  readonly contentPx: number;
  /** Where the first drawn row stands in the content, px. */
  readonly firstRowPx: number;
  /** Whole rows that fit the view. */
  readonly pageRows: number;
}

/** Which of many rows of equal height are to be drawn. Pure: see useRowWindow for the live one. */
export function rowWindow(rowCount: number, rowPx: number, scrollTopPx: number, viewPx: number): RowWindow {
  const fullPx = rowCount * rowPx;
  const contentPx = Math.min(fullPx, MAX_CONTENT_PX);
  const topPx = Math.max(0, scrollTopPx) * scrollScale(fullPx, contentPx, viewPx);
  const firstRow = Math.max(0, Math.min(rowCount, Math.floor(topPx / rowPx)) - OVERSCAN_ROWS);
  const endRow = Math.min(rowCount, Math.ceil((topPx + viewPx) / rowPx) + OVERSCAN_ROWS);
  return {
    firstRow,
    endRow,
    contentPx,
    firstRowPx: scrollTopPx + firstRow * rowPx - topPx,
    pageRows: Math.max(1, Math.floor(viewPx / rowPx)),
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
  const fullPx = rowCount * rowPx;
  return (row * rowPx - offsetPx) / scrollScale(fullPx, Math.min(fullPx, MAX_CONTENT_PX), viewPx);
}

/** Full px that one px of scrolling stands for. */
function scrollScale(fullPx: number, contentPx: number, viewPx: number): number {
  return contentPx > viewPx ? (fullPx - viewPx) / (contentPx - viewPx) : 1;
}

export interface LiveRowWindow extends RowWindow {
  readonly onScroll: () => void;
  /** Scrolls as little as needed to show the row whole. */
  readonly reveal: (row: number) => void;
}

/**
 * The window of rows that follows the scrolling and the size of `scroller`.
 * @param headerPx height of a header that stays at the top of the scroller
 */
export function useRowWindow(
  scroller: RefObject<HTMLElement | null>,
  rowCount: number,
  rowPx: number,
  headerPx: number,
): LiveRowWindow {
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

  const reveal = useCallback(
    (row: number) => {
      const element = scroller.current;
      if (!element) return;
      const topPx = scrollTopFor(row, rowCount, rowPx, viewPx);
      const bottomPx = scrollTopFor(row, rowCount, rowPx, viewPx, viewPx - rowPx);
      if (element.scrollTop > topPx) element.scrollTop = topPx;
      else if (element.scrollTop < bottomPx) element.scrollTop = bottomPx;
      onScroll();
    },
    [scroller, rowCount, rowPx, viewPx, onScroll],
  );
  return { ...rowWindow(rowCount, rowPx, scrollTopPx, viewPx), onScroll, reveal };
}
