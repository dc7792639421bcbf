import type { TableRow } from '../../worker/table/tableRow.ts';

/** Whether both have the same in every column. A row that compares two recordings never has. */
export function isSameRow(a: TableRow, b: TableRow): boolean {
  return (
    (Object.keys(a) as (keyof TableRow)[]).every((name) => name === 'further' || a[name] === b[name]) &&
    a.further.join() === b.further.join()
  );
}
