import { formatTime } from '../naming/formatNumbers.ts';

/** From here on the errors of the largest self times are told in words. */
const ROUGH = 0.5;

interface RoughTimes {
  readonly message: string;
  /** What makes them better. */
  readonly remedy: string;
}

/**
 * What to make of times whose errors are as large; null where they are not.
 * @param error    of the largest self times: the bounds of their errors over themselves
 * @param waitedNs that threads waited for a core, taken out of the times
 */
export function roughTimes(error: number, waitedNs: number, droppedEvents: number): RoughTimes | null {
  if (error < ROUGH) return null;
  const counts = droppedEvents === 0 ? 'Counts are exact.' : 'Counts are too small, as events were dropped.';
  const howLarge = error < 1 ? `${Math.round(100 * error)} % of` : `${error.toFixed(1)} times`;
  return {
    message: `Times are rough: ± is ${howLarge} the largest self times. ${counts}`,
    remedy:
      waitedNs > 0
        ? `Threads waited ${formatTime(waitedNs)} for a core: a machine with a free core makes times better.`
        : 'Where calls are so short, times by samples are better: Sample the Bare Program, or --sampled-times.',
  };
}
