/**
 * The counters of a recording, each 0 at first; they only grow. Times of threads are those of all threads together, and may exceed
 * the length of a sample.
 */
export const NOTHING_COUNTED = {
  events: 0,
  /** Belongs to the sample in which it ended. */
  hotSwaps: 0,
  swapMs: 0,
  /** Threads waited for Sluice. */
  waitedMs: 0,
  /** Recorded threads, ready to run, waited for a core beside that; 0 where it is not told. */
  coreWaitMs: 0,
  /** Classes at whose loading a thread stood still for their probes. */
  classLoads: 0,
  classLoadMs: 0,
  /** The compilers of the JVM had work, without pauses; 0 where the system does not tell. */
  compilingMs: 0,
  pausedMs: 0,
};

export type Counters = Readonly<typeof NOTHING_COUNTED>;

export const COUNTERS = Object.keys(NOTHING_COUNTED) as readonly (keyof Counters)[];

/** What has been counted up to one moment. */
export interface TimelineTotals extends Counters {
  /** In milliseconds since 1970: names the recording, and its last reset. */
  readonly startedAtMs: number;
  /** The moment, from that on, with pauses. */
  readonly atMs: number;
}

/** What grew between two moments. */
export interface TimelineSample extends Counters {
  readonly fromMs: number;
  readonly toMs: number;
}

/** How a recording went. The samples are in order and without gaps, fewer than MAX_SAMPLES. */
export interface Timeline {
  readonly samples: readonly TimelineSample[];
  /** A sample is at least as long. */
  readonly sampleMs: number;
  /** Where the next sample begins; null before the first moment. */
  readonly since: TimelineTotals | null;
}

/** Even, so that samples are merged in pairs. */
export const MAX_SAMPLES = 600;

export const EMPTY_TIMELINE: Timeline = { samples: [], sampleMs: 1000, since: null };

/**
 * The timeline up to a moment. Another recording, or a reset, begins another timeline. When it is full, neighbours are merged: it
 * covers all of the recording at half the resolution.
 * @param isLast nothing is counted after this moment
 */
export function withTotals(timeline: Timeline, totals: TimelineTotals, isLast: boolean): Timeline {
  const { samples, sampleMs, since } = timeline;
  if (since?.startedAtMs !== totals.startedAtMs) return { ...EMPTY_TIMELINE, since: totals };
  const lengthMs = totals.atMs - since.atMs;
  if (lengthMs <= 0) return timeline;
  // Events are told less often than moments: a sample that ends between would lack some, and the next have them too many.
  const minimumMs = totals.events > since.events ? sampleMs : 2 * sampleMs;
  if (lengthMs < minimumMs && !isLast) return timeline;
  const sample = sampleBetween(since, totals);
  const before = samples.at(-1);
  // Only the last one can be too short for a rate of its own.
  const grown =
    lengthMs < sampleMs && before
      ? [...samples.slice(0, -1), mergedSample([before, sample])]
      : [...samples, sample];
  return grown.length < MAX_SAMPLES
    ? { samples: grown, sampleMs, since: totals }
    : { samples: inPairs(grown), sampleMs: 2 * sampleMs, since: totals };
}

/** Some samples as one. @param samples in order; at least one */
export function mergedSample(samples: readonly TimelineSample[]): TimelineSample {
  return samples.reduce((merged, next) => ({
    fromMs: merged.fromMs,
    toMs: next.toMs,
    ...counts((name) => merged[name] + next[name]),
  }));
}

export function eventsPerSecond({ events, fromMs, toMs }: TimelineSample): number {
  return (1000 * events) / (toMs - fromMs);
}

function sampleBetween(from: TimelineTotals, to: TimelineTotals): TimelineSample {
  return { fromMs: from.atMs, toMs: to.atMs, ...counts((name) => to[name] - from[name]) };
}

function counts(valueOf: (name: keyof Counters) => number): Counters {
  return Object.fromEntries(COUNTERS.map((name) => [name, valueOf(name)])) as Counters;
}

function inPairs(samples: readonly TimelineSample[]): readonly TimelineSample[] {
  const pairs: TimelineSample[] = [];
  for (let i = 0; i < samples.length; i += 2) pairs.push(mergedSample(samples.slice(i, i + 2)));
  return pairs;
}
