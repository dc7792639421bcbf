/** The times of the passes through a region: what views and reports show. */
export interface PassSummary {
  /** Passes that have ended, exact. */
  readonly passes: number;
  /** Those among them whose times are known; the others were overwritten before they were read. */
  readonly timed: number;
  /** 0 where none is timed, as the three below. */
  readonly minNs: number;
  readonly meanNs: number;
  readonly maxNs: number;
  /** Of the timed ones, rising; each within a thousandth. */
  readonly percentiles: readonly Percentile[];
  /** By rising time, without gaps: from the one that holds the shortest pass to the one that holds the longest. */
  readonly bars: readonly PassBar[];
}

export interface Percentile {
  /** 50, 99.9 */
  readonly percent: number;
  /** So many percent of the passes took no longer. */
  readonly ns: number;
}

/** The passes of [fromNs, toNs). Bars are equally wide on a logarithmic scale. */
export interface PassBar {
  readonly fromNs: number;
  readonly toNs: number;
  readonly passes: number;
}

/** What an empty pass measures and costs in a JVM, ns. */
export interface RegionCalibration {
  /** What a pass through nothing measures: about one clock read. It is in every time, and nothing is taken out. */
  readonly emptyNs: number;
  /** What a pass costs its thread. */
  readonly passNs: number;
  readonly spreadNs: number;
}

/** What the root took in the bare program, timed as a code region before anything else carried probes. */
export interface BareRoot {
  /** Passes of the time in which it was steady. */
  readonly passes: number;
  /** Of these, ns, what an empty region measures taken out. */
  readonly meanNs: number;
}

/** "12 345 of 20 000 passes are timed", for when some are not; null when all are. */
export function untimedText(
  { passes, timed }: PassSummary,
  count: (passes: number) => string,
): string | null {
  if (timed === passes) return null;
  return (
    `times of ${count(timed)} of ${count(passes)} passes: the others came faster than they could be read; ` +
    'their number is exact all the same'
  );
}
