import { countsCalls } from '../../shared/events/clock.ts';
import {
  callerPath,
  callPathOf,
  isSamePath,
  nearestAtPath,
  NO_PATH,
  type CallPath,
} from '../../shared/analysis/callPath.ts';
import { METHOD_ID_LIMIT } from '../../shared/base/ids.ts';
import { NO_METHOD, type ExactTree } from '../../shared/cct/cctTable.ts';
import type { ThreadTree } from '../../shared/cct/threadTrees.ts';
import type { MethodInfo } from '../../shared/naming/methodInfo.ts';
import { MethodTable } from '../../shared/naming/methodTable.ts';
import { groupsIn } from '../../shared/recording/sets/rootCallGroups.ts';
import { visibleText } from '../../shared/naming/visibleText.ts';
import type {
  GroupChoice,
  MethodName,
  RecordingMoment,
  SelectedText,
  ThreadChoice,
  ViewAsk,
  ViewPicture,
} from './cctProtocol.ts';
import type { Transform } from '../../shared/rows/transform.ts';
import type { KnownMethods } from './namedPictures.ts';
import type { Selected } from './selectionSteps.ts';
import {
  changed,
  isSameSteps,
  NOTHING_DONE,
  type TransformHistory,
  type TreeChange,
} from './transformHistory.ts';
import { TreePipeline } from './treePipeline.ts';
import type { TreeSource } from './treeSource.ts';
import type { ThreadSummary, ViewInput, WorkerView } from './table/workerView.ts';
import { WORKER_VIEWS, type ViewKind } from './workerViews.ts';

type AnyView = WorkerView<unknown, unknown>;

/**
 * All that one worker holds: the trees of one source, the names of its methods, the selection, and the views. The one in
 * front is brought up to date as the trees grow; the others when they come to the front. No timers and no messages here.
 */
export class ResultsHost {
  readonly #source: TreeSource;
  readonly #methods: MethodTable;
  readonly #pipeline = new TreePipeline();
  readonly #views = new Map<ViewKind, AnyView>();
  /** What each view has seen last. */
  readonly #seen = new Map<ViewKind, ViewInput>();
  /** MethodIds whose names the page has. */
  readonly #told = new Set<number>();
  #front: ViewKind | null = null;
  #input: ViewInput | null = null;
  #selection: CallPath = NO_PATH;
  /** The selection is the user's, not what a view has selected by itself. */
  #isChosen = false;
  /** As the page knows it. */
  #toldSelection: CallPath = NO_PATH;
  /** What was selected before the transforms that have just been replaced: a node before all transforms, 0 = none. */
  #selectedBefore = 0;
  #history = NOTHING_DONE;
  #isChanging = false;
  #changed = true;
  #rateEvents = 0;
  #rateSinceMs = 0;

  constructor(source: TreeSource, methods: Iterable<MethodInfo> = []) {
    this.#source = source;
    this.#methods = new MethodTable(methods);
  }

  /** Whether a refresh would show something else than the last one. */
  get changed(): boolean {
    return this.#changed;
  }

  /** The source has more than it had, or corrects its times in another way. */
  sourceChanged(): void {
    this.#changed = true;
  }

  /** What is known of the methods by now. */
  get methods(): Iterable<MethodInfo> {
    return this.#methods.all;
  }

  get names(): KnownMethods {
    return this.#methods;
  }

  addMethods(methods: readonly MethodInfo[]): void {
    this.#methods.add(methods);
    for (const { id } of methods) this.#told.delete(id);
    this.#changed = true;
  }

  choose(threads: ThreadChoice, groups: GroupChoice): void {
    this.#pipeline.choose(threads, groups);
    this.#changed = true;
  }

  /** Whether the tree and the rows are still those before the last change of the steps. */
  get isChanging(): boolean {
    return this.#isChanging;
  }

  /** @returns what is done now; null: nothing has changed. @throws SluiceError 'usage' as transform() */
  changeTree(change: TreeChange): TransformHistory | null {
    const before = this.#history;
    const after = changed(before, change, this.#selected());
    if (after === before) return null;
    if (!isSameSteps(after.done, before.done)) this.transform(after.done);
    this.#history = after;
    return after;
  }

  /** Steps that are taken on the tree of each moment, in this order, in place of those before.
   *  @throws SluiceError 'usage' for one that cannot be done; those before stay */
  transform(steps: readonly Transform[]): void {
    const selected = this.#input ? nearestAtPath(this.#input.tree, this.#selection) : 0;
    const before = this.#pipeline.untransformed(selected);
    this.#pipeline.transform(steps, this.#methods);
    this.#selectedBefore = before;
    this.#isChanging = true;
    this.#changed = true;
  }

  /** Brings a view to the front. @returns steps: it may not have seen the tree yet */
  *show(kind: ViewKind): Generator<void, void> {
    this.#front = kind;
    const input = this.#input;
    if (!input) return;
    if (this.#seen.get(kind) !== input) yield* this.#update(kind, input);
    // What was selected in another view since this one was in front; nothing: it has selected something itself.
    if (this.#selection.length > 0) this.#views.get(kind)?.select(this.#selection, this.#isChosen);
  }

  /** What is selected is what the user has chosen, for all views; of a row of callers, its own method. */
  chooseSelected(): void {
    const view = this.#front && this.#views.get(this.#front);
    if (!view) return;
    this.#select(this.#shownSelection(), true);
    view.select(this.#selection, true);
  }

  /** As if the user had chosen that context. */
  selectPath(path: CallPath): void {
    this.#select(path, true);
    const view = this.#front && this.#views.get(this.#front);
    if (view) view.select(path, true);
  }

  /** What is selected in the view in front. */
  selectedText(what: SelectedText): string {
    const path = this.#shownSelection();
    const nameOf = this.#methods.namer('long');
    const stack = path.toReversed().map((method) => visibleText(nameOf(method)));
    if (what === 'stack') return stack.join('\n');
    const view = this.#front && this.#views.get(this.#front);
    return view?.selectedTitle ?? stack.at(0) ?? '';
  }

  ask({ view, ask }: ViewAsk): void {
    this.#select(this.#view(view).answer(ask), true);
  }

  /**
   * Brings the tree and the view in front up to date. Yields between its steps: what is asked there is answered from what
   * was before. It may be given up there, and another one begun.
   * @returns the moment that pictures now show
   */
  *refresh(nowMs: number): Generator<void, RecordingMoment> {
    this.#changed = false;
    const source = this.#source;
    const { recording, events, droppedEvents, unpairedEvents } = source;
    const threads = source.trees();
    if (recording !== this.#input?.recording) this.#rateEvents = 0;
    const elapsedMs = nowMs - this.#rateSinceMs;
    const eventsPerSecond = elapsedMs > 0 ? ((events - this.#rateEvents) * 1000) / elapsedMs : 0;
    this.#rateEvents = events;
    this.#rateSinceMs = nowMs;
    const { tree, comparison } = yield* this.#pipeline.run(source, threads, this.#methods);
    yield;
    if (this.#input && this.#input.recording !== recording) {
      this.#selection = NO_PATH;
      this.#isChosen = false;
    }
    if (this.#selectedBefore > 0) {
      const moved = callPathOf(tree, this.#pipeline.transformedNode(this.#selectedBefore));
      this.#select(moved, this.#isChosen);
      this.#selectedBefore = 0;
    }
    this.#input = {
      tree,
      live: source.grows,
      comparison,
      generation: this.#pipeline.generation,
      measured: this.#pipeline.measured,
      recording,
      timed: source.clock !== 'none' && source.baseline?.source.clock !== 'none',
      methods: this.#methods,
      eachThread: () => this.#pipeline.eachThread(source, this.#methods),
    };
    if (this.#front) yield* this.#update(this.#front, this.#input);
    this.#isChanging = false;
    if (this.#pipeline.isCalibrating) this.#changed = true;
    const { contextNs, stepNs } = source.calibration;
    return {
      recording,
      clock: source.clock,
      ...(contextNs === undefined ? {} : { contextNs }),
      ...(countsCalls(source.clock) ? {} : { periodNs: stepNs }),
      ...(tree.ticker === undefined ? {} : { ticker: tree.ticker }),
      ...(tree.coreWaits === undefined ? {} : { coreWaits: tree.coreWaits }),
      groups: groupsIn([...threads, ...(source.baseline?.source.trees() ?? [])]),
      threads: threadSummaries([...threads, ...(source.baseline?.source.trees() ?? [])]),
      transforms: this.#pipeline.transforms,
      nodes: tree.length - 1,
      events,
      droppedEvents,
      unpairedEvents,
      eventsPerSecond,
      calledMethods: calledMethods(tree),
    };
  }

  /** Of the view in front; null when the page has it already. */
  picture(): ViewPicture | null {
    const kind = this.#front;
    const view = kind && this.#views.get(kind);
    const picture = view?.picture();
    if (!kind || !view || !picture) return null;
    const selection = this.#shownSelection();
    const isTold = isSamePath(selection, this.#toldSelection);
    this.#toldSelection = selection;
    // That ask and picture fit the kind is what the registry says; a union of kinds cannot say it.
    return {
      kind: 'picture',
      view: kind,
      picture,
      methods: [...this.#newNames(view.shownMethods()), ...this.#newNames(this.#selection)],
      selection: isTold ? null : selection,
    } as unknown as ViewPicture;
  }

  *#update(kind: ViewKind, input: ViewInput): Generator<void, void> {
    const view = this.#view(kind);
    this.#select(yield* view.update(input, this.#selection, this.#isChosen), false);
    this.#seen.set(kind, input);
  }

  /** Made when it is first shown, or sooner: what is asked before, as how it is to be shown, holds from its first picture on. */
  #view(kind: ViewKind): AnyView {
    const view: AnyView = this.#views.get(kind) ?? WORKER_VIEWS[kind]();
    this.#views.set(kind, view);
    return view;
  }

  #select(path: CallPath | null, isChosen: boolean): void {
    if (!path) return;
    this.#selection = path;
    this.#isChosen = isChosen;
  }

  /** As the page has it: of a row of callers, its own method. */
  #shownSelection(): CallPath {
    const view = this.#front && this.#views.get(this.#front);
    return callerPath(this.#selection, view?.callersAbove ?? 0);
  }

  /** null: nothing is, or what stands for others that are hidden. */
  #selected(): Selected | null {
    const path = this.#shownSelection();
    const method = this.#methods.get(path.at(-1) ?? NO_METHOD);
    return method.className === '' ? null : { path, method };
  }

  #newNames(ids: Iterable<number>): MethodName[] {
    const names: MethodName[] = [];
    for (const id of ids) {
      if (this.#told.has(id)) continue;
      this.#told.add(id);
      names.push(this.#methods.get(id));
    }
    return names;
  }
}

/** Of two recordings, each thread once. */
function threadSummaries(trees: readonly ThreadTree[]): ThreadSummary[] {
  const summaries = new Map<number, ThreadSummary>();
  for (const { threadId, name, virtual } of trees)
    if (!summaries.has(threadId)) summaries.set(threadId, { id: threadId, name, virtual });
  return [...summaries.values()];
}

/** How many different methods were called. */
function calledMethods({ length, method, calls }: ExactTree): number {
  const called = new Uint8Array(METHOD_ID_LIMIT);
  for (let node = 1; node < length; node++) if (calls[node] > 0) called[method[node]] = 1;
  return called.reduce((sum, one) => sum + one, 0);
}
