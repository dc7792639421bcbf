import { formatTimeIn, timeUnitFor } from '../../../shared/naming/formatNumbers.ts';

/** In place of a number that there is none of. */
export const NOT_KNOWN = '–';

/** A single time with all digits that mean something. */
export function fullTime(ns: number): string {
  const unit = timeUnitFor(ns);
  return `${formatTimeIn(ns, unit)} ${unit.name}`;
}
