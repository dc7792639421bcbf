import type { ColumnId } from './columnId.ts';
import type { ColumnKind } from './columns.ts';

/** Widths that the user has given to columns, in CSS pixels. */
export type ColumnPx = Readonly<Partial<Record<ColumnId, number>>>;

/** How a table of some width is divided. */
export interface ColumnLayout {
  readonly columns: readonly ColumnKind[];
  readonly hasShares: boolean;
  /** For CSS: names, then the columns. */
  readonly widths: string;
  /** Below it the table scrolls sideways. */
  readonly leastPx: number;
  /** Names have at least this. */
  readonly namePx: number;
}

/** Of names, whatever else there is; on a phone as much of the table, so that the first number stands beside them. */
const LEAST_NAME_PX = 300;
const LEAST_NAME_SHARE = 0.6;
/** What they are given before bounds of errors and percentages are. */
const NAME_SHARE = 0.44;
const ENOUGH_NAME_PX = 520;
/** The times of both sides of a comparison, of which the change tells most, are shown where names have as much beside them. */
const PLENTY_NAME_PX = 640;
const SIDES: ReadonlySet<ColumnId> = new Set<ColumnId>(['totalA', 'totalB', 'selfA', 'selfB']);
/** Without times, bars are those of calls: the first such column is as wide, where names have what they want. */
const BARS = { leastPx: 220, share: 0.3, mostPx: 720 };
export const LEAST_COLUMN_PX = 48;

/**
 * The columns that a table shows, and how wide. Where names would have too little room, the times of a comparison's sides go
 * first, then the bounds of errors and what grew in the last minute, then the percentages; a column that the user has made as wide as it is stays.
 */
export function columnLayout(
  chosen: readonly ColumnKind[],
  timed: boolean,
  tablePx: number,
  given: ColumnPx,
): ColumnLayout {
  const leastNamePx = Math.min(LEAST_NAME_PX, LEAST_NAME_SHARE * tablePx);
  const wantedPx = Math.min(ENOUGH_NAME_PX, NAME_SHARE * tablePx);
  const leastOf = (column: ColumnKind, hasShares: boolean): number =>
    given[column.id] ?? (hasShares ? column : (column.bare ?? column)).leastPx;
  const namesHave = (columns: readonly ColumnKind[], hasShares: boolean): number =>
    tablePx - columns.reduce((sum, column) => sum + leastOf(column, hasShares), 0);
  const isGiven = ({ id }: ColumnKind): boolean => given[id] !== undefined;
  const hasPlenty = namesHave(chosen, true) >= PLENTY_NAME_PX;
  const wide = hasPlenty ? chosen : chosen.filter((column) => !SIDES.has(column.id) || isGiven(column));
  const isTight = namesHave(wide, true) < wantedPx;
  const columns = isTight ? wide.filter((column) => !isSpare(column) || isGiven(column)) : wide;
  const hasShares = !isTight || namesHave(columns, true) >= wantedPx;
  const namePx = Math.round(Math.max(leastNamePx, Math.min(wantedPx, namesHave(columns, hasShares))));
  const bars = barsColumn(columns, timed);
  const widths = columns.map((column) => {
    const px = given[column.id];
    if (px !== undefined) return `${px}px`;
    const sparePx = namesHave(columns, hasShares) - wantedPx;
    if (column === bars) return `${barsPx(tablePx, leastOf(column, hasShares), sparePx)}px`;
    return (hasShares ? column : (column.bare ?? column)).width;
  });
  return {
    columns,
    hasShares,
    widths: [`minmax(${namePx}px, 1fr)`, ...widths].join(' '),
    leastPx: leastNamePx + tablePx - namesHave(columns, hasShares),
    namePx,
  };
}

/** Without times: the column whose share of all calls is shown, the first of those of calls. */
export function barsColumn(columns: readonly ColumnKind[], timed: boolean): ColumnKind | undefined {
  return timed ? undefined : columns.find(({ bar }) => bar === 'calls');
}

function isSpare({ id }: ColumnKind): boolean {
  return id === 'trend' || id.endsWith('Error');
}

/** @param leastPx of the column without bars @param sparePx that names do not need */
function barsPx(tablePx: number, leastPx: number, sparePx: number): number {
  const wantedPx = Math.max(BARS.leastPx, Math.min(BARS.mostPx, BARS.share * tablePx));
  return Math.round(Math.max(leastPx, Math.min(wantedPx, leastPx + sparePx)));
}

const INDENT_PX = 14;
const LEAST_INDENT_PX = 2;
/** Of a name itself, behind its indentation, and what stands before it. */
const LEAST_TEXT_PX = 250;
const TWISTY_PX = 26;
/** In deep trees room is made for all so many levels: the names stay where they are while the depth in view changes a little. */
const LEVELS_AT_ONCE = 10;

/** How far a row is indented below its parent: less, the deeper the rows in view, so that names stay readable. */
export function indentPx(levels: number, namePx: number): number {
  const roomPx = namePx - LEAST_TEXT_PX - TWISTY_PX;
  const most = levels > LEVELS_AT_ONCE ? LEVELS_AT_ONCE * Math.ceil(levels / LEVELS_AT_ONCE) : levels;
  if (most * INDENT_PX <= roomPx) return INDENT_PX;
  return Math.max(LEAST_INDENT_PX, Math.floor(roomPx / most));
}
