import { callPathOf, type CallPath } from '../../analysis/callPath.ts';
import { parseMethodPattern } from '../../callgraph/methodPattern.ts';
import { MethodTable } from '../../naming/methodTable.ts';
import { linksNamed, valuesNamed } from '../dataSets/dataSetParts.ts';
import { FOLLOWED_SET, MADE_BY, SERIAL } from './followedSet.ts';
import { MADE_CONTEXTS_SET, MADE_SET } from './madeSets.ts';
import type { Snapshot } from '../snapshot.ts';

/**
 * Where the objects were made that a recording followed: what a heap dump is joined with. Plain data, so a worker can be told of it.
 *
 *     serials    contextOf     contexts
 *     1003       0             app.Session   by app.Shop.open(int):12    called by app.Shop.serve(), app.Main.main(..)
 *     1007       1             app.Order     by ..
 *     1011       0
 */
export interface MadeContexts {
  /** Ascending: of those that were there when it was saved. */
  readonly serials: Float64Array;
  /** place in `serials` -> place in `contexts` */
  readonly contextOf: Int32Array;
  /** Those of several threads that are alike are one. */
  readonly contexts: readonly MadeContext[];
}

export interface MadeContext {
  readonly made: string;
  /** "app.Shop.open(int):12" */
  readonly place: string;
  /** Long names, the nearest first. */
  readonly callers: readonly string[];
  /** From the root down to what made it. */
  readonly path: CallPath;
}

/** Null: it followed no objects, or is from before there were numbers of them. */
export function madeContexts(snapshot: Snapshot): MadeContexts | null {
  const followed = snapshot.dataSets.find(({ id }) => id === FOLLOWED_SET);
  const serials = valuesNamed(followed, SERIAL);
  const madeBy = linksNamed(followed, MADE_BY);
  const read = contextReader(snapshot);
  if (serials === undefined || madeBy === undefined || read === null) return null;
  const contexts: MadeContext[] = [];
  const known = new Map<string, number>();
  const contextAt = (row: number): number => {
    const each = read(row);
    const key = JSON.stringify([each.made, each.place, each.path]);
    let context = known.get(key);
    if (context === undefined) {
      known.set(key, (context = contexts.length));
      contexts.push(each);
    }
    return context;
  };
  const contextOfRow = new Map<number, number>();
  const contextOf = Int32Array.from(madeBy, (row) => {
    let context = contextOfRow.get(row);
    if (context === undefined) contextOfRow.set(row, (context = contextAt(row)));
    return context;
  });
  return { serials, contextOf, contexts };
}

/** Reads rows of MADE_CONTEXTS_SET; null: no objects were counted. */
export function contextReader({
  dataSets,
  threads,
  methods,
}: Snapshot): ((row: number) => MadeContext) | null {
  const [rows, places] = [MADE_CONTEXTS_SET, MADE_SET].map((id) => dataSets.find((set) => set.id === id));
  const classes = rows?.texts.at(0)?.texts; // a file of others may have none
  if (rows === undefined || classes === undefined) return null;
  const [placeOf, threadOf, nodeOf] = ['place', 'thread', 'context'].map((id) => linksNamed(rows, id));
  const nameOf = new MethodTable(methods).namer('long');
  return (row) => {
    const table = threads.at(threadOf?.[row] ?? -1)?.table;
    const node = nodeOf?.[row] ?? -1;
    const path = table !== undefined && node > 0 && node < table.length ? callPathOf(table, node) : [];
    const at = placeOf?.[row] ?? -1;
    const [, method = '', line = ''] = places?.texts.map(({ texts }) => texts.at(at) ?? '') ?? [];
    const place = line === '' ? method : `${method}:${line}`;
    return { made: classes.at(row) ?? '', place, path, callers: path.slice(0, -1).reverse().map(nameOf) };
  };
}

/**
 * Contexts in which a method made something, or called what did.
 * @param pattern as roots are named: app.Shop::serve
 * @throws SluiceError 'usage' for what is no pattern
 */
export function contextsBelow(
  { contexts }: MadeContexts,
  methods: Snapshot['methods'],
  pattern: string,
): ReadonlySet<number> {
  const parsed = parseMethodPattern(pattern);
  const matching = new Set<number>(
    methods
      .filter(
        ({ className, name, descriptor }) =>
          parsed.matchesMethod(className, name, descriptor) !== parsed.isExclusion,
      )
      .map(({ id }) => id),
  );
  return new Set(
    contexts.flatMap(({ path }, context) => (path.some((id) => matching.has(id)) ? [context] : [])),
  );
}
