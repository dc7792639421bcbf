import type { ExactTree } from '../../../shared/cct/cctTable.ts';

/** A row that has less of the time by itself is small beside the others. */
const NOTABLE_SHARE = 0.01;

/**
 * How good the times are that matter: the bounds of the errors of those rows that have a hundredth of the time by themselves, over
 * their times. 1: they are as large. 0 where there is no such row. O(rows), allocates nothing: 2 ms for a million.
 */
export function notableError(
  { length, selfNs, errorNs }: Pick<ExactTree, 'length' | 'selfNs' | 'errorNs'>,
  totalNs: number,
): number {
  const leastNs = Math.max(1, NOTABLE_SHARE * totalNs);
  let [ns, boundNs] = [0, 0];
  for (let row = 1; row < length; row++) {
    if (selfNs[row] < leastNs) continue;
    ns += selfNs[row];
    boundNs += errorNs[row];
  }
  return ns === 0 ? 0 : boundNs / ns;
}
