import type { JfrValue } from '../jfr/jfrValues.ts';

/** A number that is one, and not below 0; undefined: the file has something else there. */
export function amountOf(value: JfrValue | undefined): number | undefined {
  return typeof value === 'number' && value >= 0 && value < Infinity ? value : undefined;
}

/** A number of either sign, as ticks are; 0: the file has something else there. */
export function numberAt(value: JfrValue | undefined): number {
  return typeof value === 'number' || typeof value === 'bigint' ? Number(value) : 0;
}
