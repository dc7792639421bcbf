import { memo, useState } from 'react';
import { formatCount } from '../../../shared/naming/formatNumbers.ts';
import { Spoken } from '../../widgets/Spoken.tsx';
import type { TableFilter } from '../../worker/table/tableRow.ts';
import type { ColumnId } from './columnId.ts';
import { COLUMNS, type ColumnKind } from './columns.ts';

interface TableNewsProps {
  readonly sortedBy: ColumnId | 'name';
  readonly ascending: boolean;
  readonly rowCount: number;
  /** The selected row; 0 = none. */
  readonly node: number;
  readonly isOpen: boolean;
  readonly filter: TableFilter | null;
  /** In their order. */
  readonly columns: readonly ColumnKind[];
  /** Over the names. */
  readonly nameTitle: string;
}

/** What the reader's own doing has changed, said aloud once: order, columns, filter, branches. Matches are FindField's. */
export const TableNews = memo(function TableNews({
  sortedBy,
  ascending,
  rowCount,
  node,
  isOpen,
  filter,
  columns,
  nameTitle,
}: TableNewsProps) {
  const column = COLUMNS.find(({ id }) => id === sortedBy);
  const direction = column
    ? ascending
      ? 'smallest first'
      : 'largest first'
    : ascending
      ? 'A to Z'
      : 'Z to A';
  const rows = `${formatCount(rowCount)} ${rowCount === 1 ? 'row' : 'rows'}`;
  // Where another row is selected, the row itself is read out, and whether it is open.
  const [branch, setBranch] = useState({ node, isOpen, turns: 0 });
  if (branch.node !== node || branch.isOpen !== isOpen) {
    setBranch({ node, isOpen, turns: branch.node === node ? branch.turns + 1 : branch.turns });
  }
  return (
    <>
      <Spoken
        when={`${sortedBy} ${direction}`}
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
