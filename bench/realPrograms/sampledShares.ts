import type { MethodShares } from './sampled.ts';
import { HOTTEST, inCommon } from './ranking.ts';

/** How far two say the same of a program. */
export interface Agreement {
  /** Of the ten hottest methods. */
  readonly common: number;
  /** Sum of the smaller part of each method: 1 is the same. */
  readonly overlap: number;
  /** Methods with 100 samples or more, and those among them within two standard errors; of two samplings only. */
  readonly judged: number;
  readonly within: number;
}

const ENOUGH_SAMPLES = 100;

export function agreement(a: MethodShares, b: MethodShares): Agreement {
  const [partsA, partsB] = [partsOf(a), partsOf(b)];
  let overlap = 0;
  let judged = 0;
  let within = 0;
  for (const name of new Set([...partsA.keys(), ...partsB.keys()])) {
    const [inA, inB] = [partsA.get(name) ?? 0, partsB.get(name) ?? 0];
    overlap += Math.min(inA, inB);
    if (inA * a.samples < ENOUGH_SAMPLES && inB * b.samples < ENOUGH_SAMPLES) continue;
    judged++;
    const variance = (inA * (1 - inA)) / a.samples + (inB * (1 - inB)) / b.samples;
    if (Math.abs(inA - inB) <= 2 * Math.sqrt(variance)) within++;
  }
  return { common: inCommon(hottest(partsA), hottest(partsB)), overlap, judged, within };
}

/** Two samplings as one. */
export function together(a: MethodShares, b: MethodShares): MethodShares {
  const shares = new Map(a.shares);
  for (const [name, share] of b.shares) shares.set(name, (shares.get(name) ?? 0) + share);
  return { shares, samples: a.samples + b.samples };
}

function partsOf({ shares }: MethodShares): ReadonlyMap<string, number> {
  const total = [...shares.values()].reduce((sum, share) => sum + share, 0);
  return new Map(Array.from(shares, ([name, share]) => [name, share / total]));
}

function hottest(parts: ReadonlyMap<string, number>): string[] {
  return [...parts]
    .sort(([, a], [, b]) => b - a)
    .slice(0, HOTTEST)
    .map(([name]) => name);
}
