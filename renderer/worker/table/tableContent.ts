import type { ComparedSource } from '../../../shared/analysis/comparedSource.ts';
import { numbersOf, type RowSource } from '../../../shared/analysis/rowSource.ts';
import type { ExactTree } from '../../../shared/cct/cctTable.ts';
import type { MethodTable } from '../../../shared/naming/methodTable.ts';
import type { TreeRows } from '../../../shared/rows/treeRows.ts';
import { ComparedRows } from './comparedRows.ts';
import { furtherValues, isFurther } from './furtherColumns.ts';
import type { TableColumn } from './tableRow.ts';

/** A tree with rows, and the columns that only some tables have: NodeIndex -> number, null = the table has none. */
export interface TableSource extends RowSource<ExactTree, TableColumn> {
  readonly totalErrorNs: Float32Array | Float64Array | null;
  readonly contexts: Float64Array | null;
  readonly compared: ComparedRows | null;
}

export type TableRows = TreeRows<ExactTree, TableColumn>;

/** What a table is about: the meaning of `method` in its tree. */
export interface TableNames {
  /** name -> place in the order of names */
  readonly ranks: Int32Array;
  /** null: names are MethodIds, and the page knows how they are shown. */
  readonly titleOf: ((name: number) => string) | null;
  /** In full. */
  readonly longNameOf: (name: number) => string;
  /** name -> 1 where it has all words of the text */
  readonly matches: (text: string) => Uint8Array;
}

/** One moment of a table, made by its view. */
export interface TableContent {
  readonly source: TableSource;
  readonly names: TableNames;
  /** What became of the rows of the moment before: their nodes have the same index, or only the same path; or none is left. */
  readonly follows: 'nodes' | 'paths' | 'nothing';
  /** What its numbers are of: those of another one are no earlier or later state of these. */
  readonly measured: string;
  readonly timed: boolean;
  /** Of percentages. */
  readonly totalNs: number;
  readonly allCalls: number;
}

export function tableSource(
  source: RowSource,
  {
    totalErrorNs = null,
    contexts = null,
    compared = null,
  }: Partial<Pick<TableSource, 'totalErrorNs' | 'contexts' | 'compared'>> = {},
): TableSource {
  return {
    totalErrorNs,
    contexts,
    compared,
    get tree() {
      return source.tree;
    },
    get childStart() {
      return source.childStart;
    },
    get childEnd() {
      return source.childEnd;
    },
    get children() {
      return source.children;
    },
    hasChildren: (node) => source.hasChildren(node),
    makeChildren: (node) => source.makeChildren(node),
    weights: () => compared?.values('changed') ?? source.weights(),
    values(column) {
      const { tree } = source;
      if (isFurther(column)) return furtherValues(column, { tree, compared });
      switch (column) {
        case 'total':
        case 'self':
        case 'calls':
          return numbersOf(tree, column);
        case 'average':
          return tree.totalNs.map((ns, node) => (tree.calls[node] > 0 ? ns / tree.calls[node] : 0));
        case 'selfError':
          return tree.errorNs;
        case 'totalError':
          return totalErrorNs ?? tree.errorNs;
        case 'contexts':
          return contexts ?? tree.calls;
        default:
          return compared?.values(column) ?? tree.calls;
      }
    },
  };
}

/** Of two recordings. @param contexts NodeIndex -> call paths that either has, null = not known */
export function comparedTable(
  { rows, numbers }: ComparedSource,
  contexts: Float64Array | null = null,
): TableSource {
  return tableSource(rows, { contexts, compared: new ComparedRows(numbers) });
}

/** The names of a table whose rows are methods. */
export function methodNames(methods: MethodTable): TableNames {
  return {
    ranks: methods.nameRanks,
    titleOf: null,
    longNameOf: methods.namer('long'),
    matches: (text) => methods.matches(text),
  };
}
