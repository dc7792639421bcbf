import type { DataSet } from '../../recording/dataSets/dataSet.ts';
import { eachTarget, type HeapDump } from '../heapDump.ts';
import { largest } from '../largest.ts';
import { mergedPaths, type MergedStep } from '../mergedPaths.ts';
import { ReferenceNames } from '../referenceNames.ts';
import type { HeapRoot } from '../rootTable.ts';
import { pathTo, shortestPaths } from '../shortestPaths.ts';
import { StringTexts } from '../stringTexts.ts';
import { heapSet, type HeapRow } from './heapView.ts';

const COLUMNS = {
  texts: [
    ['step', 'Step'],
    ['root', 'Root'],
  ],
  values: [
    ['objects', 'Objects', 'count'],
    ['bytes', 'Bytes', 'bytes'],
  ],
} as const;
const MOST_ROOTS_TOLD = 2;

/**
 * The shortest paths from roots to objects, merged where they go over the same classes. Fields are those by which the first object of a
 * step is held; soft, weak and phantom references are no way.
 * @param most steps, those that lead to the most
 */
export async function pathRows(dump: HeapDump, wanted: Int32Array, most: number): Promise<DataSet> {
  const steps = mergedPaths(dump, shortestPaths(dump.graph), wanted);
  // What is above leads to at least as much, and is older where it is equal.
  const chosen = largest(
    steps.map((step) => step.wanted),
    most,
  );
  const inTree = depthFirst(steps, new Set(chosen));
  const names = new ReferenceNames(dump.graph);
  for (const step of inTree) if (steps[step].holder >= 0) names.want(steps[step].holder, steps[step].object);
  if (!names.isEmpty) await dump.scan(names, 'reading names of fields');
  const threads = await ThreadNames.of(
    dump,
    inTree.filter((step) => steps[step].above < 0).map((step) => steps[step].object),
  );
  const rowOf = new Map(inTree.map((step, row) => [step, row]));
  const rows = inTree.map((number): HeapRow => {
    const step = steps[number];
    const root = step.above < 0 ? threads.rootText(step.object) : '';
    return {
      parent: rowOf.get(step.above) ?? -1,
      texts: [stepText(dump, step, names.of(step.holder, step.object)), root],
      values: [step.wanted, step.wantedBytes],
    };
  });
  return heapSet('paths', 'Shortest paths from roots, merged by class', COLUMNS, rows);
}

/** "elementData: java.lang.Object[]@0x7f00", "[..]: app.Session ×12". */
function stepText(dump: HeapDump, step: MergedStep, name: string): string {
  const isOne = step.objects === 1;
  const what = isOne ? dump.nameOf(step.object) : dump.classOf(step.object).name;
  const how = name === '' ? '' : `${isOne ? name : name.replace(/^\[\d+\]$/, '[..]')}: `;
  const often = isOne ? '' : ` ×${step.objects}`;
  return `${how}${what}${often}${step.isRepeated ? ', one behind the other' : ''}`;
}

/** Steps in the order in which a tree is shown, those that lead to more first. */
function depthFirst(steps: readonly MergedStep[], chosen: ReadonlySet<number>): number[] {
  const below = new Map<number, number[]>();
  for (const step of [...chosen].sort((a, b) => steps[b].wanted - steps[a].wanted || a - b)) {
    const children = below.get(steps[step].above) ?? [];
    children.push(step);
    below.set(steps[step].above, children);
  }
  const shown: number[] = [];
  const left = [...(below.get(-1) ?? [])].reverse();
  for (let step = left.pop(); step !== undefined; step = left.pop()) {
    shown.push(step);
    left.push(...(below.get(step) ?? []).reverse());
  }
  return shown;
}

/** Why roots are roots, with the names of the threads that have them. */
class ThreadNames {
  readonly #roots: ReadonlyMap<number, readonly HeapRoot[]>;
  readonly #nameOf: ReadonlyMap<number, number>;
  readonly #texts: StringTexts;

  private constructor(
    roots: ReadonlyMap<number, readonly HeapRoot[]>,
    nameOf: ReadonlyMap<number, number>,
    texts: StringTexts,
  ) {
    this.#roots = roots;
    this.#nameOf = nameOf;
    this.#texts = texts;
  }

  static async of(dump: HeapDump, objects: readonly number[]): Promise<ThreadNames> {
    const roots = new Map(objects.map((object) => [object, dump.graph.rootsOf(object)]));
    const nameOf = new Map<number, number>();
    for (const { threadSerial } of [...roots.values()].flat()) {
      const thread = threadSerial < 0 ? -1 : dump.graph.threadWithSerial(threadSerial);
      if (thread < 0 || nameOf.has(threadSerial)) continue;
      // Of its fields, only the name is a String.
      eachTarget(dump.graph, thread, (target) => {
        if (dump.classOf(target).name === 'java.lang.String') nameOf.set(threadSerial, target);
      });
    }
    const texts = new StringTexts(dump, nameOf.values());
    if (nameOf.size > 0) await dump.scan(texts, 'reading names of threads');
    return new ThreadNames(roots, nameOf, texts);
  }

  /** "local variable in app.Main.run of thread main" */
  rootText(object: number): string {
    // What it is comes first: a thread is in its own local variables too.
    const roots = [...(this.#roots.get(object) ?? [])].sort((a, b) => rankOf(a) - rankOf(b));
    const texts = roots.map(({ title, threadSerial, frame }) => {
      const name = this.#nameOf.get(threadSerial);
      const thread = name === undefined ? '' : this.#texts.of(name);
      if (title === 'thread') return thread === '' ? title : `thread ${thread}`;
      const where = frame === null ? '' : ` in ${frame.className}.${frame.methodName}`;
      return `${title}${where}${thread === '' ? '' : ` of thread ${thread}`}`;
    });
    const told = [...new Set(texts)];
    const more = told.length - MOST_ROOTS_TOLD;
    return [...told.slice(0, MOST_ROOTS_TOLD), ...(more > 0 ? [`${more} more`] : [])].join('; ');
  }
}

function rankOf({ title }: HeapRoot): number {
  return title === 'thread' ? 0 : 1;
}

/** Of a path in one line: more are told as a number. */
const MOST_LINKS = 24;

/** The path to each of some objects in one line: "class app.Main (class of the program) > static leak: app.List > ..". */
export async function pathTexts(dump: HeapDump, objects: readonly number[]): Promise<string[]> {
  const paths = shortestPaths(dump.graph);
  const ways = objects.map((object) => pathTo(paths, object));
  const names = new ReferenceNames(dump.graph);
  const isTold = (way: readonly number[], i: number): boolean =>
    i < MOST_LINKS / 2 || i >= way.length - MOST_LINKS / 2;
  for (const way of ways)
    for (let i = 1; i < way.length; i++) if (isTold(way, i)) names.want(way[i - 1], way[i]);
  if (!names.isEmpty) await dump.scan(names, 'reading names of fields');
  const threads = await ThreadNames.of(
    dump,
    ways.flatMap((way) => way.slice(0, 1)),
  );
  const link = (way: readonly number[], i: number): string => {
    const object = way[i];
    if (i === 0) return `${dump.nameOf(object)} (${threads.rootText(object)})`;
    const isClass = dump.classOfClassObject(object) !== undefined;
    return `${names.of(way[i - 1], object) || '?'}: ${isClass ? dump.nameOf(object) : dump.classOf(object).name}`;
  };
  return ways.map((way) => {
    const links: string[] = [];
    for (let i = 0; i < way.length; i++) {
      if (isTold(way, i)) links.push(link(way, i));
      else if (isTold(way, i - 1)) links.push(`${way.length - MOST_LINKS} more`);
    }
    return links.join(' > ');
  });
}
