import type { DataSet } from '../recording/dataSets/dataSet.ts';
import { columnsOf } from '../recording/dataSets/rowColumns.ts';

/** A histogram of a heap, and when it was made. */
export interface HeapSnapshot {
  /** Since the first one. */
  readonly sinceMs: number;
  /** How long the JVM took for it, standing still. */
  readonly pauseMs: number;
  /** Of classes: its first value counts objects, its second one their bytes. */
  readonly set: DataSet;
}

/** Two tell a change; what goes on rising can be told from three on. */
export const LEAST_SNAPSHOTS = 3;
/** Of the steps from one snapshot to the next. */
const LEAST_SHARE = 0.5;
const MINUTE_MS = 60_000;

interface ClassGrowth {
  readonly texts: readonly string[];
  readonly first: number;
  readonly firstBytes: number;
  last: number;
  lastBytes: number;
  rises: number;
  /** In which it was met last. */
  at: number;
}

/**
 * What goes on rising: classes of which there are more objects in the last snapshot than in the first, and in most of them more than in the
 * one before. Those that rose most often come first, of these the ones that grow fastest.
 *
 *     Session   100  150  200  260      rises 3 of 3
 *     Buffer     10   40   12   30      rises 2 of 3
 *     Cart       50   20   60   20      left out: there are not more
 *
 * O(rows of all snapshots).
 */
export function risingClasses(snapshots: readonly HeapSnapshot[]): DataSet {
  const growths = new Map<string, ClassGrowth>();
  snapshots.forEach(({ set }, at) => {
    const [objects, bytes] = set.values;
    for (let row = 0; row < set.rows; row++) {
      const texts = set.texts.map((column) => column.texts[row]);
      const key = JSON.stringify(texts);
      const growth = growths.get(key);
      if (growth === undefined) {
        // Not there before: a rise from nothing.
        const first = at === 0 ? objects.values[row] : 0;
        const firstBytes = at === 0 ? bytes.values[row] : 0;
        growths.set(key, {
          ...{ texts, first, firstBytes, last: objects.values[row], lastBytes: bytes.values[row] },
          ...{ rises: at === 0 ? 0 : 1, at },
        });
        continue;
      }
      const before = growth.at === at - 1 ? growth.last : 0;
      if (objects.values[row] > before) growth.rises++;
      growth.last = objects.values[row];
      growth.lastBytes = bytes.values[row];
      growth.at = at;
    }
  });
  const steps = snapshots.length - 1;
  const minutes = (snapshots.at(-1)?.sinceMs ?? 0) / MINUTE_MS;
  const perMinute = (more: number): number => (minutes > 0 ? more / minutes : NaN);
  const rising = [...growths.values()]
    .filter(({ at, last, first, rises }) => at === steps && last > first && rises >= steps * LEAST_SHARE)
    .sort((a, b) => b.rises - a.rises || b.lastBytes - b.firstBytes - (a.lastBytes - a.firstBytes));
  const [{ set } = { set: null }] = snapshots;
  return {
    id: 'suspects',
    title: `Leak suspects: what rose in ${steps} steps`,
    ...columnsOf(rising, {
      texts: (set?.texts ?? []).map(({ id, title }, i) => [id, title, ({ texts }) => texts[i]]),
      values: [
        ['rises', 'Rises', 'count', ({ rises }) => rises],
        ['objects', 'Objects', 'count', ({ last }) => last],
        ['objectsPerMinute', 'Objects/min', 'count', ({ first, last }) => perMinute(last - first)],
        [
          ...(['bytesPerMinute', 'Bytes/min', 'bytes'] as const),
          ({ firstBytes, lastBytes }) => perMinute(lastBytes - firstBytes),
        ],
      ],
    }),
  };
}
