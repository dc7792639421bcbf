import { UsageError } from '../base/errors.ts';
import { similarNames } from '../base/similarNames.ts';
import { toldText } from '../base/toldText.ts';

/** One way to look at the call trees of a recording: what window, command line, JSON and documents call it. */
interface View {
  /** Of --view, in JSON, and in the window's code. */
  readonly name: string;
  /** Understood for one release. */
  readonly formerName?: string;
  /** Of its tab, and over its rows in a text. */
  readonly title: string;
  /** In the help of --view. */
  readonly shows: string;
  /** Rows in lines below each other, or nodes below their parents. */
  readonly rows: 'tree' | 'list';
  /** The time that it is about, whose error stands beside it. */
  readonly leads: 'total' | 'self';
}

/**
 * Every view of call trees, of chosen threads, after filters and steps, compared too. In the order of the window's tabs. Its text
 * and JSON: shared/report/viewTables.ts, viewJson.ts. Its halves in the window: renderer/worker/workerViews.ts,
 * renderer/views/record/resultViews.tsx. Views that are tables of the whole recording: shared/tables/recordingTables.ts.
 */
const VIEWS = [
  {
    name: 'tree',
    formerName: 'callTree',
    title: 'Call Tree',
    shows: 'top down: each method below its caller',
    rows: 'tree',
    leads: 'total',
  },
  {
    name: 'hot',
    formerName: 'hotSpots',
    title: 'Hot Spots',
    shows: 'methods, classes or packages, the largest self time first',
    rows: 'list',
    leads: 'self',
  },
  {
    name: 'callers',
    formerName: 'backTraces',
    title: 'Back Traces',
    shows: 'inverted, bottom up: each method with its callers below it; --method for one only',
    rows: 'tree',
    leads: 'self',
  },
  {
    name: 'callees',
    title: 'Callees',
    shows: 'what the methods of --method call, from wherever they are called',
    rows: 'tree',
    leads: 'total',
  },
  {
    name: 'flame',
    formerName: 'flameGraph',
    title: 'Flame Graph',
    shows: 'the call tree drawn: a bar for each context, as long as its part and at its place',
    rows: 'tree',
    leads: 'total',
  },
  {
    name: 'threads',
    title: 'Threads',
    shows: 'one line each',
    rows: 'list',
    leads: 'total',
  },
  {
    name: 'packages',
    title: 'Packages',
    shows: 'packages, the classes in them and their methods: a bar for each, as long as its self time',
    rows: 'tree',
    leads: 'self',
  },
] as const satisfies readonly View[];

export type TreeViewName = (typeof VIEWS)[number]['name'];

export const TREE_VIEWS: readonly TreeViewName[] = VIEWS.map(({ name }) => name);

export function viewFacts(wanted: TreeViewName): View {
  return VIEWS[TREE_VIEWS.indexOf(wanted)];
}

export function isListView(name: TreeViewName): boolean {
  return viewFacts(name).rows === 'list';
}

/** @param id of a view, or one that ends with it: compared.tree. @returns as an earlier release named it */
export function formerName(id: string): string {
  return id.replace(
    /\w+$/,
    (name) => (VIEWS as readonly View[]).find((view) => view.name === name)?.formerName ?? name,
  );
}

/** What is asked for by the name of an earlier release. */
function presentName(wanted: string): string {
  return (VIEWS as readonly View[]).find(({ formerName: former }) => former === wanted)?.name ?? wanted;
}

/**
 * The view of that name: one of call trees, or a table.
 * @param tables of the recording, or those that both recordings have
 * @throws SluiceError 'usage' for what is neither
 */
export function viewNamed<View extends string, Table extends { readonly id: string }>(
  name: string | undefined,
  views: readonly View[],
  tables: readonly Table[],
): View | Table | undefined {
  if (name === undefined) return undefined;
  const present = presentName(name);
  const found = views.find((view) => view === present) ?? tables.find(({ id }) => id === name);
  if (found !== undefined) return found;
  const names = [...views, ...tables.map(({ id }) => id)];
  const near = similarNames(name, names).at(0);
  throw new UsageError(
    `Unknown view "${toldText(name)}"${near === undefined ? '.' : `; did you mean ${near}?`}`,
    `There are ${names.join(', ')}.`,
  );
}
