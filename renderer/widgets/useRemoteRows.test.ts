import { expect, test } from 'vitest';
import { rowWindow, scrollTopFor } from './useRemoteRows.ts';

function here(rowCount: number, firstRow = 0, endRow = rowCount) {
  return { rowCount, firstRow, rows: Array<unknown>(endRow - firstRow) };
}

test('only the rows in view and a few beyond each edge are drawn', () => {
  expect(rowWindow(here(1000, 50, 150), 20, 2000, 100)).toMatchObject({
    firstRow: 96,
    endRow: 109,
    firstRowPx: -80,
    contentPx: 20_000,
  });
  expect(rowWindow(here(3), 20, 0, 100)).toMatchObject({
    firstRow: 0,
    endRow: 3,
    contentPx: 60,
    firstRowPx: 0,
  });
  expect(rowWindow(here(0), 20, 0, 100)).toMatchObject({ firstRow: 0, endRow: 0, contentPx: 0 });
});

test('while the rows in view have not come, the nearest that are here fill the view', () => {
  const below = rowWindow(here(1000, 50, 60), 20, 2000, 100);
  expect(below).toMatchObject({ firstRow: 51, endRow: 60, firstRowPx: -80 });
  const above = rowWindow(here(1000, 50, 60), 20, 0, 100);
  expect(above).toMatchObject({ firstRow: 50, endRow: 59, firstRowPx: 0 });
});

test('more rows than the browser can hold are reached by scaled scrolling', () => {
  const rowCount = 5_000_000;
  const viewPx = 600;
  const { contentPx } = rowWindow(here(rowCount, 0, 40), 22, 0, viewPx);
  expect(contentPx).toBe(16_000_000);
  const atEnd = here(rowCount, rowCount - 40, rowCount);
  expect(rowWindow(atEnd, 22, contentPx - viewPx, viewPx).endRow).toBe(rowCount);
  const middle = scrollTopFor(2_500_000, rowCount, 22, viewPx);
  const { firstRow, firstRowPx } = rowWindow(here(rowCount, 2_499_980, 2_500_060), 22, middle, viewPx);
  expect(firstRow).toBeGreaterThanOrEqual(2_500_000 - 5);
  expect(firstRow).toBeLessThanOrEqual(2_500_000);
  expect(firstRowPx + (2_500_000 - firstRow) * 22).toBeCloseTo(0, 3);
});
