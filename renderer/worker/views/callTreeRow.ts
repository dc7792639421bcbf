import type { SortColumn, SortOrder } from '../../../shared/model/sortOrder.ts';

/** One row of the call tree as the page gets it. */
export interface CallTreeRow {
  /** NodeIndex, the same as long as the picture's generation. */
  readonly node: number;
  readonly method: number;
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
  /** Bound of the error of totalNs. */
  readonly totalErrorNs: number;
}

/** What the page draws of a call tree. Rows of a recording's millions that are in view, with some above and below. */
export interface CallTreePicture {
  readonly generation: number;
  readonly rowCount: number;
  /** Where `rows` begin. */
  readonly firstRow: number;
  readonly rows: readonly CallTreeRow[];
  /** Also when it is not among `rows`; null = nothing is selected. */
  readonly selected: CallTreeRow | null;
  /** -1 = none, or hidden in a closed branch. */
  readonly selectedRow: number;
  /** See ShownRows: rows that came above what is in view, and how often the selection was to be scrolled to. */
  readonly shiftedRows: number;
  readonly reveals: number;
  readonly sort: SortOrder;
  /** False when the clock was none: there are counts only. */
  readonly timed: boolean;
  readonly search: { readonly text: string; readonly count: number } | null;
  /** Of all roots: the base of percentages. */
  readonly totalNs: number;
  /** Of all contexts: the base of percentages where there are no times. */
  readonly allCalls: number;
}

export type CallTreeAsk =
  /** [topRow, topRow + viewRows) is in view, with fractions; shiftedRows of the picture that is drawn. */
  | {
      readonly kind: 'look';
      readonly topRow: number;
      readonly viewRows: number;
      readonly shiftedRows: number;
    }
  | { readonly kind: 'act'; readonly action: TreeAction }
  | { readonly kind: 'click' | 'toggle'; readonly generation: number; readonly node: number }
  /** The first time sorts numbers falling and names rising, the next turns it round. */
  | { readonly kind: 'sort'; readonly column: SortColumn }
  /** Methods that have all words of the text in their long name; "" ends the search. */
  | { readonly kind: 'search'; readonly text: string };

/** What a key does in the tree, from the selected row on. */
export type TreeAction =
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
  | 'toggle'
  | 'hotPath'
  | 'findNext'
  | 'findPrevious';
