import type { BareRoot } from '../../../../shared/recording/passSummary.ts';
import type { SampledPhase } from '../../../../shared/recording/sampledPhase.ts';
import { LONGEST_BARE_MS } from '../region/bareTiming.ts';
import { TimedRegion } from '../region/timedRegion.ts';
import type { MeasurementParts, TellStep } from '../measurement.ts';
import type { BareSamples } from './bareSamples.ts';

/** The root of a recording as the only region of the bare program, while the recording carries no probes. */
export class BareRootRuns {
  readonly #parts: MeasurementParts;
  #underWay: TimedRegion | null = null;
  #found: BareRoot | null = null;

  constructor(parts: MeasurementParts) {
    this.#parts = parts;
  }

  /** Who takes bytes and rewrites classes now; null: nobody here. */
  get underWay(): TimedRegion | null {
    return this.#underWay;
  }

  /** null: it was not timed, or not steady. */
  get found(): BareRoot | null {
    return this.#found;
  }

  /** What the root takes alone. @throws as TimedRegion.start, the reason of its `cancel` */
  async time(root: string, tell: TellStep): Promise<void> {
    const region = this.#begin(root);
    await region.start(() => tell('timing the bare root'));
    this.#found = await region.steadyPasses();
    await this.takeBack();
    if (this.#found === null)
      this.#parts.onNote('bareRootUnsteady', { limit: String(LONGEST_BARE_MS / 1_000) });
  }

  /**
   * Samples the bare program, and counts how often the root is called in it: sampled times are of so many calls.
   * @throws the signal's reason
   */
  async sample(
    when: SampledPhase['when'],
    roots: readonly string[],
    samples: BareSamples,
    signal: AbortSignal,
    tell: TellStep,
  ): Promise<void> {
    const isTaken = await this.#count(when, roots, samples, signal, tell);
    if (!isTaken) await samples.take(when, signal, tell);
  }

  /** @returns whether the phase was taken meanwhile */
  async #count(
    when: SampledPhase['when'],
    roots: readonly string[],
    samples: BareSamples,
    signal: AbortSignal,
    tell: TellStep,
  ): Promise<boolean> {
    if (roots.length !== 1 || !samples.counts(when)) return false;
    let region: TimedRegion;
    try {
      region = this.#begin(roots[0]);
    } catch {
      return false; // a pattern of several classes
    }
    let isTaken = false;
    try {
      await region.start(() => tell('counting calls of the bare root'));
      isTaken = await samples.countRoot(when, () => region.status(), signal, tell);
    } catch (thrown) {
      if (signal.aborted) throw thrown; // else it is no single method, or not loaded: the start will tell
    }
    await this.takeBack();
    return isTaken;
  }

  /** Takes the probe out again, if there is one. */
  async takeBack(): Promise<void> {
    await this.#underWay?.takeBack();
    this.#underWay = null;
  }

  #begin(root: string): TimedRegion {
    this.#underWay = new TimedRegion({ kind: 'region', method: root, lines: null }, this.#parts, false);
    return this.#underWay;
  }
}
