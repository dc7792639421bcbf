import { memo, useState } from 'react';
import { formatCount } from '../../../shared/naming/formatNumbers.ts';
import { Spoken } from '../../widgets/Spoken.tsx';
import type { TableFilter, TablePicture } from '../../worker/table/tableRow.ts';
import { COLUMNS, type ColumnKind } from './columns.ts';

interface TableNewsProps {
  readonly picture: Pick<TablePicture, 'sort' | 'rowCount' | 'selected'>;
  readonly filter: TableFilter | null;
  /** In their order. */
  readonly columns: readonly ColumnKind[];
  /** Over the names. */
  readonly nameTitle: string;
}

/** What the reader's own doing has changed, said aloud once: order, columns, filter, branches. Matches are FindField's. */
export const TableNews = memo(function TableNews({ picture, filter, columns, nameTitle }: TableNewsProps) {
  const { sort, rowCount, selected } = picture;
  const column = COLUMNS.find(({ id }) => id === sort.column);
  const direction = column
    ? sort.ascending
      ? 'smallest first'
      : 'largest first'
    : sort.ascending
      ? 'A to Z'
      : 'Z to A';
  const rows = `${formatCount(rowCount)} ${rowCount === 1 ? 'row' : 'rows'}`;
  // Where another row is selected, the row itself is read out, and whether it is open.
  const node = selected?.node ?? 0;
  const isOpen = selected?.isOpen ?? false;
  const [branch, setBranch] = useState({ node, isOpen, turns: 0 });
  if (branch.node !== node || branch.isOpen !== isOpen) {
    setBranch({ node, isOpen, turns: branch.node === node ? branch.turns + 1 : branch.turns });
  }
  return (
    <>
      <Spoken
        when={`${sort.column} ${direction}`}
        text={`Sorted by ${column?.title ?? nameTitle}, ${direction}`}
      />
      <Spoken
        when={columns.map(({ id }) => id).join()}
        text={`Columns are ${columns.map(({ title }) => title).join(', ')}`}
      />
      <Spoken when={filterKey(filter)} text={filter ? `${rows} left` : `All ${rows}`} />
      <Spoken when={String(branch.turns)} text={isOpen ? `Opened, ${rows}` : `Closed, ${rows}`} />
    </>
  );
});

function filterKey(filter: TableFilter | null): string {
  return filter && filter.whyNot === '' ? JSON.stringify(filter.filter) : '';
}
