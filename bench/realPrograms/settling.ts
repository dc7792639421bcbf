import { median } from '../median.ts';

/** So many rounds are compared with as many before them. */
export const COMPARED_ROUNDS = 5;
/** Settled: their medians differ by no more than this. */
export const SETTLED_SHARE = 0.03;

/** Whether rounds take as long as they did before. @param roundsMs of all so far, in their order */
export function hasSettled(roundsMs: readonly number[]): boolean {
  if (roundsMs.length < 2 * COMPARED_ROUNDS) return false;
  const before = median(roundsMs.slice(-2 * COMPARED_ROUNDS, -COMPARED_ROUNDS));
  return Math.abs(median(roundsMs.slice(-COMPARED_ROUNDS)) - before) <= SETTLED_SHARE * before;
}
