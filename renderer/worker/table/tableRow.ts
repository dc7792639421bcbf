import type { DiffColumn } from '../../../shared/analysis/diffNumbers.ts';
import type { NumberColumn } from '../../../shared/analysis/rowSource.ts';
import type { MethodFilter } from '../../../shared/naming/methodFilter.ts';
import type { SortOrder } from '../../../shared/rows/sortOrder.ts';

/** What was measured beside calls and times: see furtherColumns.ts. */
export type FurtherColumn = `metric:${string}`;

/** What rows can be sorted by, besides their names. */
export type TableColumn =
  NumberColumn | 'average' | 'selfError' | 'totalError' | 'contexts' | FurtherColumn | DiffColumn;

/** One row of a table as the page gets it: a node of a tree, or of a list, which is a tree of one level. */
export interface TableRow {
  /** Stands for the row as long as the picture's generation. */
  readonly node: number;
  /** What the row is about; of a row that is about something else: see `title`. */
  readonly method: number;
  /** null: a method. Else a class, a package, a thread. */
  readonly title: string | null;
  /** 0 = a root */
  readonly depth: number;
  readonly isInner: boolean;
  readonly isOpen: boolean;
  /** The same method is open already further up. */
  readonly isRecursive: boolean;
  /** Its calls were counted only: it has no times. */
  readonly isCounted: boolean;
  readonly calls: number;
  readonly selfNs: number;
  readonly totalNs: number;
  /** Bound of the error of selfNs. */
  readonly errorNs: number;
  /** Bound of the error of totalNs; null = not known, as where a total is that of several nodes within each other. */
  readonly totalErrorNs: number | null;
  /** Call paths that the row stands for; 1 of a node of the call tree. */
  readonly contexts: number;
  /** Of the picture's `further` columns, in their order. */
  readonly further: readonly number[];
  /** Of the row above it in the tree, or of all where there is none. */
  readonly parentNs: number;
  /** With all below it where that is known. */
  readonly parentCalls: number;
  /** In a comparison: the numbers of both sides; the others are of the side after. */
  readonly compared: ComparedRow | null;
}

/** One row of two recordings: A before, B after. */
export interface ComparedRow {
  /** a: it has vanished; b: it is new. */
  readonly side: 'a' | 'b' | 'both';
  readonly numbers: Readonly<Record<DiffColumn, number>>;
}

/** What the page draws of a table. Rows of a recording's millions that are in view, with some above and below. */
export interface TablePicture {
  /** Within one, a row has the same node. */
  readonly generation: number;
  /** See TableContent: within one, a row's numbers grow. */
  readonly measured: string;
  readonly rowCount: number;
  /** Where `rows` begin. */
  readonly firstRow: number;
  readonly rows: readonly TableRow[];
  /** Also when it is not among `rows`; null = nothing is selected. */
  readonly selected: TableRow | null;
  /** -1 = none, or hidden in a closed branch. */
  readonly selectedRow: number;
  /** See ShownRows: rows that came above what is in view, and how often the selection was to be scrolled to; 0: it is not. */
  readonly shiftedRows: number;
  readonly reveals: number;
  readonly sort: SortOrder<TableColumn>;
  /** False when the clock was none: there are counts only. */
  readonly timed: boolean;
  readonly search: TableSearch | null;
  readonly filter: TableFilter | null;
  /** The base of percentages. */
  readonly totalNs: number;
  /** Of its largest self times, the errors over themselves (notableError.ts): 1 is as large; 0 in a comparison. */
  readonly notableError: number;
  /** The base of percentages where there are no times. */
  readonly allCalls: number;
  /** In a comparison: half the length of a bar in each column. */
  readonly largestChange: LargestChange | null;
  /** Columns of further metrics that there are, ratios and both sides of a comparison too. */
  readonly further: readonly FurtherColumn[];
  /** The table or a row of it as text, as often as one was asked for. */
  readonly copied: TableCopy;
}

/** Of all rows, ns, either way: of total times, and of self times, which are much smaller where nothing dominates. */
export interface LargestChange {
  readonly total: number;
  readonly self: number;
}

export interface TableSearch {
  readonly text: string;
  readonly count: number;
  /** Which of these the selected row is, in the order that the steps go; 0: it is none. */
  readonly place: number;
}

export interface TableFilter {
  readonly filter: MethodFilter;
  /** Why it is not in force: no regular expression; "" when it is. */
  readonly whyNot: string;
}

export interface TableCopy {
  /** 0: never asked for. */
  readonly count: number;
  readonly text: string;
}

export type TableAsk =
  /** [topRow, topRow + viewRows) is in view, with fractions; shiftedRows of the picture that is drawn. */
  | {
      readonly kind: 'look';
      readonly topRow: number;
      readonly viewRows: number;
      readonly shiftedRows: number;
    }
  | { readonly kind: 'act'; readonly action: TableAction }
  | { readonly kind: 'click' | 'toggle'; readonly generation: number; readonly node: number }
  /** The first time sorts numbers falling and names rising, the next turns it round. */
  | { readonly kind: 'sort'; readonly column: TableColumn | 'name' }
  /** Methods that have all words of the text in their long name; "" ends the search. */
  | { readonly kind: 'search'; readonly text: string }
  /** Shows only some rows, and those above them; null = all. */
  | { readonly kind: 'filter'; readonly filter: MethodFilter | null }
  /** The selected row as a line of fields separated by tabs. */
  | { readonly kind: 'copyRow' }
  /** The rows that are open, as text. */
  | { readonly kind: 'copyTable'; readonly form: TableTextForm };

/** tsv: for a spreadsheet, fields separated by tabs. markdown: for an issue or a chat. */
export type TableTextForm = 'tsv' | 'markdown';

/** What a key does in a table, from the selected row on. */
export type TableAction =
  | 'up'
  | 'down'
  | 'pageUp'
  | 'pageDown'
  | 'first'
  | 'last'
  | 'openOrChild'
  | 'closeOrParent'
  | 'openChain'
  | 'openAll'
  | 'closeAll'
  | 'toggle'
  | 'hotPath'
  | 'findNext'
  | 'findPrevious';
