import { setTimeout as delay } from 'node:timers/promises';
import { CalibrationDrift } from '../../../../shared/cct/calibrationDrift.ts';
import type { Calibration } from '../../../../shared/cct/cctTable.ts';
import { lookAtCalibration } from './calibrationLook.ts';
import type { TargetAgent } from '../../agent/targetAgent.ts';

/**
 * After the beginning, then again and again. A busy JVM has its compilers' queue full: a calibration was over before its loop
 * was compiled, at 82 ns a pair, and a second later one took 48 (H2 on JDK 25).
 */
const SETTLING_MS = [1_000, 1_000, 2_000, 4_000, 8_000];
const BETWEEN_LOOKS_MS = 30_000;
/** A target that is stopped answers nobody. */
const LAST_LOOK_MS = 500;

/** What probes cost as long as a recording runs. A look takes a millisecond of a thread of the agent's. */
export class CalibrationWatch {
  readonly #agent: Pick<TargetAgent, 'checkCalibration'>;
  readonly #drift: CalibrationDrift;
  #timer: NodeJS.Timeout | undefined;
  #looks = 0;
  #isOver = true;
  #isPaused = false;

  constructor(agent: Pick<TargetAgent, 'checkCalibration'>, calibrated: Calibration) {
    this.#agent = agent;
    this.#drift = new CalibrationDrift(calibrated);
  }

  /** As it holds for the recording up to now. */
  get calibration(): Calibration {
    return this.#drift.calibration;
  }

  /** A sentence on how the cost has changed; null: it has not. */
  get text(): string | null {
    return this.#drift.text;
  }

  start(): void {
    this.#isOver = false;
    this.#next();
  }

  /** In a pause no probe of the agent's records either. */
  pause(): void {
    this.#isPaused = true;
  }

  resume(): void {
    this.#isPaused = false;
  }

  /** A recording that was too short for the looks at its beginning gets one at its end. To be called while it runs. */
  async end(): Promise<void> {
    if (this.#isOver) return;
    this.#isOver = true;
    clearTimeout(this.#timer);
    if (this.#isPaused || !this.#isSettling) return;
    await Promise.race([this.#settle(), delay(LAST_LOOK_MS, undefined, { ref: false })]);
  }

  /** The agent is gone. */
  abandon(): void {
    this.#isOver = true;
    clearTimeout(this.#timer);
  }

  get #isSettling(): boolean {
    return this.#looks < SETTLING_MS.length;
  }

  #next(): void {
    this.#timer = setTimeout(() => void this.#look(), SETTLING_MS[this.#looks] ?? BETWEEN_LOOKS_MS);
    this.#timer.unref();
  }

  async #look(): Promise<void> {
    if (!this.#isPaused) {
      if (this.#isSettling) await this.#settle();
      else await this.#take();
      this.#looks++;
    }
    if (!this.#isOver) this.#next();
  }

  async #settle(): Promise<void> {
    try {
      this.#drift.settle(await this.#agent.checkCalibration());
    } catch {
      // It has ended or paused meanwhile, or the agent is gone: who waits for that is told.
    }
  }

  async #take(): Promise<void> {
    try {
      this.#drift.take(await lookAtCalibration(this.#agent, this.#drift.calibrated));
    } catch {
      // as above
    }
  }
}
