/** One way to look at a recording: what window, command line, JSON and documents call it. */
interface View {
  /** Of --view, in JSON, and in the window's code. */
  readonly name: string;
  /** Understood for one release. */
  readonly formerName?: string;
  /** Of its tab, and over its rows in a text. */
  readonly title: string;
  /** In the help of --view. */
  readonly shows: string;
  /** Call trees: of chosen threads, after filters and steps, compared too. Or the recording as a whole. */
  readonly needs: 'callTrees' | 'recording';
  /** Rows in lines below each other, or nodes below their parents. */
  readonly rows: 'tree' | 'list';
}

/**
 * Every view, in the order of the window's tabs: those of the recording as a whole have none, the window shows them beside the
 * tabs. Its text and JSON: shared/report/viewTables.ts, viewJson.ts. Its halves in the window: renderer/worker/workerViews.ts,
 * renderer/views/record/resultViews.ts.
 */
export const VIEWS = [
  {
    name: 'tree',
    formerName: 'callTree',
    title: 'Call Tree',
    shows: 'top down: each method below its caller',
    ...{ needs: 'callTrees', rows: 'tree' },
  },
  {
    name: 'hot',
    formerName: 'hotSpots',
    title: 'Hot Spots',
    shows: 'methods, classes or packages, the largest self time first',
    ...{ needs: 'callTrees', rows: 'list' },
  },
  {
    name: 'callers',
    formerName: 'backTraces',
    title: 'Back Traces',
    shows: 'inverted, bottom up: each method with its callers below it; --method for one only',
    ...{ needs: 'callTrees', rows: 'tree' },
  },
  {
    name: 'callees',
    title: 'Callees',
    shows: 'what the methods of --method call, from wherever they are called',
    ...{ needs: 'callTrees', rows: 'tree' },
  },
  {
    name: 'flame',
    formerName: 'flameGraph',
    title: 'Flame Graph',
    shows: 'the call tree drawn: a bar for each context, as long as its part and at its place',
    ...{ needs: 'callTrees', rows: 'tree' },
  },
  {
    name: 'threads',
    title: 'Threads',
    shows: 'one line each',
    ...{ needs: 'callTrees', rows: 'list' },
  },
  {
    name: 'instrumentation',
    title: 'Instrumentation',
    shows: 'which methods carried probes, why, and how many were called',
    ...{ needs: 'recording', rows: 'list' },
  },
  {
    name: 'overhead',
    title: 'Overhead',
    shows: 'what the probes cost, method by method',
    ...{ needs: 'recording', rows: 'list' },
  },
  {
    name: 'timeline',
    title: 'Timeline',
    shows: 'events, hot swaps and waits in the course of time',
    ...{ needs: 'recording', rows: 'list' },
  },
] as const satisfies readonly View[];

type NamedView = (typeof VIEWS)[number];
/** Views of call trees: the window has a tab for each. */
export type TreeViewName = Extract<NamedView, { needs: 'callTrees' }>['name'];
/** Views of a recording as a whole. */
export type RecordingViewName = Extract<NamedView, { needs: 'recording' }>['name'];
export type ViewName = NamedView['name'];

export const TREE_VIEWS: readonly TreeViewName[] = VIEWS.flatMap(({ name, needs }) =>
  needs === 'callTrees' ? [name] : [],
);
export const ALL_VIEWS: readonly ViewName[] = VIEWS.map(({ name }) => name);

export function viewFacts(wanted: ViewName): View {
  return VIEWS[ALL_VIEWS.indexOf(wanted)];
}

export function isOfRecording(name: ViewName): name is RecordingViewName {
  return viewFacts(name).needs === 'recording';
}

export function isListView(name: ViewName): boolean {
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
export function presentName(wanted: string): string {
  return (VIEWS as readonly View[]).find(({ formerName: former }) => former === wanted)?.name ?? wanted;
}
