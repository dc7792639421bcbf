import type { HeapDump } from '../heapDump.ts';
import { largest } from '../largest.ts';

/** An object in the dominator tree. */
export interface DominatorRow {
  readonly object: number;
  readonly name: string;
  readonly bytes: number;
  readonly retainedBytes: number;
  /** Whether anything goes with it. */
  readonly hasChildren: boolean;
}

export interface DominatorChildren {
  /** Those that hold the most come first. */
  readonly rows: readonly DominatorRow[];
  /** How many there are beside these. */
  readonly more: number;
}

/**
 * What goes with an object, for a tree that is opened step by step. O(objects), some 10 ms of ten million.
 * @param object null: what only the heap itself holds
 */
export async function dominatorChildren(
  dump: HeapDump,
  object: number | null,
  most: number,
): Promise<DominatorChildren> {
  const { tree, bytes } = await dump.retained();
  const { objectAt, dominator, placeOf } = tree;
  const above = object === null ? 0 : placeOf[object];
  if (object !== null && above === 0) return { rows: [], more: 0 }; // garbage
  const children: number[] = [];
  // A place has a smaller number than all that it dominates.
  for (let place = above + 1; place < dominator.length; place++)
    if (dominator[place] === above) children.push(place);
  const chosen = largest(
    children.map((place) => bytes[place]),
    most,
  );
  const rowOf = new Map<number, number>();
  const places = [...chosen].map((at) => children[at]);
  places.forEach((place, row) => rowOf.set(place, row));
  const hasChildren = new Uint8Array(places.length);
  for (let place = above + 1; place < dominator.length; place++) {
    const row = rowOf.get(dominator[place]);
    if (row !== undefined) hasChildren[row] = 1;
  }
  const rows = places.map((place, row) => ({
    ...{ object: objectAt[place], name: dump.nameOf(objectAt[place]) },
    ...{ bytes: dump.bytesOf(objectAt[place]), retainedBytes: bytes[place] },
    hasChildren: hasChildren[row] === 1,
  }));
  return { rows, more: children.length - rows.length };
}
