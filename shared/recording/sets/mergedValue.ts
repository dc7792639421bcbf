import { AGES, LIVE_ERROR } from './liveSets.ts';

/**
 * What two rows that become one have of a column: mostly the sum. Errors add up as squares; of numbers of ages, which may be the same
 * ones, the larger is known to be there.
 * @param id of the column
 */
export function mergedValue(id: string, a: number, b: number): number {
  if (id === AGES) return Math.max(a, b);
  return id === LIVE_ERROR ? Math.hypot(a, b) : a + b;
}
