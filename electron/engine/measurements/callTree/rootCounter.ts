import { setTimeout as delay } from 'node:timers/promises';
import { sumOf } from '../../../../shared/base/sumOf.ts';
import type { CountedRoot } from '../../../../shared/recording/samples/sampledTimes.ts';
import { ThreadTimes } from '../../flightRecorder/threadTimes.ts';

const LOOK_MS = 5;
/** A root that is called more seldom is counted from any moment on. */
const LONGEST_WAIT_MS = 2_000;

/** Of several counts, as of one. */
export function allCounted(counts: readonly CountedRoot[]): CountedRoot {
  const ranNs = new Map<number, number>();
  for (const thread of counts.flatMap(({ threads }) => threads))
    ranNs.set(thread.id, (ranNs.get(thread.id) ?? 0) + thread.ranNs);
  return {
    passes: sumOf(counts.map(({ passes }) => passes)),
    ms: sumOf(counts.map(({ ms }) => ms)),
    threads: [...ranNs].map(([id, ns]) => ({ id, ranNs: ns })),
  };
}

/**
 * Counts calls of the root, and what its JVM's threads run meanwhile. It begins and ends as a call ends: with a part of a call at both
 * ends, twenty calls would be wrong by a twentieth.
 *
 *     calls       |-----|-----|-----|-----|-----|
 *                       ^ begin           ^ end         3 calls, and their CPU time
 */
export class RootCounter {
  readonly #times: ThreadTimes;
  readonly #passes: () => number;
  #passesBefore = 0;
  #startMs = 0;

  /** @param passes calls that have ended so far */
  constructor(pid: number, passes: () => number) {
    this.#times = new ThreadTimes(pid);
    this.#passes = passes;
  }

  /** Since it began. */
  get passes(): number {
    return this.#passes() - this.#passesBefore;
  }

  get elapsedMs(): number {
    return performance.now() - this.#startMs;
  }

  /** @throws the signal's reason */
  async begin(signal: AbortSignal): Promise<void> {
    await this.#untilOneEnds(signal);
    this.#times.begin();
    this.#passesBefore = this.#passes();
    this.#startMs = performance.now();
  }

  /** @returns null where no call has ended. @throws the signal's reason */
  async end(signal: AbortSignal): Promise<CountedRoot | null> {
    await this.#untilOneEnds(signal);
    const threads = this.#times.end(); // reads them at once
    const { passes, elapsedMs: ms } = this;
    if (passes === 0) return null;
    return { passes, ms, threads: (await threads).map(({ id, ranNs }) => ({ id, ranNs })) };
  }

  async #untilOneEnds(signal: AbortSignal): Promise<void> {
    const had = this.#passes();
    const startMs = performance.now();
    while (this.#passes() === had && performance.now() - startMs < LONGEST_WAIT_MS)
      await delay(LOOK_MS, undefined, { signal });
  }
}
