import { SluiceError } from '../../../shared/base/errors.ts';
import type { ClassId } from '../../../shared/base/ids.ts';
import { toldText } from '../../../shared/base/toldText.ts';
import { ACC } from '../../../shared/classfile/accessFlags.ts';
import { readClass } from '../../../shared/classfile/classReader.ts';
import { javaParameters, javaReturnType, methodPatternOf } from '../../../shared/classfile/descriptors.ts';
import { isOwnName, isUntouchable } from '../../../shared/instrument/instrumentationFilter.ts';
import type { ClassRow, MethodRow } from '../../../shared/ipc/engineApi.ts';
import { CLASS_FLAG, type LoadedClass, type LoadedLoader } from '../../../shared/wire/controlMessage.ts';
import { TurnBudget } from '../process/turnBudget.ts';
import type { TargetAgent } from '../agent/targetAgent.ts';

/** How long a class list serves further keystrokes of one search. */
const LIST_LIFETIME_MS = 3_000;
const MAX_LOADER_NAMES = 100_000;
const CLASSES_PER_STEP = 1_000;

/** What the picker of roots shows: the loaded classes and their methods. */
export class ClassCatalog {
  readonly #agent: TargetAgent;
  readonly #budget = new TurnBudget();
  #classes: readonly LoadedClass[] = [];
  #loaderNames = new Map<number, string>();
  #listedAtMs = -Infinity;

  constructor(agent: TargetAgent) {
    this.#agent = agent;
  }

  /** Loaded classes whose name has all words of the query, best first: see rankOf. Those of the agent are not told. */
  async searchClasses(query: string, limit: number): Promise<readonly ClassRow[]> {
    await this.#refresh();
    const words = searched(query).split(/\s+/).filter(Boolean);
    const hits = await this.#budget.run(bestHits(this.#classes, words, Math.max(0, limit)));
    return hits.map(({ found }) => ({
      classId: found.classId,
      name: found.name,
      loader: this.#loaderNames.get(found.loaderId) ?? `loader ${found.loaderId}`,
      module: found.module,
      modifiable: (found.flags & CLASS_FLAG.modifiable) !== 0,
      isCore: isCore(found),
    }));
  }

  /** @throws SluiceError 'not-found' if the class is gone or the JVM does not give its bytes */
  async methodsOf(classId: number): Promise<readonly MethodRow[]> {
    const id = classId as ClassId;
    const bytes = (await this.#agent.classBytes([id])).get(id);
    if (bytes === undefined) {
      throw new SluiceError(
        'not-found',
        `The methods of class ${classId} cannot be listed: the JVM gives no class file of it.`,
        'Search the class again: it may have been unloaded. Hidden classes have no class file.',
      );
    }
    const model = readClass(bytes);
    const className = model.name.replaceAll('/', '.');
    return model.methods.map(({ name, descriptor, accessFlags }) => ({
      name,
      descriptor,
      parameters: javaParameters(descriptor),
      returnType: javaReturnType(descriptor),
      flags: accessFlags,
      pattern: methodPatternOf(className, name, descriptor),
      whyNot: whyNoRoot(className, accessFlags),
    }));
  }

  /** Of one too many the number is shown. */
  loaderSeen(loader: LoadedLoader): void {
    if (this.#loaderNames.size >= MAX_LOADER_NAMES && !this.#loaderNames.has(loader.loaderId)) return;
    this.#loaderNames.set(loader.loaderId, toldText(loaderText(loader)));
  }

  async #refresh(): Promise<void> {
    if (performance.now() - this.#listedAtMs < LIST_LIFETIME_MS) return;
    const { loaders, classes } = await this.#agent.listClasses();
    for (const loader of loaders) this.loaderSeen(loader);
    this.#classes = classes.filter(
      ({ flags, name }) => (flags & CLASS_FLAG.hidden) === 0 && !isOwnName(name),
    );
    this.#listedAtMs = performance.now();
  }
}

interface Hit {
  readonly found: LoadedClass;
  readonly rank: number;
}

/** In steps; of many hits the worst are given up again and again. */
function* bestHits(
  classes: readonly LoadedClass[],
  words: readonly string[],
  limit: number,
): Generator<void, readonly Hit[], undefined> {
  // The shorter a name, the more of it was typed; of nothing typed, no name has more than another.
  const lengthOf = ({ name }: LoadedClass): number => (words.length > 0 ? name.length : 0);
  const compare = (a: Hit, b: Hit): number =>
    a.rank - b.rank ||
    lengthOf(a.found) - lengthOf(b.found) ||
    (a.found.name < b.found.name ? -1 : a.found.name > b.found.name ? 1 : 0);
  let hits: Hit[] = [];
  for (const [i, found] of classes.entries()) {
    if (i % CLASSES_PER_STEP === 0) yield;
    const name = searched(found.name);
    if (!words.every((word) => name.includes(word))) continue;
    hits.push({ found, rank: rankOf(name, isCore(found), words) });
    if (hits.length >= 2 * limit + CLASSES_PER_STEP) hits = hits.sort(compare).slice(0, limit);
  }
  return hits.sort(compare).slice(0, limit);
}

/** Capitals do not count, and Outer.Inner is Outer$Inner. */
function searched(name: string): string {
  return name.replaceAll('$', '.').toLowerCase();
}

/** The program's classes before the JDK's; of each the exact simple name, then its beginning, then anything else. */
function rankOf(lowerName: string, ofJdk: boolean, words: readonly string[]): number {
  const core = ofJdk ? 4 : 0;
  const last = words.at(-1);
  if (last === undefined) return core;
  const simple = lowerName.slice(lowerName.lastIndexOf('.') + 1);
  if (simple === last || lowerName === last) return core;
  if (simple.startsWith(last)) return core + 1;
  return simple.includes(last) ? core + 2 : core + 3;
}

function isCore({ flags }: LoadedClass): boolean {
  return (flags & CLASS_FLAG.core) !== 0;
}

function loaderText({ className, name, loaderId }: LoadedLoader): string {
  if (className === '') return loaderId === 0 ? 'boot' : `loader ${loaderId}`;
  return name === '' ? className : name;
}

function whyNoRoot(className: string, accessFlags: number): string {
  if (isUntouchable(className)) return 'Sluice itself runs it';
  if ((accessFlags & ACC.abstract) !== 0) return 'it is abstract: choose a method that implements it';
  if ((accessFlags & ACC.native) !== 0) return 'it is native: choose a method that calls it';
  return '';
}
