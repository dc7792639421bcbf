import { expect, it } from 'vitest';
import { cellAt, cellText, steppedCell, type CellKey } from './cellSteps.ts';
import type { DurationCell } from './durationMap.ts';

const cell = (fromNs: number, atLeastNs: number, calls = 1): DurationCell => ({
  ...{ fromNs, toNs: fromNs + 10, calls },
  ...{ atLeastNs, lessThanNs: 2 * atLeastNs },
});

/**
 *     400 ns           30
 *     200 ns   0
 *     100 ns   0   10      20   40
 */
const CELLS = [cell(0, 100), cell(0, 200), cell(10, 100), cell(20, 100), cell(30, 400), cell(40, 100)];

function walked(...keys: CellKey[]): string[] {
  let at: DurationCell | null = null;
  return keys.map((key) => {
    at = steppedCell(CELLS, at, key);
    return at === null ? '-' : `${at.atLeastNs} ns at ${at.fromNs}`;
  });
}

it('keys begin at the longest call, and go to those beside, longer and shorter that are nearest in time', () => {
  expect(walked('ArrowLeft', 'ArrowUp', 'ArrowDown', 'ArrowDown', 'ArrowRight', 'ArrowUp')).toEqual([
    ...['400 ns at 30', '400 ns at 30', '200 ns at 0', '100 ns at 0', '100 ns at 10', '200 ns at 0'],
  ]);
  expect(walked('Home', 'ArrowDown', 'ArrowDown', 'End', 'ArrowRight', 'ArrowLeft', 'Home')).toEqual([
    ...['400 ns at 30', '200 ns at 0', '100 ns at 0', '100 ns at 40', '100 ns at 40', '100 ns at 20'],
    '100 ns at 0',
  ]);
  expect(steppedCell([], null, 'ArrowUp')).toBeNull();
});

it('a cell is found again when its slot has become wider, and says its values', () => {
  const wider = { ...cell(0, 100, 3), toNs: 20 };
  expect(cellAt([wider], { fromNs: 10, atLeastNs: 100 })).toBe(wider);
  expect(cellAt([wider], { fromNs: 20, atLeastNs: 100 })).toBeNull();
  expect(cellAt(CELLS, null)).toBeNull();
  expect(cellText(wider).replaceAll('\u2009', ' ').replaceAll('\u00a0', ' ')).toBe(
    '3 root calls of 100 ns to 200 ns, begun 0 ns to 20 ns after the first one',
  );
});
