import { wholeTree } from '../analysis/rowSource.ts';
import type { ExactTree } from '../cct/cctTable.ts';
import type { SortOrder } from './sortOrder.ts';
import { TreeRows } from './treeRows.ts';

/** The rows of a calling context tree. */
export class CallTreeRows extends TreeRows {
  /** @param nameRanks MethodId -> place in the order of names (MethodTable) */
  constructor(tree: ExactTree, nameRanks: Int32Array, order: SortOrder) {
    super(wholeTree(tree), nameRanks, order);
  }
}
