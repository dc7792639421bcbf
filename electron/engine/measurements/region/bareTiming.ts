import { setTimeout as delay } from 'node:timers/promises';
import type { BareRoot, PassSummary } from '../../../../shared/recording/passSummary.ts';
import type { CompilerWatch } from '../../jvms/compilerWatch.ts';

const WINDOW_MS = 500;
/** A window has so many passes at least, however long that takes: one pass differs from the next. */
const WINDOW_PASSES = 10;
/** Of the last so many windows, those with the least means agree when none is above another one by more than this share. */
const LAST_WINDOWS = 6;
const STEADY_WINDOWS = 3;
const STEADY_SHARE = 0.1;
/** A JVM that was never retransformed before compiles all of its code anew, which takes some seconds of its throughput. */
export const LONGEST_BARE_MS = 20_000;
/** In a window in which its compilers had work for more of the time, code ran that was not compiled yet: it may be steady, and slow. */
const MOST_COMPILING_SHARE = 0.1;
const LOOK_MS = 50;

type Passes = Pick<PassSummary, 'passes' | 'timed' | 'meanNs'>;

/**
 * When the passes of a region are steady:
 *
 *     means of windows   40  41  40  12.4  12.1  19  12.6 µs       the code around the probes is compiled anew, then
 *     compilers           #   #   #    '----- agree ------ '       all passes of these three are the bare root
 *
 * What a machine does besides only adds to a window, so the least ones are compared.
 */
export class BareTiming {
  readonly #emptyNs: number;
  #windowMs = 0;
  #compilingMs = 0;
  #begun: Passes = { passes: 0, timed: 0, meanNs: 0 };
  readonly #windows: Passes[] = [];

  /** @param emptyNs what an empty pass measures: it is taken out */
  constructor(emptyNs: number) {
    this.#emptyNs = emptyNs;
  }

  /**
   * @param passes since the region began
   * @param compilingMs how long the JVM's compilers had work since then
   * @returns null: they are not steady yet
   */
  look(atMs: number, passes: Passes, compilingMs: number): BareRoot | null {
    const came = since(this.#begun, passes);
    const lengthMs = atMs - this.#windowMs;
    if (lengthMs < WINDOW_MS || came.timed < WINDOW_PASSES) return null;
    const compiled = compilingMs - this.#compilingMs <= MOST_COMPILING_SHARE * lengthMs;
    this.#windowMs = atMs;
    this.#compilingMs = compilingMs;
    this.#begun = passes;
    if (!compiled) return null;
    this.#windows.push(came);
    const last = this.#windows.slice(-LAST_WINDOWS);
    const least = last.sort((a, b) => a.meanNs - b.meanNs).slice(0, STEADY_WINDOWS);
    if (
      least.length < STEADY_WINDOWS ||
      least[STEADY_WINDOWS - 1].meanNs > (1 + STEADY_SHARE) * least[0].meanNs
    )
      return null;
    const timed = least.reduce((sum, window) => sum + window.timed, 0);
    const ns = least.reduce((sum, window) => sum + window.timed * window.meanNs, 0);
    return {
      passes: least.reduce((sum, window) => sum + window.passes, 0),
      meanNs: Math.max(0, ns / timed - this.#emptyNs),
    };
  }
}

/** Resolves when they are steady; with null when they are not in time. @throws the signal's reason */
export async function steadyPasses(
  passes: () => Passes,
  emptyNs: number,
  compilers: CompilerWatch,
  signal: AbortSignal,
): Promise<BareRoot | null> {
  const timing = new BareTiming(emptyNs);
  const startMs = performance.now();
  compilers.look(startMs);
  for (;;) {
    await delay(LOOK_MS, undefined, { signal });
    const nowMs = performance.now();
    compilers.look(nowMs);
    const atMs = nowMs - startMs;
    const bare = timing.look(atMs, passes(), compilers.workMs);
    if (bare !== null || atMs > LONGEST_BARE_MS) return bare;
  }
}

function since(before: Passes, now: Passes): Passes {
  const timed = now.timed - before.timed;
  const ns = now.timed * now.meanNs - before.timed * before.meanNs;
  return { passes: now.passes - before.passes, timed, meanNs: timed > 0 ? ns / timed : 0 };
}
