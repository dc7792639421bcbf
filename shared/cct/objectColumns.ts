import type { CctTable } from './cctTable.ts';
import { liveColumns } from './liveColumns.ts';
import { NOTHING_LIVES, type LiveTable } from './liveTable.ts';
import { madeColumns } from './madeColumns.ts';
import { NOTHING_MADE } from './madeTable.ts';

/** The tree with the metrics of what its contexts have made. @param objectBytes allocation site -> what each object of it takes */
export function withMade(table: CctTable, objectBytes: ReadonlyMap<number, number>): CctTable {
  const { made, more, length } = table;
  const columns = madeColumns(made ?? NOTHING_MADE, length, objectBytes);
  return { ...table, more: new Map([...(more ?? []), ...columns]) };
}

/** The tree with what of its objects is still there. @param live by context; left away: nothing */
export function withLive(table: CctTable, live: LiveTable = NOTHING_LIVES): CctTable {
  return { ...table, live, more: new Map([...(table.more ?? []), ...liveColumns(live, table.length)]) };
}
