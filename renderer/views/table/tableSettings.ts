import type { SettingKind } from '../../state/settings.ts';
import type { TableColumn } from '../../worker/table/tableRow.ts';
import { COLUMNS } from './columns.ts';
import type { PercentOf } from './tableNumbers.ts';
import type { TableTraits } from './tableTraits.ts';

const kinds = new Map<string, SettingKind<readonly TableColumn[]>>();

/** Which columns a table has: remembered for each. */
export function columnSetting({
  id,
  columns,
  firstColumns,
}: TableTraits): SettingKind<readonly TableColumn[]> {
  const known = kinds.get(id);
  if (known) return known;
  const kind: SettingKind<readonly TableColumn[]> = {
    name: `columns.${id}`,
    version: 1,
    initial: firstColumns,
    read: (stored) =>
      Array.isArray(stored)
        ? COLUMNS.map((column) => column.id).filter(
            (column) => columns.includes(column) && stored.includes(column),
          )
        : null,
  };
  kinds.set(id, kind);
  return kind;
}

/** One for all tables. */
export const PERCENT_SETTING: SettingKind<PercentOf> = {
  name: 'percentOf',
  version: 1,
  initial: 'total',
  read: (stored) => (stored === 'total' || stored === 'parent' ? stored : null),
};
