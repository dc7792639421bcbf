import type { Results } from '../../state/results.ts';
import type { RowsAsk, RowsPicture } from '../../worker/table/rowTable.ts';
import type { TableFilter, TableRow as Row } from '../../worker/table/tableRow.ts';
import type { TableTraits } from './tableTraits.ts';

/** What a table shows, and what happens in it. */
export interface TableProps {
  readonly traits: TableTraits;
  readonly results: Results;
  readonly picture: RowsPicture & { readonly filter?: TableFilter | null };
  /** Must be stable. */
  readonly ask: (ask: RowsAsk) => void;
  /** A key that the table does something else with: true when it was one. */
  readonly onKey?: (key: string) => boolean;
  /** In place of opening and closing. */
  readonly onDoubleClick?: (row: Row) => void;
  /** A click with Ctrl or Cmd. */
  readonly onCtrlClick?: (row: Row) => void;
  /** Which rows are chosen, where several can be. */
  readonly isChosen?: (row: Row) => boolean;
}
