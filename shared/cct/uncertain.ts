/**
 * Whether of a time no more is known than that it is small: its error is as large. `exactTree` sees to it that this holds
 * wherever what it took out for the probes exceeds what is left.
 */
export function isUncertain(selfNs: number, errorNs: number): boolean {
  return errorNs > 0 && errorNs >= selfNs;
}

/** The least bound that is as large as the time in a column of 32 bits too. */
export function wholeTimeBound(selfNs: number): number {
  return selfNs * (1 + 2 ** -22);
}
