import type { Comparison } from '../analysis/comparison.ts';
import type { ComparedSource } from '../analysis/comparedSource.ts';
import { ownChanges } from '../analysis/diffNumbers.ts';
import type { MethodTable } from '../naming/methodTable.ts';
import type { ExactTree } from '../cct/cctTable.ts';
import type { FlatRows } from '../rows/flatTree.ts';
import { packageRows, type PackageRows } from '../rows/packageRows.ts';
import { comparedList } from './comparedList.ts';
import { comparedColumns } from './hotComparison.ts';

/** What packages, the classes in them and their methods took in two recordings. */
export interface PackageComparison {
  /** Of the side after. */
  readonly rows: PackageRows;
  /** A node's `method` is its row. */
  readonly source: ComparedSource;
}

/**
 * What has changed of a row is the sum over the call paths of its methods: what went up does not hide what went down. O(nodes).
 * @param timed  false: only calls can be compared
 * @param passes MethodId -> 1 for methods that are counted; null = all
 */
export function packageComparison(
  comparison: Comparison,
  methods: MethodTable,
  timed: boolean,
  passes: Uint8Array | null = null,
): PackageComparison {
  const { a, b } = comparison.tree;
  const rows = packageRows(b, methods, passes);
  const spotsOf = (tree: ExactTree): FlatRows => packageRows(tree, methods, passes).columns;
  const columns = comparedColumns(comparison, rows.columns, spotsOf);
  const changes = spotsOf({ ...b, selfNs: ownChanges({ a, b }, timed) });
  const all = [...rows.parents.keys()];
  const source = comparedList(
    { ...columns, changed: changes.selfNs },
    all,
    all,
    { a: a.totalNs[0], b: b.totalNs[0] },
    timed,
    rows.parents,
  );
  return { rows, source };
}
