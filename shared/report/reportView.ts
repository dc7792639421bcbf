import { BackTraces } from '../analysis/backTraces.ts';
import type { RowSource } from '../analysis/rowSource.ts';
import type { ExactTree } from '../cct/cctTable.ts';
import { chosenTree, type ChosenThreads } from '../recording/chosenThreads.ts';
import { filteredMethods, type MethodFilter } from '../naming/methodFilter.ts';
import type { MethodTable } from '../naming/methodTable.ts';
import { largestMade } from '../rows/shownRows.ts';
import type { RecordedThread, Snapshot } from '../recording/snapshot.ts';
import { ownColumn, ownOrder, type RowOrder } from '../rows/sortOrder.ts';
import { transformed, type Transform } from '../rows/transform.ts';
import type { TreeViewName } from '../rows/views.ts';
import { valuesOf, type Value } from '../metrics/value.ts';

/** What a report shows of a recording: the views of the window, put into words. Plain data. */
export interface ReportView {
  readonly kind: TreeViewName;
  /** What a row of hot is. */
  readonly by: 'methods' | 'classes' | 'packages';
  /** Whose callers or callees; none: of callers all. */
  readonly methods: readonly number[];
  /** Merged; 'each': a tree for every thread, where the view is one, else all threads merged. */
  readonly threads: ChosenThreads | 'each';
  readonly steps: readonly Transform[];
  /** Rows of hot, methods at the top of callers and of packages, paths of the others. */
  readonly filter: MethodFilter | null;
  /** What it is about: its order, and a column where that is a ratio. Null: what the view is usually about. */
  readonly value: Value | null;
}

/** All of a recording in one kind of view. */
export function wholeView(kind: ReportView['kind']): ReportView {
  return { kind, by: 'methods', methods: [], threads: 'all', steps: [], filter: null, value: null };
}

/** @param usual of the view */
export function orderOf({ value }: Pick<ReportView, 'value'>, usual: RowOrder): RowOrder {
  return value === null ? usual : { value };
}

export interface TitledTree {
  readonly title: string;
  readonly tree: ExactTree;
}

/** Whether percentages are of all that was recorded. */
export function isOfAll({ kind, threads, steps }: ReportView): boolean {
  return (threads === 'each' || threads === 'all') && steps.length === 0 && kind !== 'callees';
}

/** The call tree itself, from the top down. */
export function hasTreePerThread(kind: TreeViewName): boolean {
  return kind === 'tree' || kind === 'flame';
}

/** The trees that the view is made of, after all steps: one, or one for each thread. */
export function viewedTrees(snapshot: Snapshot, methods: MethodTable, view: ReportView): TitledTree[] {
  const steps = [...view.steps];
  if (view.kind === 'callees') steps.push({ kind: 'focusMethods', methods: view.methods });
  if (view.filter !== null && (hasTreePerThread(view.kind) || view.kind === 'callees'))
    steps.push({ kind: 'showPathsTo', filter: view.filter });
  const after = (threads: ChosenThreads): ExactTree =>
    transformed(chosenTree(snapshot, threads), steps, methods).tree;
  const isChosen = (id: number): boolean =>
    view.threads === 'each' || view.threads === 'all' || view.threads.includes(id);
  if (view.kind === 'threads' || (hasTreePerThread(view.kind) && view.threads === 'each'))
    return snapshot.threads
      .filter(({ id }) => isChosen(id))
      .map((thread) => ({ title: threadTitle(thread), tree: after([thread.id]) }));
  const chosen = view.threads === 'each' ? 'all' : view.threads;
  return [{ title: threadsTitle(snapshot, chosen), tree: after(chosen) }];
}

/**
 * The inverted tree: callers, made of those methods that took most themselves.
 * @param top as many, and all that lead to them; null = all at the top level
 */
export function viewedCallers(
  tree: ExactTree,
  methods: MethodTable,
  view: ReportView,
  clock: Snapshot['clock'],
  top: number | null,
): { readonly source: RowSource; readonly shown: Uint8Array } {
  const source = new BackTraces(tree, callersOf(methods, view));
  const order = orderOf(view, ownOrder(clock, tree));
  const weights = (): Float64Array =>
    'value' in order ? valuesOf({ ...order.value, per: null }, source.tree) : source.values(ownColumn(clock));
  return { source, shown: largestMade(source, weights, top) };
}

/** MethodId -> 1 for those that are at the top of callers; null = all */
export function callersOf(
  methods: MethodTable,
  view: Pick<ReportView, 'methods' | 'filter'>,
): Uint8Array | null {
  if (view.methods.length === 0 && view.filter === null) return null;
  const only =
    view.filter === null
      ? new Uint8Array(methods.nameRanks.length).fill(1)
      : filteredMethods(methods, view.filter);
  if (view.methods.length === 0) return only;
  return only.map((isIn, id) => (view.methods.includes(id) ? isIn : 0));
}

/** MethodId -> 1 for those that packages are made of; null = all */
export function packagedMethods(
  methods: MethodTable,
  { filter }: Pick<ReportView, 'filter'>,
): Uint8Array | null {
  return filter && filteredMethods(methods, filter);
}

function threadTitle({ id, name, virtual }: RecordedThread): string {
  return virtual ? 'All virtual threads' : `Thread "${name}" (${id < 0 ? `of the system: ${-id}` : id})`;
}

function threadsTitle({ threads }: Snapshot, chosen: ChosenThreads): string {
  const merged = threads.filter(({ id }) => chosen === 'all' || chosen.includes(id));
  if (merged.length === 1) return threadTitle(merged[0]);
  if (chosen === 'all') return `All ${threads.length} threads together`;
  return `Threads ${merged.map(({ name }) => `"${name}"`).join(', ')} together`;
}
