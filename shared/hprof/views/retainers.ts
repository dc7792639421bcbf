import type { DataSet } from '../../recording/dataSets/dataSet.ts';
import type { HeapDump, Retained } from '../heapDump.ts';
import { largest } from '../largest.ts';
import { heapSet, type ClassFilter, type HeapRow } from './heapView.ts';

const COLUMNS = {
  texts: [['object', 'Object']],
  values: [
    ['retainedBytes', 'Retained', 'bytes'],
    ['bytes', 'Own', 'bytes'],
  ],
} as const;
/** An object holds what another one below it holds, if that is so much of it. */
const MOST_OF_IT = 0.8;

/**
 * The objects that hold the most, and nothing but the heap itself holds them; of some classes, if asked for: all their objects.
 * @param isWanted null: those
 */
export async function biggestObjects(
  dump: HeapDump,
  most: number,
  isWanted: ClassFilter | null,
): Promise<DataSet> {
  const retained = await dump.retained();
  const { objectAt, dominator } = retained.tree;
  const isIn = (place: number): boolean =>
    place > 0 && (isWanted === null ? dominator[place] === 0 : isWanted(dump.classOf(objectAt[place])));
  const places = largest(retained.bytes, most, isIn);
  const gathered = gatheringPlaces(retained, places);
  const rows = [...places].map((place, i) => ({
    texts: [dump.nameOf(objectAt[place]), gathered[i] === place ? '' : dump.nameOf(objectAt[gathered[i]])],
    values: [retained.bytes[place], dump.bytesOf(objectAt[place])],
  }));
  const columns = { ...COLUMNS, texts: [...COLUMNS.texts, ['gathersIn', 'Gathers In']] } as const;
  return heapSet('biggest', 'Objects that hold the most', columns, rows);
}

/**
 * Where it is that what a place holds comes together: down the tree as long as one object below holds nearly all of it.
 *
 *     class Main 100 MB > ArrayList 100 MB > Object[] 100 MB > Session 1 MB, Session 1 MB ..       Main gathers in that Object[]
 */
export function gatheringPlaces({ tree, bytes }: Retained, places: Int32Array): Int32Array {
  // Of each place the child that holds the most: children have larger numbers.
  const heaviest = new Int32Array(bytes.length);
  for (let place = bytes.length - 1; place > 0; place--) {
    const above = tree.dominator[place];
    if (heaviest[above] === 0 || bytes[place] >= bytes[heaviest[above]]) heaviest[above] = place;
  }
  return places.map((place) => {
    let at = place;
    while (heaviest[at] > 0 && bytes[heaviest[at]] >= bytes[at] * MOST_OF_IT) at = heaviest[at];
    return at;
  });
}

/** A place, and those above it of which it holds nearly all: the way that ends at a gathering place, from its end. */
export function chainAbove({ tree, bytes }: Retained, place: number): number[] {
  const chain = [place];
  for (let at = place; ; chain.push(at)) {
    const above = tree.dominator[at];
    if (above === 0 || bytes[at] < bytes[above] * MOST_OF_IT) return chain;
    at = above;
  }
}

export interface TreeExtent {
  /** Rows at most: those that hold the most. */
  readonly most: number;
  readonly depth: number;
  /** Null: of the whole heap. */
  readonly object: number | null;
}

/** The dominator tree: below each object what goes with it. Of all objects down to a depth those that hold the most. */
export async function dominatorRows(dump: HeapDump, { most, depth, object }: TreeExtent): Promise<DataSet> {
  const { tree, bytes } = await dump.retained();
  const { objectAt, dominator, placeOf } = tree;
  const top = object === null ? 0 : placeOf[object];
  // place -> how deep below the top; 0: not below it. An object above holds more than each one below it, so no row lacks its parent.
  const depths = new Int32Array(bytes.length);
  if (object !== null && top > 0) depths[top] = 1;
  for (let place = 1; place < bytes.length; place++) {
    const above = dominator[place];
    if (depths[place] === 0 && (above === 0 ? object === null : depths[above] > 0))
      depths[place] = depths[above] + 1;
  }
  const chosen = largest(bytes, most, (place) => depths[place] > 0 && depths[place] <= depth);
  const below = new Map<number, number[]>();
  for (const place of chosen) {
    const above = depths[place] === 1 ? 0 : dominator[place];
    below.set(above, [...(below.get(above) ?? []), place]);
  }
  const rows: HeapRow[] = [];
  const left = [...(below.get(0) ?? [])].reverse().map((place) => ({ place, parent: -1 }));
  for (let each = left.pop(); each !== undefined; each = left.pop()) {
    const { place, parent } = each;
    const row = rows.length;
    rows.push({
      ...{ parent, texts: [dump.nameOf(objectAt[place])] },
      values: [bytes[place], dump.bytesOf(objectAt[place])],
    });
    for (const child of (below.get(place) ?? []).reverse()) left.push({ place: child, parent: row });
  }
  return heapSet('dominators', 'What holds what: an object goes with the one above it', COLUMNS, rows);
}
