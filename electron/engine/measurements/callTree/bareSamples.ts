import type { MeasuredStatus } from '../../../../shared/ipc/engineApi.ts';
import { setTimeout as delay } from 'node:timers/promises';
import { messageOf } from '../../../../shared/base/errors.ts';
import { sumOf } from '../../../../shared/base/sumOf.ts';
import type { RecordedFacts } from '../../../../shared/ipc/recordedFacts.ts';
import type { OnNote } from '../../../../shared/messages/noteMessages.ts';
import type { RecordingOptions } from '../../../../shared/recording/options/options.ts';
import type { SampledPhase } from '../../../../shared/recording/sampledPhase.ts';
import type { CountedRoot } from '../../../../shared/recording/samples/sampledTimes.ts';
import { sampledWithCpu } from '../../flightRecorder/sampledWithCpu.ts';
import { CompilerWatch } from '../../jvms/compilerWatch.ts';
import type { TellStep } from '../measurement.ts';
import { allCounted, RootCounter } from './rootCounter.ts';

/** All in all. */
export const SAMPLED_MS: Readonly<Record<RecordingOptions['sampledTimes'], number>> = {
  off: 0,
  '5s': 5_000,
  '20s': 20_000,
  '60s': 60_000,
};
/** The densest that there is; it costs the program less than 3 % of a core. */
const PERIOD_MS = 1;
/** Code whose probes were taken out is compiled anew: it is waited for until compilers have little to do, but no longer. */
const WINDOW_MS = 500;
const MOST_COMPILING_SHARE = 0.1;
const LONGEST_SETTLING_MS = 15_000;
/** Calls of the root are counted so long, when the class with its probe has been compiled anew: JDK 17 compiles all code after a first swap. */
const COUNTED_PASSES = 50;
const LEAST_COUNTING_MS = 1_000;
const LONGEST_COUNTING_MS = 5_000;
const COUNTING_LOOK_MS = 100;
/** From here on a probe of the root is less than a hundredth of it: it may be there while samples are taken, which counts their calls. */
const COUNTED_WHILE_SAMPLED_NS = 20_000;

/** Samples of the bare program, before a recording and after it, by the JVM's Flight Recorder. */
export class BareSamples {
  readonly #pid: number;
  readonly #phaseMs: number;
  readonly #onNote: OnNote;
  readonly #phases: NonNullable<RecordedFacts['bare']>['phases'][number][] = [];
  /** Before any phase; null: not counted. */
  #callsBefore: CountedRoot | null = null;
  /** While phases were taken. */
  readonly #callsInPhases: CountedRoot[] = [];

  /** @param phaseMs length of a phase */
  constructor(pid: number, phaseMs: number, onNote: OnNote) {
    this.#pid = pid;
    this.#phaseMs = phaseMs;
    this.#onNote = onNote;
  }

  /** A phase that cannot be is told, and left out. @throws the signal's reason */
  async take(when: SampledPhase['when'], signal: AbortSignal, tell: TellStep): Promise<void> {
    tell('waiting until the bare program is compiled');
    await this.#settle(signal);
    await this.#sample(when, signal, tell);
  }

  async #sample(when: SampledPhase['when'], signal: AbortSignal, tell: TellStep): Promise<void> {
    try {
      tell('starting the Flight Recorder');
      const options = { durationMs: this.#phaseMs, periodMs: PERIOD_MS, events: [] };
      const { recording, fellBack } = await sampledWithCpu(this.#pid, options, signal, () =>
        tell(`sampling the bare program for ${this.#phaseMs / 1000} s`),
      );
      signal.throwIfAborted();
      if (fellBack) this.#onNote('sampledByTimer', { when });
      this.#phases.push({ when, file: Buffer.from(recording).toString('base64') });
    } catch (thrown) {
      signal.throwIfAborted();
      this.#onNote('sampledPhaseFailed', { when, why: messageOf(thrown) });
    }
  }

  /** Whether calls of the root are to be counted for a phase: after the recording only as before it, while samples are taken. */
  counts(when: SampledPhase['when']): boolean {
    return when === 'before' || this.#callsInPhases.length > 0;
  }

  /**
   * Counts calls of the root. One that takes long is counted while the bare program is sampled: rounds of a program differ from one phase
   * to the next by some hundredths.
   * @param status of a region that is the root
   * @returns whether the phase was taken
   * @throws the signal's reason
   */
  async countRoot(
    when: SampledPhase['when'],
    status: () => MeasuredStatus,
    signal: AbortSignal,
    tell: TellStep,
  ): Promise<boolean> {
    await this.#settle(signal);
    const passes = (): number => status().measurement.region?.summary.passes ?? 0;
    if (when === 'before' && !(await this.#takesLong(passes, signal))) return false;
    const counter = new RootCounter(this.#pid, passes);
    await counter.begin(signal);
    await this.#sample(when, signal, tell);
    const counted = await counter.end(signal);
    if (counted !== null) this.#callsInPhases.push(counted);
    return true;
  }

  /** Counts calls of the root for a while. */
  async #takesLong(passes: () => number, signal: AbortSignal): Promise<boolean> {
    const counter = new RootCounter(this.#pid, passes);
    await counter.begin(signal);
    do await delay(COUNTING_LOOK_MS, undefined, { signal });
    while (
      counter.elapsedMs < LEAST_COUNTING_MS ||
      (counter.passes < COUNTED_PASSES && counter.elapsedMs < LONGEST_COUNTING_MS)
    );
    this.#callsBefore = await counter.end(signal);
    if (this.#callsBefore === null) return true;
    const ranNs = sumOf(this.#callsBefore.threads.map((thread) => thread.ranNs));
    return ranNs / this.#callsBefore.passes >= COUNTED_WHILE_SAMPLED_NS;
  }

  found(): RecordedFacts['bare'] {
    const counted = this.#callsInPhases;
    return {
      rootCalls: counted.length === 0 ? this.#callsBefore : allCounted(counted),
      phases: this.#phases,
    };
  }

  async #settle(signal: AbortSignal): Promise<void> {
    const compilers = CompilerWatch.ofJvm(this.#pid);
    const startMs = performance.now();
    compilers.look(startMs);
    for (;;) {
      await delay(WINDOW_MS, undefined, { signal });
      compilers.reset();
      const nowMs = performance.now();
      compilers.look(nowMs);
      if (compilers.share <= MOST_COMPILING_SHARE || nowMs - startMs > LONGEST_SETTLING_MS) return;
    }
  }
}
