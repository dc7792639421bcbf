import { eachTarget, type HeapDump } from '../heapDump.ts';
import { MOST_OF_A_KIND, type Hint } from './hint.ts';

/** Made by the JDK itself for one method each, and gone with it. */
const OF_REFLECTION = /^(jdk\.internal|sun)\.reflect\./;
const TOMCAT_STATE = 'org.apache.catalina.LifecycleState';
const STOPPED: ReadonlySet<string> = new Set([
  'STOPPING_PREP',
  'STOPPING',
  'STOPPED',
  'DESTROYING',
  'DESTROYED',
  'FAILED',
]);

interface StayingLoader {
  readonly loader: number;
  readonly classNames: ReadonlySet<string>;
}

/**
 * Class loaders that should be gone: of an application of Tomcat that was stopped; of two that have loaded the same classes the one that
 * holds less; else those that are neither the loader of a thread nor above another one, which is how loaders in use are found. Those of one
 * class and for one reason that have loaded the same classes are one hint, however many they are.
 */
export async function loaderHints(dump: HeapDump): Promise<Hint[]> {
  const { tree, bytes } = await dump.retained();
  const retained = (loader: number): number => bytes[tree.placeOf[loader]];
  const loaders = loadersOf(dump).filter(({ loader }) => tree.placeOf[loader] > 0);
  const inUse = loadersInUse(dump, new Set(loaders.map(({ loader }) => loader)));
  const stateOf = tomcatStates(dump);
  const twins = twinsOf(loaders, retained);
  const hints = loaders.flatMap(({ loader, classNames }): LoaderHint[] => {
    const state = stateOf(loader);
    const isStopped = state !== null && STOPPED.has(state);
    const isTwin = twins.has(loader);
    if (!isStopped && (state !== null || (!isTwin && inUse.has(loader)))) return [];
    const why = isStopped
      ? ' of a stopped application'
      : isTwin
        ? ', of which the classes were loaded again'
        : '';
    const loaderClass = dump.classOf(loader).name;
    const what = `${loaderClass}${why}`;
    return [
      {
        ...{ kind: 'loader', what, object: loader, objects: 1, retainedBytes: retained(loader) },
        ...{ classNames, loaderClass, isStopped },
      },
    ];
  });
  return oneOfEach(hints)
    .sort((a, b) => b.retainedBytes - a.retainedBytes)
    .slice(0, MOST_OF_A_KIND);
}

interface LoaderHint extends Hint {
  readonly loaderClass: string;
  readonly isStopped: boolean;
  readonly classNames: ReadonlySet<string>;
}

/** The one that holds the most stands for those with a class in common. */
function oneOfEach(hints: readonly LoaderHint[]): Hint[] {
  const groups: Hint[] = [];
  const groupOf = new Map<string, number>();
  for (const { classNames, ...hint } of [...hints].sort((a, b) => b.retainedBytes - a.retainedBytes)) {
    const keys = [...classNames].map((name) => JSON.stringify([hint.loaderClass, hint.isStopped, name]));
    const known = keys.map((key) => groupOf.get(key)).find((group) => group !== undefined);
    const group = known ?? groups.push({ ...hint, alike: [hint.object] }) - 1;
    if (known !== undefined)
      groups[group] = {
        ...groups[group],
        what: hint.what, // that its classes were loaded again is not known of the first one
        objects: groups[group].objects + 1,
        alike: [...(groups[group].alike ?? []), hint.object],
        retainedBytes: groups[group].retainedBytes + hint.retainedBytes,
      };
    for (const key of keys) groupOf.set(key, group);
  }
  return groups;
}

function loadersOf({ graph }: HeapDump): StayingLoader[] {
  const namesOf = new Map<number, Set<string>>();
  for (const { dump: classDump, name, shape } of graph.classes.all) {
    if (classDump === null || classDump.loaderId === 0 || shape.kind === 'array') continue;
    const loader = graph.objects.indexOfId(classDump.loaderId);
    if (loader < 0) continue;
    const loaderClass = graph.classes.all[graph.classOf[loader]];
    if (graph.isBuiltInLoader(loaderClass) || OF_REFLECTION.test(loaderClass.name)) continue;
    const names = namesOf.get(loader) ?? new Set<string>();
    names.add(name);
    namesOf.set(loader, names);
  }
  return [...namesOf].map(([loader, classNames]) => ({ loader, classNames }));
}

/** That a thread has as its own, or that another loader has above it. */
function loadersInUse(dump: HeapDump, loaders: ReadonlySet<number>): ReadonlySet<number> {
  const { graph } = dump;
  const inUse = new Set<number>();
  const ofThread = graph.classes.families(['java.lang.Thread']);
  const holders = [...dump.objectsOf(({ number }) => ofThread[number] >= 0), ...loaders];
  for (const holder of holders)
    eachTarget(graph, holder, (target) => {
      if (loaders.has(target)) inUse.add(target);
    });
  return inUse;
}

/** All but the one that holds the most of each group that has classes of the same names. */
function twinsOf(
  loaders: readonly StayingLoader[],
  retained: (loader: number) => number,
): ReadonlySet<number> {
  const first = new Map<string, number>();
  const twins = new Set<number>();
  const inOrder = [...loaders].sort((a, b) => retained(b.loader) - retained(a.loader));
  for (const { loader, classNames } of inOrder)
    for (const name of classNames) {
      if (first.has(name)) twins.add(loader);
      else first.set(name, loader);
    }
  return twins;
}

/** The state that a loader of Tomcat is in; null: it is none. The constants are statics of the enum. */
function tomcatStates({ graph }: HeapDump): (loader: number) => string | null {
  const nameOf = new Map<number, string>();
  const states = graph.classes.all.find(({ name }) => name === TOMCAT_STATE);
  for (const field of states?.dump?.statics ?? [])
    nameOf.set(graph.objects.indexOfId(field.valueId), graph.classes.fieldName(field));
  nameOf.delete(-1);
  return (loader) => {
    let state: string | null = null;
    eachTarget(graph, loader, (target) => (state = nameOf.get(target) ?? state));
    return state;
  };
}
