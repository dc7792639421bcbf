import { expect, test } from 'vitest';
import { rowWindow, scrollTopFor } from './useRowWindow.ts';

test('only the rows in view and a few beyond each edge are drawn', () => {
  expect(rowWindow(1000, 20, 2000, 100)).toMatchObject({
    firstRow: 94,
    endRow: 111,
    firstRowPx: 1880,
    pageRows: 5,
  });
  expect(rowWindow(3, 20, 0, 100)).toMatchObject({ firstRow: 0, endRow: 3, contentPx: 60, firstRowPx: 0 });
  expect(rowWindow(0, 20, 0, 100)).toMatchObject({ firstRow: 0, endRow: 0, contentPx: 0 });
});

test('more rows than the browser can hold are reached by scaled scrolling', () => {
  const rowCount = 5_000_000;
  const viewPx = 600;
  const { contentPx } = rowWindow(rowCount, 22, 0, viewPx);
  expect(contentPx).toBe(16_000_000);
  expect(rowWindow(rowCount, 22, contentPx - viewPx, viewPx).endRow).toBe(rowCount);
  const middle = scrollTopFor(2_500_000, rowCount, 22, viewPx);
  const { firstRow, firstRowPx } = rowWindow(rowCount, 22, middle, viewPx);
  expect(firstRow).toBeGreaterThanOrEqual(2_500_000 - 7);
  expect(firstRow).toBeLessThanOrEqual(2_500_000);
  expect(firstRowPx + (2_500_000 - firstRow) * 22 - middle).toBeCloseTo(0, 3);
});
