import { reshapedComparison } from '../analysis/comparison.ts';
import { comparedCallers, comparedTree, type ComparedSource } from '../analysis/comparedSource.ts';
import { focusMethods, showPathsTo } from '../analysis/transforms.ts';
import { comparedList } from '../compare/comparedList.ts';
import { hotComparison } from '../compare/hotComparison.ts';
import { packageComparison } from '../compare/packageComparison.ts';
import { packageRowNamer } from '../rows/packageRows.ts';
import { groupTitle, hotFilter } from '../rows/hotRows.ts';
import { filteredMethods, filteredNames } from '../naming/methodFilter.ts';
import type { NameStyle } from '../naming/methodNames.ts';
import { methodNames, packageRowFields } from './nodeJson.ts';
import type { RecordingDiff } from '../compare/recordingDiff.ts';
import { callersOf, hasTreePerThread, packagedMethods, type ReportView } from './reportView.ts';
import { sumOf } from '../base/sumOf.ts';
import { threadChange, threadComparison } from '../compare/threadComparison.ts';
import type { Transform } from '../rows/transform.ts';

/** What is shown of two recordings: as of one. Which threads of each are compared RecordingDiff knows. */
export type DiffView = Omit<ReportView, 'threads'>;

/** All of two recordings in one kind of view. */
export function wholeDiffView(kind: DiffView['kind']): DiffView {
  return { kind, by: 'methods', methods: [], steps: [], filter: null, value: null };
}

/** The rows of a view, and what their `method` stands for. */
export interface DiffViewRows {
  readonly source: ComparedSource;
  /** name -> place in the order of names, of siblings */
  readonly ranks: ArrayLike<number>;
  readonly namer: (style: NameStyle) => (name: number) => string;
  /** The fields that name a row in JSON. */
  readonly fieldsOf: (name: number) => string;
}

/** The rows that the window shows, unsorted. @throws SluiceError 'usage' for a filter that is no regular expression */
export function diffViewRows(diff: RecordingDiff, view: DiffView): DiffViewRows {
  if (view.kind === 'threads') return threadsOf(diff, view);
  const { methods, timed } = diff;
  const { kind, by, filter } = view;
  const steps: Transform[] = [...view.steps];
  if (hasTreePerThread(kind) && filter !== null) steps.push({ kind: 'showPathsTo', filter });
  const whole = diff.compared(steps);
  const ofMethods = {
    ranks: methods.nameRanks,
    namer: methods.namer.bind(methods),
    fieldsOf: methodNames(methods),
  };
  switch (kind) {
    case 'hot': {
      const { table, columns } = hotComparison(whole, methods, by);
      const { ids, groups } = table;
      const passes = filter === null ? null : hotFilter(table, methods, filter);
      const rows = [...ids.keys()].filter((row) => passes === null || passes[ids[row]] === 1);
      const { a, b } = whole.tree;
      const source = comparedList(columns, rows, ids, { a: a.totalNs[0], b: b.totalNs[0] }, timed);
      if (groups === null) return { source, ...ofMethods };
      return { source, ...named(groups.names.map(groupTitle), by === 'classes' ? 'class' : 'package') };
    }
    case 'callers':
      return { source: comparedCallers(whole, timed, callersOf(methods, view)), ...ofMethods };
    case 'callees': {
      const only = new Uint8Array(methods.nameRanks.length);
      for (const method of view.methods) only[method] = 1;
      const callees = reshapedComparison(whole, focusMethods(whole.tree.b, only));
      const shown =
        filter === null
          ? callees
          : reshapedComparison(callees, showPathsTo(callees.tree.b, filteredMethods(methods, filter)));
      return { source: comparedTree(shown, timed), ...ofMethods };
    }
    case 'packages': {
      const { rows, source } = packageComparison(whole, methods, timed, packagedMethods(methods, view));
      return {
        source,
        ranks: rows.ranks,
        namer: packageRowNamer(rows, methods),
        fieldsOf: packageRowFields(rows, methods),
      };
    }
    case 'tree':
    case 'flame':
      return { source: comparedTree(whole, timed), ...ofMethods };
  }
}

function threadsOf(diff: RecordingDiff, { steps, filter }: DiffView): DiffViewRows {
  const pairs = diff.threads;
  const titles = pairs.map(({ name, virtual }) => (virtual ? 'All virtual threads' : name));
  const passes = filter && filteredNames(titles, filter);
  const columns = threadComparison(
    pairs.map((pair) => threadChange(diff.comparedThread(pair, steps), diff.timed)),
  );
  const all = [...pairs.keys()];
  const rows = all.filter((row) => passes === null || passes[row] === 1);
  const totalNs = { a: sumOf(columns.a.totalNs), b: sumOf(columns.b.totalNs) };
  return { source: comparedList(columns, rows, all, totalNs, diff.timed), ...named(titles, 'thread') };
}

/** Rows that are no methods. @param field in JSON */
function named(titles: readonly string[], field: string): Omit<DiffViewRows, 'source'> {
  const ranks: number[] = [];
  const inOrder = [...titles.keys()].sort((x, y) =>
    titles[x] < titles[y] ? -1 : titles[x] > titles[y] ? 1 : 0,
  );
  inOrder.forEach((name, rank) => (ranks[name] = rank));
  return {
    ranks,
    namer: () => (name) => titles[name],
    fieldsOf: (name) => `${JSON.stringify(field)}:${JSON.stringify(titles[name])}`,
  };
}
