import type { DataSet } from '../../recording/dataSets/dataSet.ts';
import type { HeapDump } from '../heapDump.ts';
import { largest } from '../largest.ts';
import { heapSet } from './heapView.ts';
import { pathTexts } from './paths.ts';
import { chainAbove, gatheringPlaces } from './retainers.ts';
import { collectionHints } from '../hints/collections.ts';
import type { Hint, HintKind } from '../hints/hint.ts';
import { makersOfHints } from '../hints/hintMakers.ts';
import { loaderHints } from '../hints/stayingLoaders.ts';
import { threadLocalHints } from '../hints/threadLocals.ts';

const MOST_BIGGEST = 3;
/** Of all bytes that are held. */
const BIG_SHARE = 0.1;
/** A hint without a count has the largest objects. */
const ORDER: readonly HintKind[] = ['loader', 'thread local', 'listeners', 'collection', 'biggest'];
/** The last step of a path says what a plain list is for: "static listeners: java.util.ArrayList". */
const HELD_AS_LISTENERS = /(listener|observer|subscri(ber|bed|ption)|callback)s?\w*: [^>]*$/i;

const COLUMNS = {
  texts: [
    ['kind', 'Kind'],
    ['what', 'What Stays'],
    ['object', 'Held By'],
    ['path', 'Path from Its Root'],
  ],
  values: [
    ['objects', 'Objects', 'count'],
    ['retainedBytes', 'Retained', 'bytes'],
  ],
} as const;

/**
 * What may be a leak, each with the path that keeps it: class loaders that stay, what threads hold by ThreadLocals, listeners, collections
 * of objects of the program, and what holds a tenth of the heap. Kinds come by turns, the largest of each first. Of a dump that is joined
 * with a recording each has the context that has made it beside.
 */
export async function leakHints(dump: HeapDump, most: number): Promise<DataSet> {
  const isProgram = programClasses(dump);
  const found = [
    ...(await loaderHints(dump)),
    ...(await threadLocalHints(dump, isProgram)),
    ...(await collectionHints(dump, isProgram)),
  ];
  const all = [...found, ...(await biggestHints(dump, found))];
  const texts = await pathTexts(
    dump,
    all.map(({ object }) => object),
  );
  const { makers } = dump;
  const madeBy = makers === null ? [] : await makersOfHints(dump, makers, all);
  const hints = all
    .map((hint, i) => ({ ...hint, path: texts[i], madeBy: madeBy.slice(i, i + 1) }))
    .filter(({ path }) => path !== '')
    .map((hint) =>
      hint.kind === 'collection' && HELD_AS_LISTENERS.test(hint.path)
        ? { ...hint, kind: 'listeners' as const }
        : hint,
    );
  const rows = byTurns(hints)
    .slice(0, most)
    .map(({ kind, what, object, objects, retainedBytes, path, madeBy: by }) => ({
      texts: [kind, what, dump.nameOf(object), path, ...by],
      values: [objects, retainedBytes],
    }));
  if (makers === null) return heapSet('suspects', 'Leak hints: what stays, and what holds it', COLUMNS, rows);
  const columns = { ...COLUMNS, texts: [...COLUMNS.texts, ['madeBy', 'Made By']] } as const;
  return heapSet('suspects', 'Leak hints: what stays, what holds it, and what has made it', columns, rows);
}

/**
 * Objects that hold a tenth of the heap where it comes together, unless another hint has them: that of a map has its table too, in which
 * what the map holds comes together.
 */
async function biggestHints(dump: HeapDump, others: readonly Hint[]): Promise<Hint[]> {
  const retained = await dump.retained();
  const { tree, bytes } = retained;
  const told = new Set(others.map(({ object }) => tree.placeOf[object]));
  const isTold = (place: number): boolean => chainAbove(retained, place).some((holding) => told.has(holding));
  const places = largest(bytes, MOST_BIGGEST, (place) => place > 0 && tree.dominator[place] === 0);
  return [...gatheringPlaces(retained, places)]
    .filter((place) => bytes[place] >= bytes[0] * BIG_SHARE && !isTold(place))
    .map((place): Hint => {
      const object = tree.objectAt[place];
      const what = dump.classOfClassObject(object) ? dump.nameOf(object) : dump.classOf(object).name;
      return { kind: 'biggest', what, object, objects: 1, retainedBytes: bytes[place] };
    });
}

/** The first of each kind, then the second of each, and so on. */
function byTurns<T extends Hint>(hints: readonly T[]): T[] {
  const kinds = ORDER.map((kind) =>
    hints.filter((hint) => hint.kind === kind).sort((a, b) => b.retainedBytes - a.retainedBytes),
  );
  const longest = Math.max(0, ...kinds.map(({ length }) => length));
  return Array.from({ length: longest }, (_, turn) =>
    kinds.flatMap((own) => own.slice(turn, turn + 1)),
  ).flat();
}

/** Of the JDK and of Sluice's agent, by their names: a program leaks what is its own, or what its own hold. Loaders say less: agents append to that of the JDK. */
const OF_OTHERS = /^(sluice\.agent|java|javax|jdk|sun|com\.sun|org\.(w3c|xml|ietf)|netscape)\./;
const PRIMITIVE_ARRAY = /^(boolean|byte|char|double|float|int|long|short)\[/;

/** class number -> 1: it is the program's, or an array of such. */
function programClasses({ graph }: HeapDump): Uint8Array {
  return Uint8Array.from(graph.classes.all, ({ name }) =>
    OF_OTHERS.test(name) || PRIMITIVE_ARRAY.test(name) ? 0 : 1,
  );
}
