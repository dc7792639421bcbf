import type { ErrorKind } from '../cct/errorSums.ts';

/**
 * How far a sampled time may be off, two standard errors: that of n samples is their root, and of none there may have been three.
 *
 *     samples        0     1    10    100    10,000
 *     off by         3   3.8   7.6     21       201
 *
 * It is of any row or sum of rows: what a row has of its method's samples is counted as samples too.
 *
 * @param ns the time
 * @param kind says what a sample stands for
 */
export function sampledErrorNs(ns: number, { nsPerSample = 0 }: ErrorKind): number {
  if (nsPerSample <= 0) return 0;
  return (1 + 2 * Math.sqrt(1 + ns / nsPerSample)) * nsPerSample;
}

/** Where a sampled time is from: samples of the row itself, its method's by counts, or none at all: then only its bound is known. */
export type SampledBy = 'samples' | 'counts' | 'bound';

/** @param samples that were taken in the row itself */
export function sampledBy(ns: number, samples: number): SampledBy {
  if (samples > 0) return 'samples';
  return ns > 0 ? 'counts' : 'bound';
}
