import { SluiceError, UsageError } from '../../../../shared/base/errors.ts';
import type { MeasuredStatus, RegionRequest } from '../../../../shared/ipc/engineApi.ts';
import { NOTHING_MEASURED } from '../../../../shared/ipc/nothingMeasured.ts';
import type { BareRoot } from '../../../../shared/recording/passSummary.ts';
import { CompilerWatch } from '../../jvms/compilerWatch.ts';
import { type Measurement, type MeasurementParts, type TellStep } from '../measurement.ts';
import { RunningTime } from '../runningTime.ts';
import { RegionTimer } from './regionTimer.ts';

/** One code region that a session times: one that the user wants, or the root of a recording before that begins. */
export class TimedRegion implements Measurement {
  readonly phase = 'timing';
  readonly noun = 'timing the region';
  readonly adjustable = null;
  readonly losses = {};
  readonly rewriter: RegionTimer;
  readonly #parts: MeasurementParts;
  readonly #waitForClass: boolean;
  readonly #length = new RunningTime();
  readonly #cancelling = new AbortController();
  #hasBegun = false;
  #isWhole = false;

  /**
   * @param waitForClass a class that is not loaded yet is timed when it loads, not refused
   * @throws SluiceError 'usage' for a malformed pattern or impossible lines
   */
  constructor(request: RegionRequest, parts: MeasurementParts, waitForClass: boolean) {
    this.#parts = parts;
    this.#waitForClass = waitForClass;
    this.rewriter = new RegionTimer(parts.agent, checkRegion(request), parts.onNote);
  }

  get text(): string {
    return this.rewriter.text;
  }

  get hasBegun(): boolean {
    return this.#hasBegun;
  }

  get isWhole(): boolean {
    return this.#isWhole;
  }

  status(): MeasuredStatus {
    const elapsedMs = Math.round(this.#length.elapsedMs);
    const region = this.rewriter.status(elapsedMs);
    return { ...NOTHING_MEASURED, measurement: { ...NOTHING_MEASURED.measurement, region, elapsedMs } };
  }

  /** @throws as RegionTimer.start */
  async start(tell: TellStep): Promise<void> {
    tell('instrumenting the region');
    this.#parts.pump.start(this.#parts.onStreamFailed);
    await this.rewriter.start(this.#waitForClass);
    this.#cancelling.signal.throwIfAborted();
    this.#hasBegun = true;
    this.#length.start();
  }

  /** What the method takes when nothing else is instrumented; null: it is not steady in time. @throws the reason of `cancel` */
  steadyPasses(): Promise<BareRoot | null> {
    return this.rewriter.steadyPasses(CompilerWatch.ofJvm(this.#parts.pid), this.#cancelling.signal);
  }

  cancel(): void {
    this.#cancelling.abort(
      new SluiceError('busy', 'The start was cancelled.', 'The classes are as they were.'),
    );
  }

  async takeBack(): Promise<void> {
    await this.rewriter.stop(() => this.#parts.pump.stop());
  }

  take(bytes: Uint8Array): void {
    this.rewriter.take(bytes);
  }

  jvmEnds(): void {
    this.#isWhole = true;
  }

  async stop(tell: TellStep): Promise<void> {
    tell('collecting the last passes');
    this.end();
    await this.takeBack();
    this.#isWhole = true;
  }

  end(): void {
    this.#length.stop();
  }
}

/** A request may come from another process: its shape is checked before anything believes it. */
function checkRegion({ method, lines }: RegionRequest): RegionRequest {
  const isLine = (value: unknown): boolean => Number.isSafeInteger(value) && (value as number) > 0;
  const problem =
    typeof method !== 'string'
      ? 'method must be a method pattern'
      : lines === null
        ? null
        : !isLine(lines?.first) || !isLine(lines?.last) || lines.first > lines.last
          ? 'lines must be null, or two line numbers from 1 on, the smaller first'
          : null;
  if (problem) throw new UsageError(`Region request: ${problem}.`);
  return { kind: 'region', method, lines: lines === null ? null : { first: lines.first, last: lines.last } };
}
