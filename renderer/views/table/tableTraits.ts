import type { TableColumn } from '../../worker/table/tableRow.ts';

/** What one table of the window is: all that its rows do not tell. A constant of its view. */
export interface TableTraits {
  /** In the settings; never changes. */
  readonly id: string;
  readonly label: string;
  readonly nameTitle: string;
  readonly nameHint: string;
  /** Rows can be opened. */
  readonly isTree: boolean;
  /** Rows are methods: they can be switched off. */
  readonly hasMethods: boolean;
  readonly hasSelf: boolean;
  /** What percentages are of, when not of the row above. */
  readonly baseName: string;
  /** Columns that it can have, in the order in which they are offered. */
  readonly columns: readonly TableColumn[];
  /** Those of them that it has at first, in this order. */
  readonly firstColumns: readonly TableColumn[];
  /** The one of them that it always has. */
  readonly fixedColumn: TableColumn;
}
