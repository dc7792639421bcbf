import { formerName } from '../../../shared/rows/views.ts';
import type { SettingKind } from '../../state/settings.ts';
import type { ColumnId } from './columnId.ts';
import { LEAST_COLUMN_PX, type ColumnPx } from './columnLayout.ts';
import type { PercentOf } from './tableNumbers.ts';
import type { TableTraits } from './tableTraits.ts';

const kinds = new Map<string, SettingKind<readonly ColumnId[]>>();

/** Which columns a table has, in their order: remembered for each. */
export function columnSetting({
  id,
  columns,
  firstColumns,
  fixedColumn,
}: TableTraits): SettingKind<readonly ColumnId[]> {
  const known = kinds.get(id);
  if (known) return known;
  const kind: SettingKind<readonly ColumnId[]> = {
    name: `columns.${id}`,
    formerName: `columns.${formerName(id)}`,
    version: 2,
    initial: firstColumns,
    read: (stored) => {
      if (!Array.isArray(stored)) return null;
      const chosen = new Set(stored.filter((column): column is ColumnId => columns.includes(column)));
      return [...chosen.add(fixedColumn)];
    },
  };
  kinds.set(id, kind);
  return kind;
}

const widthKinds = new Map<string, SettingKind<ColumnPx>>();

/** How wide the user has made columns of a table: remembered for each. */
export function widthSetting({ id, columns }: TableTraits): SettingKind<ColumnPx> {
  const known = widthKinds.get(id);
  if (known) return known;
  const kind: SettingKind<ColumnPx> = {
    name: `columnWidths.${id}`,
    formerName: `columnWidths.${formerName(id)}`,
    version: 1,
    initial: {},
    read: (stored) => {
      if (typeof stored !== 'object' || stored === null) return null;
      const isWidth = ([column, px]: [string, unknown]): boolean =>
        columns.some((one) => one === column) &&
        typeof px === 'number' &&
        px >= LEAST_COLUMN_PX &&
        px <= MOST_COLUMN_PX;
      return Object.fromEntries(Object.entries(stored).filter(isWidth));
    },
  };
  widthKinds.set(id, kind);
  return kind;
}

const MOST_COLUMN_PX = 2_000;

/** @param px null: as wide as it is by itself */
export function withWidth(widths: ColumnPx, column: ColumnId, px: number | null): ColumnPx {
  if (px === null) return Object.fromEntries(Object.entries(widths).filter(([one]) => one !== column));
  return { ...widths, [column]: Math.round(Math.min(MOST_COLUMN_PX, Math.max(LEAST_COLUMN_PX, px))) };
}

/** The columns with one of them at the place where another one is. */
export function withMoved(columns: readonly ColumnId[], moved: ColumnId, to: ColumnId): readonly ColumnId[] {
  const place = columns.indexOf(to);
  if (place < 0 || !columns.includes(moved)) return columns;
  const others = columns.filter((column) => column !== moved);
  return [...others.slice(0, place), moved, ...others.slice(place)];
}

/** One for all tables. */
export const PERCENT_SETTING: SettingKind<PercentOf> = {
  name: 'percentOf',
  version: 1,
  initial: 'total',
  read: (stored) => (stored === 'total' || stored === 'parent' ? stored : null),
};

/** Whether packages of names are written out, in all views. */
export const FULL_NAMES: SettingKind<boolean> = {
  name: 'fullNames',
  version: 1,
  initial: false,
  read: (stored) => (typeof stored === 'boolean' ? stored : null),
};
