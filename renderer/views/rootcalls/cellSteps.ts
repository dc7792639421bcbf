import { formatCountOf, formatTime } from '../../../shared/naming/formatNumbers.ts';
import { cellRows, type DurationCell } from './durationMap.ts';

/** Where a cell is, however wide its slot of time has become. */
export type CellPlace = Pick<DurationCell, 'fromNs' | 'atLeastNs'>;

/** The keys that go from cell to cell, as keyName() has them. */
const CELL_KEYS = ['ArrowLeft', 'ArrowRight', 'ArrowUp', 'ArrowDown', 'Home', 'End'] as const;
export type CellKey = (typeof CELL_KEYS)[number];

export function isCellKey(key: string): key is CellKey {
  return CELL_KEYS.some((one) => one === key);
}

/** The cell that has that place; null: none has. */
export function cellAt(cells: readonly DurationCell[], place: CellPlace | null): DurationCell | null {
  if (place === null) return null;
  const { fromNs, atLeastNs } = place;
  return (
    cells.find((cell) => cell.atLeastNs === atLeastNs && cell.fromNs <= fromNs && fromNs < cell.toNs) ?? null
  );
}

/**
 * The cell to which a key goes: Left and Right to the one before and after of the same duration, Home and End to the first and last
 * of it, Up and Down to the nearest in time of the next longer and shorter duration. Where there is none it stays.
 * @param at null: none was chosen; then it is the first of the longest duration. @returns null: there are no cells
 */
export function steppedCell(
  cells: readonly DurationCell[],
  at: DurationCell | null,
  key: CellKey,
): DurationCell | null {
  const rows = [...cellRows(cells)].sort(([a], [b]) => a.atLeastNs - b.atLeastNs);
  if (at === null) return rows.at(-1)?.at(0) ?? null;
  const level = rows.findIndex(([first]) => first.atLeastNs === at.atLeastNs);
  const row = rows[level];
  const place = row.indexOf(at);
  switch (key) {
    case 'ArrowLeft':
      return row[Math.max(0, place - 1)];
    case 'ArrowRight':
      return row[Math.min(row.length - 1, place + 1)];
    case 'Home':
      return row[0];
    case 'End':
      return row[row.length - 1];
    case 'ArrowUp':
      return level + 1 < rows.length ? nearestIn(rows[level + 1], at) : at;
    case 'ArrowDown':
      return level > 0 ? nearestIn(rows[level - 1], at) : at;
  }
}

/** @param row not empty */
function nearestIn(row: readonly DurationCell[], { fromNs }: CellPlace): DurationCell {
  return row.reduce((nearest, cell) =>
    Math.abs(cell.fromNs - fromNs) < Math.abs(nearest.fromNs - fromNs) ? cell : nearest,
  );
}

/** "3 root calls of 30.0 ms to 32.8 ms, begun 1.05 s to 1.07 s after the first one" */
export function cellText({ calls, atLeastNs, lessThanNs, fromNs, toNs }: DurationCell): string {
  const [shortest, longest, from, to] = [atLeastNs, lessThanNs, fromNs, toNs].map((ns) => formatTime(ns));
  return `${formatCountOf(calls, 'root call')} of ${shortest} to ${longest}, begun ${from} to ${to} after the first one`;
}
