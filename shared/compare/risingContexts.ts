import { LIVE_BYTES, LIVE_OBJECTS } from '../cct/liveTable.ts';
import type { DataSet } from '../recording/dataSets/dataSet.ts';
import { valuesNamed } from '../recording/dataSets/dataSetParts.ts';
import { columnsOf, valueColumns } from '../recording/dataSets/rowColumns.ts';
import { AGES } from '../recording/sets/liveSets.ts';
import { contextReader } from '../recording/sets/madeContexts.ts';
import { MADE_CONTEXTS_SET } from '../recording/sets/madeSets.ts';
import type { Snapshot } from '../recording/snapshot.ts';
import { extentOf } from './comparisonBasis.ts';
import { risingClasses } from './risingClasses.ts';

const THOUSAND = 1_000;

interface Living {
  readonly texts: readonly string[];
  objects: number;
  bytes: number;
  ages: number;
}

/**
 * What goes on rising of what a recording follows: contexts of which there are more live objects in the last snapshot than in the first, and
 * in most of them more than in the one before. In the order of risingClasses; with the number of ages, and what they grew by for each
 * thousand calls of the roots.
 *
 *     Session   Shop.open:12 < Shop.serve    10  20  30  40     rises 3 of 3, 40 ages, 100 per 1,000 root calls
 *
 * O(rows of all snapshots x depth).
 *
 * @param snapshots of one recording, as time went by, at least two
 * @returns null: objects were not followed in each of them
 */
export function risingContexts(snapshots: readonly Snapshot[]): DataSet | null {
  const living = snapshots.map(livingByContext).filter((each) => each !== null);
  const [first, last] = [living.at(0), living.at(-1)];
  if (first === undefined || last === undefined || living.length < snapshots.length) return null;
  const sinceMs = (at: number): number => snapshots[at].durationMs - snapshots[0].durationMs;
  const rising = risingClasses(
    living.map((contexts, at) => ({ sinceMs: sinceMs(at), pauseMs: 0, set: setOf(contexts) })),
  );
  const [callsBefore, callsAfter] = [snapshots[0], snapshots[snapshots.length - 1]].map(
    (snapshot) => extentOf(snapshot).rootCalls,
  );
  const perThousand = (more: number): number =>
    callsAfter > callsBefore ? (THOUSAND * more) / (callsAfter - callsBefore) : NaN;
  const keys = Array.from({ length: rising.rows }, (_, row) =>
    keyOf(rising.texts.map(({ texts }) => texts[row])),
  );
  const grown = (of: 'objects' | 'bytes') => (key: string) =>
    perThousand((last.get(key)?.[of] ?? NaN) - (first.get(key)?.[of] ?? 0));
  const [rises, objects, ...perMinute] = rising.values;
  const calls = '/1,000 Root Calls';
  return {
    ...rising,
    values: [
      ...[rises, objects],
      ...valueColumns(keys, [
        [AGES, 'Ages', 'count', (key) => last.get(key)?.ages ?? NaN],
        ['objectsPerThousandRootCalls', `Objects${calls}`, 'count', grown('objects')],
        ['bytesPerThousandRootCalls', `Bytes${calls}`, 'bytes', grown('bytes')],
      ]),
      ...perMinute,
    ],
  };
}

/** Contexts of several threads that are alike are one. */
function livingByContext(snapshot: Snapshot): Map<string, Living> | null {
  const rows = snapshot.dataSets.find(({ id }) => id === MADE_CONTEXTS_SET);
  const read = contextReader(snapshot);
  const [objects, bytes, ages] = [LIVE_OBJECTS, LIVE_BYTES, AGES].map((id) => valuesNamed(rows, id));
  if (rows === undefined || read === null || !objects || !bytes || !ages) return null;
  const living = new Map<string, Living>();
  for (let row = 0; row < rows.rows; row++) {
    if (!(objects[row] > 0)) continue;
    const { made, place, callers } = read(row);
    const texts = [made, place, callers.join(' < ')];
    const key = keyOf(texts);
    let each = living.get(key);
    if (each === undefined) living.set(key, (each = { texts, objects: 0, bytes: 0, ages: 0 }));
    each.objects += objects[row];
    each.bytes += bytes[row];
    each.ages = Math.max(each.ages, ages[row]);
  }
  return living;
}

function setOf(contexts: ReadonlyMap<string, Living>): DataSet {
  const rows = [...contexts.values()];
  return {
    id: 'live',
    title: 'Live objects',
    ...columnsOf(rows, {
      texts: [
        ['made', 'Class', ({ texts }) => texts[0]],
        ['place', 'Made By', ({ texts }) => texts[1]],
        ['callers', 'Called By', ({ texts }) => texts[2]],
      ],
      values: [
        [LIVE_OBJECTS, 'Live', 'count', ({ objects }) => objects],
        [LIVE_BYTES, 'Live Bytes', 'bytes', ({ bytes }) => bytes],
      ],
    }),
  };
}

function keyOf(texts: readonly string[]): string {
  return JSON.stringify(texts);
}
