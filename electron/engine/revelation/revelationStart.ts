import type { ClassId } from '../../../shared/base/ids.ts';
import { SluiceError } from '../../../shared/base/errors.ts';
import { parseMethodPattern, type MethodPattern } from '../../../shared/callgraph/methodPattern.ts';
import type { MethodNode } from '../../../shared/callgraph/callGraphNodes.ts';
import { noRootClass, noRootMethod, rootMethodsOf } from '../../../shared/callgraph/rootSelection.ts';
import type { ClassModel } from '../../../shared/classfile/classModel.ts';
import { readClass } from '../../../shared/classfile/classReader.ts';
import { InstrumentationFilter, isUntouchable } from '../../../shared/instrument/instrumentationFilter.ts';
import type { RecordingRequest } from '../../../shared/ipc/engineApi.ts';
import { CLASS_FLAG, HOOK_OFF, TELL_ALL, type LoadedClass } from '../../../shared/wire/controlMessage.ts';
import { checkOfRoots, type CheckRoots } from './askedOfRoots.ts';
import type { StartOptions } from './instrumenter.ts';
import { requestedAccounts, requestedCounting, requestedProbes } from './requestedProbes.ts';
import { Subgraph, type SubgraphOptions } from './revelationSubgraph.ts';
import type { Stopwatch } from './stopwatch.ts';
import type { ProbeIds } from './probeIds.ts';
import { TurnBudget } from '../process/turnBudget.ts';
import type { ListedClasses, LoadingClass, TargetAgent } from '../agent/targetAgent.ts';

/** Of classes that load while a start looks around. */
const MAX_TOLD_EARLY_BYTES = 64 << 20;

/** Classes told of while the start of a recording looks around. */
export class EarlyLoads {
  readonly #classes: LoadingClass[] = [];
  #bytes = 0;

  get classes(): readonly LoadingClass[] {
    return this.#classes;
  }

  /** @returns whether it has room: the limit is 64 MiB of class files */
  add(loading: LoadingClass): boolean {
    this.#bytes += loading.bytes.byteLength;
    if (this.#bytes > MAX_TOLD_EARLY_BYTES) return false;
    this.#classes.push(loading);
    return true;
  }
}

/** Of class files that are kept until the recording runs. A large server has 64 MiB of them. */
const MAX_KEPT_BYTES = 128 << 20;

/** The agent tells of each class that loads, and none waits. */
export function hearOfLoads(agent: TargetAgent, deadlineMs: number): Promise<void> {
  return agent.setLoadHook({ on: true, deadlineMs, ...TELL_ALL });
}

export function hearOfNoLoads(agent: TargetAgent): Promise<void> {
  return agent.setLoadHook(HOOK_OFF);
}

/** Class files are asked for in portions: reading one overlaps with getting the next, and who gives up waits for two at most. */
const CLASSES_PER_REQUEST = 200;

export interface PrepareOptions extends Pick<
  SubgraphOptions,
  'onMethods' | 'onRefusal' | 'onRefusedClass' | 'onWitness' | 'onNote'
> {
  readonly allowUnloadedRoots: boolean;
  /** See HookOptions; not given: they are. */
  readonly hearsOfAgents?: boolean;
  /** See SubgraphOptions; not given: nothing runs. */
  readonly onUnstopped?: SubgraphOptions['onUnstopped'];
  readonly ids: ProbeIds;
  /** Of the class files that are needed, so many have been read. */
  readonly onRead?: (classes: number, of: number) => void;
  /** Aborted, nothing more is read. */
  readonly signal?: AbortSignal | undefined;
  /** Takes the time of our own work, without that of waiting for the agent. */
  readonly analysis: Stopwatch;
}

export interface PreparedSubgraph {
  readonly subgraph: Subgraph;
  readonly filter: InstrumentationFilter;
  /** As the JVM has handed them out, 128 MiB at most. */
  readonly files: Map<ClassId, Uint8Array>;
}

/** What a request chooses of the classes that are loaded. */
interface ChosenClasses {
  readonly roots: readonly MethodPattern[];
  /** Of each root; none: they are not loaded. */
  readonly rootClasses: readonly (readonly LoadedClass[])[];
  /** Of the JDK, of roots that are not loaded. */
  readonly openPackages: readonly string[];
  readonly filter: InstrumentationFilter;
}

/** @throws SluiceError 'usage' */
export function chosenClasses(
  request: RecordingRequest,
  { classes, corePackages }: ListedClasses,
): ChosenClasses {
  const patterns = request.roots.map(parseMethodPattern);
  const roots = patterns.filter(({ isExclusion }) => !isExclusion);
  if (roots.length === 0) {
    throw new SluiceError('usage', 'No root method is given.', 'Name at least one: pkg.Class::method');
  }
  const only = request.includes.map(parseMethodPattern);
  const includes = only.filter(({ isExclusion }) => !isExclusion);
  const excludes = [
    ...[...patterns, ...only].filter(({ isExclusion }) => isExclusion),
    ...request.excludes.map(parseMethodPattern),
  ];
  const core = new Set(corePackages);
  const rootClasses = roots.map((pattern) => rootClassesOf(pattern, classes));
  const unloaded = roots.filter((_, i) => rootClasses[i].length === 0);
  const openPackages = unloaded.map(packageOf).filter((name) => core.has(name));
  const filter = new InstrumentationFilter({
    includes,
    excludes,
    includeCore: request.includeCore,
    corePackages: core,
    openModules: new Set(rootClasses.flat().map(({ module }) => module)),
    openPackages,
    openClasses: includes.flatMap(({ className }) => className ?? []),
  });
  return { roots, rootClasses, openPackages, filter };
}

/**
 * Looks around in the target: the loaded classes, the roots among them, the class files of all that may be measured or
 * called back. Changes nothing.
 * @throws SluiceError 'usage', 'root-not-found', 'not-instrumentable'
 */
export async function prepareSubgraph(
  agent: TargetAgent,
  request: RecordingRequest,
  options: PrepareOptions,
): Promise<PreparedSubgraph> {
  const listed = await agent.listClasses();
  const { classes } = listed;
  const { roots, rootClasses, openPackages, filter } = chosenClasses(request, listed);
  const unloaded = roots.filter((_, i) => rootClasses[i].length === 0);
  if (!options.allowUnloadedRoots && unloaded.length > 0) {
    const names = classes.filter(({ flags }) => (flags & CLASS_FLAG.hidden) === 0).map(({ name }) => name);
    throw noRootClass(unloaded[0], names, await unloadedClass(agent, unloaded[0]));
  }
  if (openPackages.length > 0 && !request.includeCore)
    options.onNote('corePackagesOnly', { packages: [...new Set(openPackages)].join(', ') });
  options.ids.sites.measure((name) => !filter.isLeftOutName(name.replaceAll('/', '.')));
  const { ids, onMethods, onRefusal, onRefusedClass, onWitness, onNote } = options;
  const { scheme, followThreads } = request;
  const probes = requestedProbes(request, ids.sites);
  const subgraph = new Subgraph({
    scheme,
    roots,
    filter,
    probes,
    counting: requestedCounting(request, roots),
    accountProbes: requestedAccounts(request, ids.sites),
    followThreads,
    hearsOfAgents: options.hearsOfAgents !== false,
    ids: ids.methods,
    onMethods,
    onRefusal,
    onRefusedClass,
    onWitness,
    onNote,
    onUnstopped: options.onUnstopped ?? (() => {}),
    onStep: () => options.analysis.step(),
  });
  const budget = new TurnBudget();
  await budget.run(subgraph.addLoaded(classes), (step) => options.analysis.time(step));
  await checkRoots(agent, roots, rootClasses, checkOfRoots(probes.requests, subgraph.classes.hierarchy));
  const needed = scheme === 'everything' ? subgraph.classes.measured() : subgraph.classes.withCallers();
  const toAnalyse = await budget.run(needed, (step) => options.analysis.time(step));
  const files = new Map<ClassId, Uint8Array>();
  await analyseAll(agent, subgraph, toAnalyse, options, budget, files);
  return { subgraph, filter, files };
}

/** The class that a pattern names, from the JVM's own class path; a nested class can be named with dots. */
export async function unloadedClass(
  agent: Pick<TargetAgent, 'findClassFile'>,
  pattern: MethodPattern,
): Promise<ClassModel | null> {
  for (let name = pattern.className ?? ''; name !== '';) {
    const bytes = await agent.findClassFile(name);
    if (bytes !== null) return readClass(bytes);
    const lastDot = name.lastIndexOf('.');
    if (lastDot < 0) return null;
    name = `${name.slice(0, lastDot)}$${name.slice(lastDot + 1)}`;
  }
  return null;
}

/** The loaded classes a root pattern means: with wildcards core classes only if there are no others. */
export function rootClassesOf(
  pattern: MethodPattern,
  classes: readonly LoadedClass[],
): readonly LoadedClass[] {
  const matching = classes.filter(
    ({ name, flags }) => (flags & CLASS_FLAG.hidden) === 0 && pattern.matchesClass(name),
  );
  if (pattern.className !== null) return matching;
  return matching.filter(({ flags }) => (flags & CLASS_FLAG.core) === 0);
}

function packageOf(pattern: MethodPattern): string {
  const name = pattern.className ?? '';
  return name.slice(0, Math.max(0, name.lastIndexOf('.')));
}

/** Every pattern must lead to at least one method that can carry a probe, unless none of its classes is loaded yet. */
async function checkRoots(
  agent: TargetAgent,
  roots: readonly MethodPattern[],
  rootClasses: readonly (readonly LoadedClass[])[],
  checkAsked: CheckRoots,
): Promise<void> {
  const models = new Map<ClassId, ClassModel>();
  const classIds = [...new Set(rootClasses.flat().map(({ classId }) => classId))];
  for await (const [classId, bytes] of classFiles(agent, classIds)) {
    if (bytes !== null) models.set(classId, readClass(bytes));
  }
  for (const [i, pattern] of roots.entries()) {
    const candidates = rootClasses[i];
    if (candidates.length === 0) continue;
    const touchable = candidates.filter(({ name }) => !isUntouchable(name));
    const fixed = touchable.filter(({ flags }) => (flags & CLASS_FLAG.modifiable) !== 0);
    if (fixed.length === 0) {
      throw new SluiceError(
        'not-instrumentable',
        `Root ${pattern.text}: class ${candidates[0].name} cannot be instrumented: ` +
          (touchable.length === 0 ? 'Sluice itself runs it.' : 'the JVM does not let its code be changed.'),
        'Choose a method that calls it as the root.',
      );
    }
    const found = fixed.map(({ classId }) => models.get(classId)).filter((model) => model !== undefined);
    if (!found.some((model) => rootMethodsOf(pattern, model).length > 0)) throw noRootMethod(pattern, found);
    for (const model of found) checkAsked(model, rootMethodsOf(pattern, model));
  }
}

/**
 * To be called after the swap of the roots.
 * @param refusals the last ones are of the roots' classes, which were swapped last
 * @throws SluiceError 'not-instrumentable'
 */
export function checkRootsCarryProbes(
  subgraph: Subgraph,
  refusals: readonly string[],
  { allowUnloadedRoots }: StartOptions,
): void {
  if (subgraph.hasRoots) return;
  // What was refused of other classes says nothing of a root that is not there yet.
  if (allowUnloadedRoots === true && subgraph.rootClassIds.length === 0) return;
  throw new SluiceError(
    'not-instrumentable',
    `No root method could be instrumented. ${refusals.slice(-3).join(' ')}`.trim(),
    'Choose a method that calls it, or one that it calls, as the root.',
  );
}

/** Who may call the roots, by their code: the class files that the recording itself did not need are read now. */
export async function rootCallersOf(
  agent: Pick<TargetAgent, 'classBytes'>,
  subgraph: Subgraph,
  analysis: Stopwatch,
): Promise<readonly MethodNode[]> {
  const budget = new TurnBudget();
  const unread = await budget.run(subgraph.classes.withCallers(), (step) => analysis.time(step));
  await analyseAll(agent, subgraph, unread, { analysis }, budget);
  return subgraph.classes.rootCallers();
}

async function analyseAll(
  agent: Pick<TargetAgent, 'classBytes'>,
  subgraph: Subgraph,
  toAnalyse: readonly ClassId[],
  { analysis, onRead, signal }: Pick<PrepareOptions, 'analysis' | 'onRead' | 'signal'>,
  budget: TurnBudget,
  keptFiles = new Map<ClassId, Uint8Array>(),
): Promise<void> {
  let keptBytes = 0;
  let read = 0;
  for await (const [classId, bytes] of classFiles(agent, toAnalyse)) {
    signal?.throwIfAborted();
    onRead?.(++read, toAnalyse.length);
    budget.begin();
    if (bytes === null) subgraph.classes.noBytes(classId);
    else analysis.time(() => subgraph.classes.analyse(classId, bytes));
    keptBytes += bytes?.length ?? 0;
    if (bytes !== null && keptBytes <= MAX_KEPT_BYTES) keptFiles.set(classId, bytes);
    const nextTurn = budget.end();
    if (nextTurn !== null) await nextTurn;
  }
}

/** The class files in order; the next portion is under way while this one is read. null: not to be had. */
async function* classFiles(
  agent: Pick<TargetAgent, 'classBytes'>,
  classIds: readonly ClassId[],
): AsyncGenerator<readonly [ClassId, Uint8Array | null]> {
  const portionFrom = (start: number): readonly ClassId[] =>
    classIds.slice(start, start + CLASSES_PER_REQUEST);
  let next = classIds.length > 0 ? agent.classBytes(portionFrom(0)) : null;
  for (let start = 0; next !== null; start += CLASSES_PER_REQUEST) {
    const files: ReadonlyMap<ClassId, Uint8Array> = await next;
    const following = portionFrom(start + CLASSES_PER_REQUEST);
    next = following.length > 0 ? agent.classBytes(following) : null;
    next?.catch(() => {}); // its failure is met at the next turn
    for (const classId of portionFrom(start)) yield [classId, files.get(classId) ?? null];
  }
}
