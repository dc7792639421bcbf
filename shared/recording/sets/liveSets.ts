import { LIVE_BYTES, LIVE_OBJECTS, type LiveTable } from '../../cct/liveTable.ts';
import type { DataSet } from '../dataSets/dataSet.ts';
import { columnsOf, type RowValue } from '../dataSets/rowColumns.ts';

/** Rows: classes of which objects are still there. */
export const LIVE_SET = 'live';
export const LIVE_ERROR = 'liveError';
export const AGES = 'ages';

/** What of some objects is still there. */
export interface LiveSums {
  objects: number;
  bytes: number;
  variance: number;
  /** Numbers of collections that there had been when they were made: as many as there are ages. */
  readonly births: Set<number>;
}

export function noLife(): LiveSums {
  return { objects: 0, bytes: 0, variance: 0, births: new Set() };
}

export function addLive(sums: LiveSums, { objects, bytes, variance, births }: LiveSums): void {
  sums.objects += objects;
  sums.bytes += bytes;
  sums.variance += variance;
  for (const birth of births) sums.births.add(birth);
}

/** By node and code, as "node code". */
export function liveSums(live: LiveTable | undefined): ReadonlyMap<string, LiveSums> {
  const sums = new Map<string, LiveSums>();
  for (let row = 0; row < (live?.length ?? 0); row++) {
    if (live === undefined) break;
    sums.set(`${live.node[row]} ${live.code[row]}`, {
      objects: live.objects[row],
      bytes: live.bytes[row],
      variance: live.variance[row],
      births: new Set(live.births[row]),
    });
  }
  return sums;
}

export function liveValues<Row>(
  rows: readonly Row[],
  liveOf: (row: Row) => LiveSums,
): readonly RowValue<Row>[] {
  const isExact = rows.every((row) => liveOf(row).variance === 0);
  return [
    [LIVE_OBJECTS, 'Live', 'count', (row) => liveOf(row).objects, isExact],
    [LIVE_BYTES, 'Live Bytes', 'bytes', (row) => liveOf(row).bytes, isExact],
    [LIVE_ERROR, '± Bytes', 'bytes', (row) => Math.sqrt(liveOf(row).variance), isExact],
    [AGES, 'Ages', 'count', (row) => liveOf(row).births.size, isExact],
  ];
}

/** Classes, those with most live bytes first: a number of ages that rises from recording to recording is a leak. */
export function liveSet(rows: readonly { readonly made: string; readonly live: LiveSums }[]): DataSet {
  const classes = new Map<string, LiveSums>();
  for (const { made, live } of rows) {
    let sums = classes.get(made);
    if (sums === undefined) classes.set(made, (sums = noLife()));
    addLive(sums, live);
  }
  const shown = [...classes]
    .filter(([, { objects }]) => objects > 0)
    .sort(([, a], [, b]) => b.bytes - a.bytes);
  return {
    id: LIVE_SET,
    title: 'Live objects',
    ...columnsOf(shown, {
      texts: [['made', 'Class', ([made]) => made]],
      values: liveValues(shown, ([, sums]) => sums),
    }),
  };
}
