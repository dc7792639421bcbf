/**
 * Where events get their times from.
 *
 * - nano: System.nanoTime() at each event.
 * - bursts: the same at some events that follow each other, then a pause: counts are exact, times of pauses are estimated.
 * - ticker: a counter of nanoseconds that a thread keeps; where it has no core for that, as nano.
 * - cpu: the CPU time of the event's thread: waiting and sleeping take none. Virtual threads have no such time: their calls are
 *   counted only.
 * - none: events have no times, calls are counted only.
 */
export const CLOCKS = ['nano', 'bursts', 'ticker', 'cpu', 'none'] as const;
export type Clock = (typeof CLOCKS)[number];

/**
 * Who takes samples.
 *
 * - samples: a timer over all threads. The JVM's sees none in native code or in the system, async-profiler's does.
 * - cpuSamples: the CPU time of each thread, wherever it runs.
 */
export const SAMPLE_SOURCES = ['samples', 'cpuSamples'] as const;
export type SampleSource = (typeof SAMPLE_SOURCES)[number];

/**
 * Where the times of a recording come from: a clock that probes read, or samples. By samples there are no calls, only how often a
 * context was found at work, times the period.
 */
export const TIME_SOURCES = [...CLOCKS, ...SAMPLE_SOURCES] as const;
export type TimeSource = (typeof TIME_SOURCES)[number];

/** Whether calls were counted. */
export function countsCalls(source: TimeSource): boolean {
  return (CLOCKS as readonly string[]).includes(source);
}

/** Bursts: of so many events one has a time, where events are not rare (SluiceBursts.java). */
export const EVENTS_PER_TIME = 32;

/**
 * Whether each root call has a duration in the time of the clock on the wall: not by bursts, which leave most of them out, nor by `cpu`,
 * whose times are each thread's own, and of which a call that waits has none.
 */
export function tellsDurations(source: TimeSource): boolean {
  return source === 'nano' || source === 'ticker';
}
