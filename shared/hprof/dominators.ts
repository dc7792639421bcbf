import { GrowingInts } from './growingInts.ts';

/** What dominators are computed of. References as ReferencePass has them. */
export interface ReferenceGraph {
  readonly count: number;
  readonly first: Int32Array;
  readonly references: Int32Array;
  readonly referenceCount: number;
  readonly roots: Int32Array;
}

/**
 * The dominator tree of all that roots reach. Places are the numbers of a depth-first walk; place 0 is the heap itself, which refers to all
 * roots, and the dominator of a place has a smaller number.
 *
 *     heap -> A -> B -> D       dominators: B, C and D have A: without A there is none of them.
 *             A -> C -> D       D has neither B nor C: without one of them the other still holds it.
 */
export interface DominatorTree {
  /** object -> place, 0: nothing that holds it reaches it */
  readonly placeOf: Int32Array;
  /** place -> object, -1 of the heap */
  readonly objectAt: Int32Array;
  /** place -> place of what dominates it; the heap itself has 0 */
  readonly dominator: Int32Array;
}

/**
 * Semi-NCA (Georgiadis): semidominators by paths that are compressed as they are walked, then the nearest common ancestor of each with its
 * parent. Nothing here calls itself: a list of two million objects is one path. Places of the walk:
 * O(references log objects) but for the last step, which no heap that was seen makes slow.
 */
export async function dominatorTree(
  graph: ReferenceGraph,
  pause: () => Promise<void> = async () => {},
): Promise<DominatorTree> {
  const { placeOf, objectAt, parent } = depthFirst(graph);
  await pause();
  const { starts, predecessors } = predecessorsOf(graph, placeOf, objectAt);
  await pause();
  const count = objectAt.length;
  const dominator = parent.slice();
  const semi = new Int32Array(count);
  const label = new Int32Array(count);
  const path = new GrowingInts();
  const isRoot = new Uint8Array(count);
  for (const root of graph.roots) isRoot[placeOf[root]] = 1;
  for (let place = count - 1; place > 0; place--) {
    let least = isRoot[place] === 1 ? 0 : parent[place];
    for (let i = starts[place]; i < starts[place + 1]; i++) {
      const from = predecessors[i];
      const found = from <= place ? from : evaluate(from, place, parent, label, path);
      if (found < least) least = found;
    }
    semi[place] = least;
    label[place] = least;
  }
  await pause();
  for (let place = 1; place < count; place++) {
    let above = dominator[place];
    while (above > semi[place]) above = dominator[above];
    dominator[place] = above;
  }
  return { placeOf, objectAt, dominator };
}

/**
 * The least semidominator on the way from a place up to those that were not visited yet, which are all below `limit`. The way is made
 * short: what was walked once leads to its upper end from then on.
 */
function evaluate(
  place: number,
  limit: number,
  ancestor: Int32Array,
  label: Int32Array,
  path: GrowingInts,
): number {
  if (ancestor[place] <= limit) return label[place];
  path.clear();
  let at = place;
  for (; ancestor[at] > limit; at = ancestor[at]) path.push(at);
  // at is the uppermost one that was visited: all on the path get what is above them.
  let least = label[at];
  const top = ancestor[at];
  while (path.length > 0) {
    const each = path.pop();
    if (label[each] < least) least = label[each];
    else label[each] = least;
    ancestor[each] = top;
  }
  return label[place];
}

interface Walk {
  readonly placeOf: Int32Array;
  readonly objectAt: Int32Array;
  readonly parent: Int32Array;
}

/** Numbers all that is reached. The stack is the parents themselves, and where each of them was left. */
function depthFirst({ count, first, references, roots }: ReferenceGraph): Walk {
  const placeOf = new Int32Array(count);
  const objectAt = new Int32Array(count + 1);
  const parent = new Int32Array(count + 1);
  /** object -> its next reference to look at, -1: no more */
  const next = first.slice();
  objectAt[0] = -1;
  let places = 1;
  for (const root of roots) {
    if (placeOf[root] !== 0) continue;
    placeOf[root] = places;
    objectAt[places++] = root;
    for (let object = root; ;) {
      const at = next[object];
      if (at < 0) {
        const above = parent[placeOf[object]];
        if (above === 0) break;
        object = objectAt[above];
        continue;
      }
      const coded = references[at];
      next[object] = coded < 0 ? -1 : at + 1;
      const target = coded < 0 ? ~coded : coded;
      if (placeOf[target] !== 0) continue;
      placeOf[target] = places;
      objectAt[places] = target;
      parent[places] = placeOf[object];
      places++;
      object = target;
    }
  }
  return { placeOf, objectAt: objectAt.slice(0, places), parent: parent.slice(0, places) };
}

/** place -> places that refer to it, those of the heap itself left out. */
function predecessorsOf(
  { first, references }: ReferenceGraph,
  placeOf: Int32Array,
  objectAt: Int32Array,
): { readonly starts: Int32Array; readonly predecessors: Int32Array } {
  const count = objectAt.length;
  const starts = new Int32Array(count + 1);
  let total = 0;
  for (let place = 1; place < count; place++) {
    let at = first[objectAt[place]];
    if (at < 0) continue;
    for (let coded = 0; coded >= 0; at++) {
      coded = references[at];
      starts[placeOf[coded < 0 ? ~coded : coded]]++;
      total++;
    }
  }
  // The end of each: it becomes its start as the predecessors are put in from behind.
  for (let place = 1; place <= count; place++) starts[place] += starts[place - 1];
  const predecessors = new Int32Array(total);
  for (let place = 1; place < count; place++) {
    let at = first[objectAt[place]];
    if (at < 0) continue;
    for (let coded = 0; coded >= 0; at++) {
      coded = references[at];
      predecessors[--starts[placeOf[coded < 0 ? ~coded : coded]]] = place;
    }
  }
  return { starts, predecessors };
}

/**
 * place -> bytes that would go with it: its own, and those of all that it dominates. O(places).
 * @param sizes object -> units of 8 bytes
 */
export function retainedBytes({ objectAt, dominator }: DominatorTree, sizes: Uint32Array): Float64Array {
  const retained = new Float64Array(objectAt.length);
  for (let place = objectAt.length - 1; place > 0; place--) {
    retained[place] += sizes[objectAt[place]] * 8;
    retained[dominator[place]] += retained[place];
  }
  return retained;
}
