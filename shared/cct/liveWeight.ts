/** What an object that is followed stands for. */
export interface LiveWeight {
  /** So many objects of its size, itself among them. */
  readonly objects: number;
  /** Of the bytes of all these, square bytes. */
  readonly variance: number;
}

const ITSELF: LiveWeight = { objects: 1, variance: 0 };

/**
 * An object of s bytes is followed with p = 1 - exp(-s / T), so it stands for 1 / p objects (Horvitz and Thompson): the sum of these
 * is in the mean what there is, of any class, context and age. The variance is estimated from the same objects: s^2 (1 - p) / p^2 each.
 * @param everyBytes T; 0: it is followed whatever its size
 */
export function liveWeight(bytes: number, everyBytes: number): LiveWeight {
  if (everyBytes === 0 || bytes === 0) return ITSELF;
  const chance = -Math.expm1(-bytes / everyBytes);
  return { objects: 1 / chance, variance: (bytes * bytes * (1 - chance)) / (chance * chance) };
}
