import type { DataSet, LinkColumn } from './dataSet.ts';

/** A link to the node of a tree: `node` in the JSON report. */
const CONTEXT = 'context';
/** Links to the place of the thread whose tree that is, in the threads of the recording. */
const THREADS: readonly string[] = ['thread', 'inThread'];

/** The links of a data set by which its rows are joined with the trees. */
export interface ContextLinks {
  readonly thread: LinkColumn;
  readonly context: LinkColumn;
}

/** Null: its rows are of no contexts. */
export function contextLinksOf({ links }: Pick<DataSet, 'links'>): ContextLinks | null {
  const context = links.find(({ id }) => id === CONTEXT);
  const thread = links.find(({ id }) => THREADS.includes(id));
  return context === undefined || thread === undefined ? null : { thread, context };
}

/** Where a context stands in other trees. */
export interface ContextPlace {
  readonly thread: number;
  readonly node: number;
}

/** The data set for other trees, in which contexts have other places. @param placeOf null: there is none, and the row has no context */
export function withContextsAt(
  set: DataSet,
  placeOf: (thread: number, node: number) => ContextPlace | null,
): DataSet {
  const links = contextLinksOf(set);
  if (links === null) return set;
  const { thread, context } = links;
  const places = Array.from(thread.rows, (at, row) => placeOf(at, context.rows[row]));
  const moved = new Map([
    [thread, Int32Array.from(places, (place) => place?.thread ?? -1)],
    [context, Int32Array.from(places, (place) => place?.node ?? -1)],
  ]);
  return { ...set, links: set.links.map((link) => ({ ...link, rows: moved.get(link) ?? link.rows })) };
}
