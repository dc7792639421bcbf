import { eachTarget, type HeapDump } from '../heapDump.ts';
import { MOST_OF_A_KIND, type Hint } from './hint.ts';

/** Fewer are no leak that anybody has noticed. */
const LEAST_ELEMENTS = 20;
const COLLECTIONS = [
  'java.util.AbstractCollection',
  'java.util.AbstractMap',
  'java.util.Hashtable',
  'java.util.Vector',
  'java.util.concurrent.CopyOnWriteArrayList',
] as const;
/** Objects that a collection is made of: java.util.HashMap$Node, java.util.concurrent.ConcurrentHashMap$TreeBin. */
const INNER = /^java\.util\.(concurrent\.)?\w+\$[\w$]+$|^java\.lang\.Object\[\]$/;
const LISTENER = /(Listener|Observer|Subscriber|Callback|Handler)s?(\$|@|\/|$)/;

interface Elements {
  readonly objects: number;
  /** -1: none is of the program. */
  readonly classNumber: number;
}

/**
 * Collections by how many objects of one class of the program they have: a map that is never emptied, listeners that nobody removes. They
 * are counted through what the collection is made of, whoever else refers to them. O(objects + references).
 */
export async function collectionHints(dump: HeapDump, isProgram: Uint8Array): Promise<Hint[]> {
  const { graph } = dump;
  const { tree, bytes } = await dump.retained();
  const isCollection = Uint8Array.from(graph.classes.families(COLLECTIONS), (family) => (family < 0 ? 0 : 1));
  const isInner = Uint8Array.from(graph.classes.all, ({ name, shape }, number) =>
    isCollection[number] === 0 &&
    (INNER.test(name) || (shape.kind === 'array' && name.startsWith('java.util.')))
      ? 1
      : 0,
  );
  const seen = new Uint8Array(dump.count);
  const found: Hint[] = [];
  for (let object = 0; object < dump.count; object++) {
    const number = graph.classOf[object];
    const isArray = isProgram[number] === 1 && graph.classes.all[number].shape.kind === 'array';
    if (isCollection[number] === 0 && !isArray) continue;
    if (tree.placeOf[object] === 0) continue; // garbage
    const { objects, classNumber } = elementsOf(dump, object, isInner, isProgram, seen);
    if (objects < LEAST_ELEMENTS || classNumber < 0) continue;
    const what = graph.classes.all[classNumber].name;
    found.push({
      kind: LISTENER.test(what) ? 'listeners' : 'collection',
      ...{ what, object, objects, retainedBytes: bytes[tree.placeOf[object]] },
    });
  }
  return mostOf(mergedByClass(found));
}

/** Of many collections with the same elements the largest stands for all: a map, and the lists that are its views. */
function mergedByClass(found: readonly Hint[]): Hint[] {
  const largest = new Map<string, Hint>();
  for (const hint of found) {
    const other = largest.get(hint.what);
    if (other === undefined || hint.objects > other.objects) largest.set(hint.what, hint);
  }
  return [...largest.values()];
}

/** Those with the most elements, and those that hold the most. */
function mostOf(hints: readonly Hint[]): Hint[] {
  const kept = new Set<Hint>();
  for (const kind of ['collection', 'listeners'] as const) {
    const own = hints.filter((hint) => hint.kind === kind);
    for (const by of ['objects', 'retainedBytes'] as const)
      for (const hint of [...own].sort((a, b) => b[by] - a[by]).slice(0, MOST_OF_A_KIND)) kept.add(hint);
  }
  return [...kept];
}

/** The class of the program of which most elements are. Each object that collections are made of is visited once in all. */
function elementsOf(
  { graph }: HeapDump,
  collection: number,
  isInner: Uint8Array,
  isProgram: Uint8Array,
  seen: Uint8Array,
): Elements {
  const counts = new Map<number, number>();
  const left = [collection];
  for (let object = left.pop(); object !== undefined; object = left.pop())
    eachTarget(graph, object, (target) => {
      const number = graph.classOf[target];
      if (isInner[number] === 1) {
        if (seen[target] === 1) return;
        seen[target] = 1;
        left.push(target);
      } else if (isProgram[number] === 1) counts.set(number, (counts.get(number) ?? 0) + 1);
    });
  let most: Elements = { objects: 0, classNumber: -1 };
  for (const [classNumber, objects] of counts) if (objects > most.objects) most = { objects, classNumber };
  return most;
}
