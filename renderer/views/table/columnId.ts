import type { TableColumn } from '../../worker/table/tableRow.ts';

/** trend: what the page alone knows, of the rows that it has had. */
export type ColumnId = TableColumn | 'trend';
