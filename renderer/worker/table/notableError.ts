import type { ExactTree } from '../../../shared/cct/cctTable.ts';
import { errorOfTerms, errorTerm } from '../../../shared/cct/errorSums.ts';

/** A row that has less of the time by itself is small beside the others. */
const NOTABLE_SHARE = 0.01;

/**
 * How good the times are that matter: the bound of the error of those rows together that have a hundredth of the time by themselves, over
 * their times. 1: they are as large. 0 where there is no such row. O(rows), allocates nothing: 2 ms for a million.
 */
export function notableError(
  tree: Pick<ExactTree, 'length' | 'selfNs' | 'errorNs' | 'independentErrors'>,
  totalNs: number,
): number {
  const { length, selfNs, errorNs } = tree;
  const leastNs = Math.max(1, NOTABLE_SHARE * totalNs);
  let [ns, terms] = [0, 0];
  for (let row = 1; row < length; row++) {
    if (selfNs[row] < leastNs) continue;
    ns += selfNs[row];
    terms += errorTerm(tree, errorNs[row]);
  }
  return ns === 0 ? 0 : errorOfTerms(tree, terms) / ns;
}
