import type { DataSet } from '../../recording/dataSets/dataSet.ts';
import type { HeapDump, Retained } from '../heapDump.ts';
import type { Makers } from '../makers.ts';
import { heapSet } from './heapView.ts';
import { pathTexts } from './paths.ts';

const COLUMNS = {
  texts: [
    ['made', 'Made'],
    ['by', 'By'],
    ['object', 'Largest'],
    ['path', 'Path from Its Root'],
  ],
  values: [
    ['objects', 'Objects', 'count'],
    ['bytes', 'Own', 'bytes'],
    ['retainedBytes', 'Retained', 'bytes'],
  ],
} as const;

interface Row {
  objects: number;
  bytes: number;
  retainedBytes: number;
  /** The object that holds the most. */
  largest: number;
}

/**
 * Contexts by what of theirs fills the heap: where it was made, and beside that what holds it. Retained is what would go with all of a
 * context's objects, each byte once.
 * @param wanted null: all that were followed
 */
export async function madeObjects(
  dump: HeapDump,
  makers: Makers,
  wanted: Int32Array | null,
  most: number,
): Promise<DataSet> {
  const retained = await dump.retained();
  const outermost = outermostObjects(retained, makers);
  const rows = new Map<number, Row>();
  for (const object of wanted ?? makers.contextOf.keys()) {
    const context = makers.contextOf.get(object) ?? -1;
    const place = retained.tree.placeOf[object];
    if (context < 0 || place === 0) continue;
    const row = rows.get(context) ?? { objects: 0, bytes: 0, retainedBytes: 0, largest: object };
    rows.set(context, row);
    row.objects++;
    row.bytes += dump.bytesOf(object);
    if (outermost.has(object)) row.retainedBytes += retained.bytes[place];
    if (retained.bytes[place] > retained.bytes[retained.tree.placeOf[row.largest]]) row.largest = object;
  }
  const shown = [...rows].sort(([x, a], [y, b]) => b.retainedBytes - a.retainedBytes || x - y).slice(0, most);
  const paths = await pathTexts(
    dump,
    shown.map(([, { largest }]) => largest),
  );
  return heapSet(
    'made',
    'Objects of the dump by the context that has made them',
    COLUMNS,
    shown.map(([context, { objects, bytes, retainedBytes, largest }], i) => ({
      texts: [makers.contexts[context].made, makers.textOf(context), dump.nameOf(largest), paths[i]],
      values: [objects, bytes, retainedBytes],
    })),
  );
}

/**
 * Followed objects that no object of the same context dominates. O(places + followed objects x changes of context on the way up).
 */
function outermostObjects({ tree }: Retained, { contextOf }: Makers): ReadonlySet<number> {
  const { objectAt, dominator } = tree;
  // place -> the nearest followed one, itself included; 0: none
  const nearest = new Int32Array(objectAt.length);
  /** Of a followed place the nearest one above that another context has made. */
  const other = new Map<number, number>();
  const outermost = new Set<number>();
  for (let place = 1; place < objectAt.length; place++) {
    const above = nearest[dominator[place]];
    const context = contextOf.get(objectAt[place]);
    nearest[place] = context === undefined ? above : place;
    if (context === undefined) continue;
    const contextAt = (at: number): number | undefined => contextOf.get(objectAt[at]);
    other.set(place, contextAt(above) === context ? (other.get(above) ?? 0) : above);
    let at = above;
    while (at > 0 && contextAt(at) !== context) at = other.get(at) ?? 0;
    if (at === 0) outermost.add(objectAt[place]);
  }
  return outermost;
}
