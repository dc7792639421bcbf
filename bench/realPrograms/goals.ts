import type { RealProgram } from './programs.ts';

/** Clocks whose times are promised something. */
export const TIMED_CLOCKS: readonly string[] = ['nano', 'bursts'];
/** Charged root time over the bare run, by clock: of programs with methods of all sizes, and of those of nanoseconds alone. */
const CHARGED: Readonly<Record<string, readonly [number, number]>> = {
  nano: [0.8, 1.5],
  bursts: [0.9, 1.15],
};
const CHARGED_TINY: Readonly<Record<string, readonly [number, number]>> = { bursts: [1 / 4, 4] };
/** Of the roots' measurements, so many have the bare run within the bound of their error. */
export const WITHIN_BOUND = 0.95;
/** So many of the ten hottest methods are also a sampler's, where calls take this long. */
export const IN_COMMON = 8;
export const SAMPLED_CALL_NS = 1_000;

/** null: nothing is promised. */
export function wantedCharge(
  { isTiny }: Pick<RealProgram, 'isTiny'>,
  clock: string,
): readonly [number, number] | null {
  return (isTiny ? CHARGED_TINY : CHARGED)[clock] ?? null;
}

/** The wanted bounds, and whether the ratio is in them. */
export function isWanted(ratio: number, [least, most]: readonly [number, number]): boolean {
  return ratio >= least && ratio <= most;
}
