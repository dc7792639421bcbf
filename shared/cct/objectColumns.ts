import type { CctTable } from './cctTable.ts';
import { NOTHING_LIVES, type LiveTable, LIVE_BYTES, LIVE_OBJECTS } from './liveTable.ts';
import { madeColumns } from './madeColumns.ts';
import { NOTHING_MADE } from './madeTable.ts';
import type { SelfColumns } from './metricColumns.ts';

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

/** @param length nodes of the tree */
function liveColumns(live: LiveTable, length: number): SelfColumns {
  const objects = new Float64Array(length);
  const bytes = new Float64Array(length);
  for (let row = 0; row < live.length; row++) {
    objects[live.node[row]] += live.objects[row];
    bytes[live.node[row]] += live.bytes[row];
  }
  return new Map([
    [LIVE_OBJECTS, objects],
    [LIVE_BYTES, bytes],
  ]);
}
