import type { SluiceError } from '../../../../shared/base/errors.ts';
import type { RegionRequest, RegionStatus } from '../../../../shared/ipc/engineApi.ts';
import type { BareRoot } from '../../../../shared/recording/bareRoot.ts';
import type { OnNote } from '../../../../shared/messages/noteMessages.ts';
import type { AgentHandlers, RegionAgent } from '../../agent/targetAgent.ts';
import type { EventPump } from '../../events/eventPump.ts';
import { RegionTimer } from './regionTimer.ts';
import { CompilerWatch } from '../../jvms/compilerWatch.ts';
import { RunningTime } from '../runningTime.ts';

/** What of a session its timing works with. */
export interface RegionTimingParts {
  /** Of the target, here. */
  readonly pid: number;
  readonly agent: RegionAgent;
  readonly pump: EventPump;
  readonly onNote: OnNote;
  /** The event file cannot be read any more. */
  readonly onStreamFailed: (error: SluiceError) => void;
}

/**
 * The code regions that a session times, one at a time: one that the user wants, or the root of a recording before that begins.
 * What a start has done is undone by `stop` and `forgetRegion`, also where it failed.
 */
export class RegionTiming {
  readonly #parts: RegionTimingParts;
  /** Of the present or last region; null before the first, and since its numbers were forgotten. */
  #timer: RegionTimer | null = null;
  readonly #length = new RunningTime();
  #bareRoot: BareRoot | null = null;
  /** null: no root is being timed bare. */
  #timingBare: AbortController | null = null;

  constructor(parts: RegionTimingParts) {
    this.#parts = parts;
  }

  /** Whose affair blocks of the event file and the code of classes are now; null while nothing is timed. */
  get running():
    | (Pick<AgentHandlers, 'classLoading' | 'rewriteClass' | 'loaderRefuses'> & Pick<RegionTimer, 'take'>)
    | null {
    return this.#timer?.isRunning ? this.#timer : null;
  }

  /** What the root of the present or last recording took before it; null: it was not timed, or was not steady. */
  get bareRoot(): BareRoot | null {
    return this.#bareRoot;
  }

  /** How long the region has been timed. */
  get elapsedMs(): number {
    return this.#length.elapsedMs;
  }

  /** One line that says what is happening; null where no region was timed. */
  get text(): string | null {
    return this.#timer?.text ?? null;
  }

  /** null where no region was timed, or what was is forgotten. */
  status(): RegionStatus | null {
    return this.#timer?.status(Math.round(this.elapsedMs)) ?? null;
  }

  /** @throws SluiceError 'usage' for a malformed pattern or impossible lines */
  timerOf(request: RegionRequest): RegionTimer {
    return new RegionTimer(this.#parts.agent, request, this.#parts.onNote);
  }

  /** @throws as RegionTimer.start */
  async start(timer: RegionTimer, waitForClass: boolean): Promise<void> {
    await this.#instrument(timer, waitForClass);
    this.#length.start();
  }

  /**
   * Times a root and nothing else, until it is steady or the time for it is over; then its probes are out again.
   * @throws as start, or the reason of cancelBare
   */
  async timeBare(root: string): Promise<void> {
    const timer = this.timerOf({ method: root, lines: null });
    const cancelling = new AbortController();
    this.#timingBare = cancelling;
    try {
      await this.#instrument(timer, false);
      this.#bareRoot = await timer.steadyPasses(CompilerWatch.ofJvm(this.#parts.pid), cancelling.signal);
      await this.stop();
    } finally {
      this.#timingBare = null;
    }
  }

  /** Ends timing a bare root; what was begun is then to be undone. */
  cancelBare(reason: SluiceError): void {
    this.#timingBare?.abort(reason);
  }

  /** Takes the probes out again; the numbers stay. Harmless when nothing is timed. */
  async stop(): Promise<void> {
    this.#length.stop();
    await this.#timer?.stop(() => this.#parts.pump.stop());
  }

  /** The connection is over: its time stands still. */
  end(): void {
    this.#length.stop();
  }

  /** After end, when the last events are read: nothing is left to be taken out. */
  abandon(): void {
    this.#timer?.abandon();
  }

  /** There is no region any more; what a bare root took is kept. */
  forgetRegion(): void {
    this.#timer = null;
    this.#length.reset();
  }

  /** Another region or recording begins. */
  reset(): void {
    this.forgetRegion();
    this.#bareRoot = null;
  }

  async #instrument(timer: RegionTimer, waitForClass: boolean): Promise<void> {
    this.#timer = timer;
    this.#parts.pump.start(this.#parts.onStreamFailed);
    await timer.start(waitForClass);
  }
}
