import type { ExactTree } from '../cct/cctTable.ts';
import type { Errors } from '../cct/errorSums.ts';

/** The columns that metrics and their errors are taken from. Rows of a tree or of a list. */
export type MeasuredRows = Pick<ExactTree, 'calls' | 'selfNs' | 'totalNs' | 'metrics'> & Errors;

/** Two recordings, A before and B after, row by row. */
export interface MeasuredSides {
  readonly a: MeasuredRows;
  readonly b: MeasuredRows;
  /** row -> ns, bound of the error of both totals together: it does not follow from the rows, which may stand for several nodes. */
  readonly totalErrorNs: ArrayLike<number>;
}
