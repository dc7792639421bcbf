import { SluiceError } from '../../../../shared/base/errors.ts';
import type { MethodNode } from '../../../../shared/callgraph/callGraphNodes.ts';
import type { MethodPattern } from '../../../../shared/callgraph/methodPattern.ts';
import { NO_CALIBRATION, type Calibration } from '../../../../shared/cct/cctTable.ts';
import type { Losses } from '../../../../shared/recording/losses.ts';
import type { RecordingMark } from '../../../../shared/events/recordingMark.ts';
import type {
  InstrumentationStatus,
  MeasuredStatus,
  RecordingRequest,
} from '../../../../shared/ipc/engineApi.ts';
import {
  NOTHING_RECORDED,
  type RecordingTotals,
  type RunningTotals,
} from '../../../../shared/wire/runningTotals.ts';
import type { MethodSwitch } from '../../../../shared/recording/methodSwitch.ts';
import { BareRootRuns } from './bareRootRuns.ts';
import { BareSamples, SAMPLED_MS } from './bareSamples.ts';
import { CalibrationWatch } from './calibrationWatch.ts';
import { agentOptions, beginStream, rehearse } from './recordingStart.ts';
import { ReceivedEvents } from '../../events/receivedEvents.ts';
import type { InstrumentationStats, Rehearsal } from '../../revelation/instrumenter.ts';
import { CompilerWatch } from '../../jvms/compilerWatch.ts';
import { ThreadTimes } from '../../flightRecorder/threadTimes.ts';
import { MemoryWatch } from '../../process/memoryWatch.ts';
import {
  instrumentedText,
  progressText,
  type Adjustable,
  type Measurement,
  type MeasurementParts,
  type TellStep,
} from '../measurement.ts';
import { RunningTime } from '../runningTime.ts';

/** A client opens its event stream and asks to start at the same time. */
const READER_TIMEOUT_MS = 5_000;
const MAX_SWITCHES = 1_000;
/** A look reads a handful of small files; what a program that ends has left after the last one is not seen. */
const COMPILER_LOOK_MS = 100;

/** More of them say nothing new, and a status is sent four times a second. */
const MAX_REFUSALS = 1_000;

/** One recording of a call tree: the order in which it begins and ends, and its numbers. */
export class Recording implements Measurement, Adjustable {
  readonly phase = 'recording';
  readonly noun = 'the recording';
  readonly adjustable = this;
  readonly #request: RecordingRequest;
  readonly #parts: MeasurementParts;
  readonly #allowUnloadedRoots: boolean;
  readonly #bareRoot: BareRootRuns;
  /** Of the bare program; null: they are not wanted. */
  readonly #samples: BareSamples | null;
  /** null without charged times, which they are held against. */
  readonly #threadTimes: ThreadTimes | null;
  /** What must be undone of a start, the last step first. */
  readonly #undo: (() => Promise<unknown>)[] = [];
  /** null before it is calibrated. */
  #costs: CalibrationWatch | null = null;
  readonly #compilers: CompilerWatch;
  #watching: NodeJS.Timeout | undefined;
  #memory: MemoryWatch | null = null;
  #totals = NOTHING_RECORDED;
  /** Those of the last reset: times and class loads before it are not of the results. */
  #totalsAtReset = NOTHING_RECORDED;
  readonly #received = new ReceivedEvents();
  #isDrained = false;
  /** When its instrumentation has been taken out; before, the instrumenter tells. */
  #lastStats: InstrumentationStats | null = null;
  #switches: readonly MethodSwitch[] = [];
  #startedAtMs = Date.now();
  readonly #length = new RunningTime();
  readonly #pauses = new RunningTime();
  #isOver = true;
  #isWhole = false;
  #hooksRunning = 0;
  #hasBegun = false;
  #isRehearsing = false;
  readonly #cancelling = new AbortController();
  readonly #rehearsed = new AbortController();

  /** @param allowUnloadedRoots roots of classes that are not loaded yet are instrumented when they load, not refused */
  constructor(request: RecordingRequest, parts: MeasurementParts, allowUnloadedRoots: boolean) {
    this.#request = request;
    this.#parts = parts;
    this.#allowUnloadedRoots = allowUnloadedRoots;
    this.#compilers = CompilerWatch.ofJvm(parts.pid);
    this.#bareRoot = new BareRootRuns(parts);
    this.#threadTimes = request.clock === 'none' ? null : new ThreadTimes(parts.pid);
    const sampledMs = SAMPLED_MS[request.sampledTimes];
    this.#samples = sampledMs === 0 ? null : new BareSamples(parts.pid, sampledMs / 2, parts.onNote);
  }

  get rewriter(): Measurement['rewriter'] {
    return this.#bareRoot.underWay?.rewriter ?? this.#parts.instrumenter.handlers;
  }

  get text(): string {
    const instrumented = `instrumented: ${instrumentedText(this.#instrumentation)}`;
    if (this.#pauses.isRunning) return `paused; ${instrumented}`;
    if (this.#totals.producedEvents > 0 || this.#received.received > 0) return `recording; ${instrumented}`;
    return `waiting for the first root call; ${this.stage ?? instrumented}`;
  }

  get stage(): string | null {
    return progressText(this.#stats);
  }

  get losses(): Partial<Losses> {
    const { droppedEvents, firstWaitTimeouts, refusedLanes } = this.totals;
    const { notMeasured, lostLoads, callsMayBeMissing } = this.#stats;
    return {
      ...{ droppedEvents, firstWaitTimeouts, refusedLanes, notMeasured },
      loadTimeouts: this.totals.loadTimeouts + lostLoads,
      unaccountedEvents: this.unaccountedEvents,
      hooksRunning: this.#hooksRunning,
      swapsFailed: callsMayBeMissing,
    };
  }

  status(): MeasuredStatus {
    const { hotSwaps, swapMs, refusals } = this.#stats;
    const { producedEvents, droppedEvents, calledOutside } = this.totals;
    const { waitedNs, coreWaitNs, classLoads, classLoadNs } = this.waits;
    return {
      measurement: {
        request: this.#request,
        calibration: this.#calibration,
        bareRoot: this.#bareRoot.found,
        region: this.#bareRoot.underWay?.status().measurement.region ?? null,
        startedAtMs: this.#startedAtMs,
        elapsedMs: Math.round(this.elapsedMs),
        rehearsing: this.#isRehearsing && !this.#rehearsed.signal.aborted,
        paused: this.#pauses.isRunning,
        switches: this.#switches,
        calledOutside,
      },
      instrumentation: this.#instrumentation,
      counters: {
        ...{ events: producedEvents, hotSwaps, swapMs, classLoads },
        waitedMs: Math.round(waitedNs / 1e6),
        coreWaitMs: Math.round(coreWaitNs / 1e6),
        classLoadMs: Math.round(classLoadNs / 1e6),
        compilingMs: Math.round(this.#compilers.workMs),
        pausedMs: Math.round(this.pausedMs),
      },
      droppedEvents,
      refusals: refusals.slice(-MAX_REFUSALS),
      notes: this.#costs?.text ? [this.#costs.text] : [],
    };
  }

  get #instrumentation(): InstrumentationStatus {
    const { instrumentedMethods, instrumentedClasses, analysisMs, switchedOff } = this.#stats;
    return { methods: instrumentedMethods, classes: instrumentedClasses, analysisMs, switchedOff };
  }

  /** Of a recording that was cut short: as the agent told last, or what has come since then. */
  get totals(): RecordingTotals {
    if (!this.#isDrained || this.#isWhole) return this.#totals;
    const droppedEvents = Math.max(this.#totals.droppedEvents, this.#received.dropped);
    const producedEvents = Math.max(this.#totals.producedEvents, this.#received.received + droppedEvents);
    return { ...this.#totals, producedEvents, droppedEvents };
  }

  /** What threads have waited for since its results began. */
  get waits(): Pick<RecordingTotals, 'waitedNs' | 'coreWaitNs' | 'classLoads' | 'classLoadNs'> {
    const [now, then] = [this.#totals, this.#totalsAtReset];
    return {
      waitedNs: now.waitedNs - then.waitedNs,
      coreWaitNs: now.coreWaitNs - then.coreWaitNs,
      classLoads: now.classLoads - then.classLoads,
      classLoadNs: now.classLoadNs - then.classLoadNs,
    };
  }

  /** Produced = received + dropped: by so many events that is wrong. 0 until all has come that will. */
  get unaccountedEvents(): number {
    if (!this.#isDrained) return 0;
    const { producedEvents, droppedEvents } = this.totals;
    return Math.abs(producedEvents - droppedEvents - this.#received.received);
  }

  /** The agent has told the totals: all that it recorded is in the event file. */
  get isWhole(): boolean {
    return this.#isWhole;
  }

  get #stats(): InstrumentationStats {
    return this.#lastStats ?? this.#parts.instrumenter.stats();
  }

  /** As the checks up to now leave it. */
  get #calibration(): Calibration | null {
    if (this.#costs === null) return null;
    return { ...this.#costs.calibration, compilingShare: this.#compilers.share };
  }

  /** Length of its results so far, without pauses. */
  get elapsedMs(): number {
    return this.#length.elapsedMs;
  }

  /** How long it has been paused since its results began. */
  get pausedMs(): number {
    return this.#pauses.elapsedMs;
  }

  /**
   * Resolves when the roots are instrumented and events flow.
   * @throws SluiceError 'busy' when it was cancelled, 'memory' when there is none to prepare it in, whatever that broke off
   */
  async start(tell: TellStep): Promise<void> {
    const { signal } = this.#cancelling;
    const memory = new MemoryWatch(this.#parts.pump, (what) => this.#giveUp(noMemoryToStart(what)));
    try {
      await this.#start(tell, signal);
    } catch (thrown) {
      throw signal.aborted ? signal.reason : thrown;
    } finally {
      memory.end();
    }
  }

  async #start(tell: TellStep, signal: AbortSignal): Promise<void> {
    const { agent, instrumenter, pump, outlet, onStreamFailed } = this.#parts;
    const { roots, clock, bareFirst } = this.#request;
    this.#undo.push(() => this.#bareRoot.takeBack());
    if (this.#samples !== null) await this.#bareRoot.sample('before', roots, this.#samples, signal, tell);
    if (bareFirst) await this.#bareRoot.time(roots[0], tell);
    tell('waiting for the event reader');
    await this.#waitForReader();
    signal.throwIfAborted();
    tell('measuring what a probe costs in this JVM');
    const calibrated = clock === 'none' ? NO_CALIBRATION : await agent.calibrate(clock);
    this.#costs = new CalibrationWatch(agent, calibrated);
    signal.throwIfAborted();
    tell('instrumenting the root methods');
    this.#undo.push(() => instrumenter.stop());
    await instrumenter.start(this.#request, { allowUnloadedRoots: this.#allowUnloadedRoots, signal });
    signal.throwIfAborted();
    const { rehearsal } = instrumenter;
    if (rehearsal !== null) await this.#rehearse(rehearsal, tell, signal);
    // Nothing flows before this; what the roots' threads did in between is outside of the recording.
    this.#hasBegun = true;
    this.#threadTimes?.begin();
    await beginStream(outlet, this.#request, agent.layout);
    pump.start(onStreamFailed);
    this.#undo.push(() => pump.stop());
    this.#length.start(); // threads can wait for us before we have heard that it began
    await agent.startRecording({ ...agentOptions(this.#request), rehearsed: rehearsal !== null });
    this.#undo.push(() => agent.stopRecording());
    signal.throwIfAborted();
    instrumenter.recordingStarted();
    this.#isOver = false;
    if (clock !== 'none') this.#costs.start();
    this.#lookAtCompilers();
    this.#watching = setInterval(() => this.#lookAtCompilers(), COMPILER_LOOK_MS);
    this.#watching.unref();
    this.#memory = new MemoryWatch(pump, this.#parts.onMemoryScarce);
  }

  async #rehearse(rehearsal: Rehearsal, tell: TellStep, signal: AbortSignal): Promise<void> {
    const { agent, pump, onStreamFailed } = this.#parts;
    tell('letting the roots run, to find what they call');
    this.#isRehearsing = true;
    pump.start(onStreamFailed);
    try {
      const signals = { giveUp: signal, enough: this.#rehearsed.signal };
      await rehearse(agent, rehearsal, agentOptions(this.#request), signals);
    } finally {
      await pump.stop();
      this.#isRehearsing = false;
    }
  }

  cancel(): void {
    this.#giveUp(new SluiceError('busy', 'The start was cancelled.', 'The classes are as they were.'));
  }

  #giveUp(why: SluiceError): void {
    this.#bareRoot.underWay?.cancel();
    this.#cancelling.abort(why);
  }

  recordNow(): void {
    if (this.#isRehearsing) this.#rehearsed.abort();
  }

  /** What its reader had before has made room for it. */
  get hasBegun(): boolean {
    return this.#hasBegun;
  }

  async takeBack(): Promise<void> {
    for (const step of this.#undo.splice(0).reverse()) await step();
  }

  take(bytes: Uint8Array): Promise<void> | void {
    if (this.#bareRoot.underWay) return this.#bareRoot.underWay.take(bytes);
    if (this.#isRehearsing) return;
    this.#received.take(bytes);
    return this.#parts.outlet.take(bytes);
  }

  /** One that comes after the totals of the end counts nothing. */
  heartbeat(totals: RunningTotals): void {
    if (!this.#isOver && !this.#isWhole) this.#totals = { ...this.#totals, ...totals };
  }

  jvmEnds(account: RecordingTotals | null, runningHooks: number): void {
    if (this.#isOver || account === null) return; // STOPPED tells, or nobody
    this.#totals = account;
    this.#isWhole = true;
    this.#hooksRunning = runningHooks;
  }

  async switchMethods(patterns: readonly MethodPattern[], on: boolean): Promise<readonly MethodSwitch[]> {
    const methods = await this.#parts.instrumenter.switchMethods(patterns, on);
    const atMs = Math.round(this.elapsedMs);
    const ofClass = new Map<string, MethodNode[]>();
    for (const method of methods) {
      const { name } = method.owner.facts;
      ofClass.set(name, [...(ofClass.get(name) ?? []), method]);
    }
    const switched = patterns.map((pattern): MethodSwitch => {
      const matching = (ofClass.get(pattern.className ?? '') ?? methods).filter(({ owner, member }) =>
        pattern.matchesMethod(owner.facts.name, member.name, member.descriptor),
      );
      return { atMs, on, pattern: pattern.text, methods: matching.length };
    });
    this.#switches = [...this.#switches, ...switched].slice(-MAX_SWITCHES);
    return switched;
  }

  async pause(): Promise<void> {
    if (this.#pauses.isRunning) return;
    await this.#mark('pause', () => {
      this.#costs?.pause();
      this.#length.stop();
      this.#pauses.start();
    });
  }

  async resume(): Promise<void> {
    if (!this.#pauses.isRunning) return;
    await this.#mark('resume', () => {
      this.#costs?.resume();
      this.#pauses.stop();
      this.#length.start();
    });
  }

  /** What is off stays off, from the beginning of the results. */
  async reset(): Promise<void> {
    await this.#mark('reset', () => {
      const { elapsedMs } = this;
      this.#switches = this.#switches.map((entry) => ({
        ...entry,
        atMs: Math.max(0, entry.atMs - elapsedMs),
      }));
      this.#startedAtMs = Date.now();
      this.#totalsAtReset = this.#totals;
      this.#threadTimes?.begin();
      this.#length.reset();
      this.#pauses.reset();
      this.#compilers.reset();
    });
  }

  async flush(): Promise<void> {
    await this.#mark(null);
  }

  async stop(tell: TellStep): Promise<void> {
    const { agent, instrumenter, pump, outlet } = this.#parts;
    await this.#costs?.end();
    this.#isOver = true;
    tell('collecting the last events');
    try {
      this.#totals = await agent.stopRecording();
    } finally {
      this.end(); // it goes on while the agent is in the middle of a swap
    }
    this.#isWhole = true;
    const ran = this.#threadTimes?.end() ?? [];
    await pump.stop();
    this.#isDrained = true;
    this.#lastStats = instrumenter.stats();
    tell('restoring the classes');
    await instrumenter.stop();
    const { callsMayBeMissing } = instrumenter.stats();
    this.#lastStats = { ...this.#lastStats, callsMayBeMissing };
    await outlet.settle();
    const { roots } = this.#request;
    const { signal } = this.#cancelling;
    try {
      if (this.#samples !== null) await this.#bareRoot.sample('after', roots, this.#samples, signal, tell);
    } finally {
      const [threads, bare] = [await ran, this.#samples?.found() ?? null];
      this.#parts.onRecorded({ startedAtMs: this.#startedAtMs, threads, bare });
    }
  }

  end(): void {
    this.#isOver = true;
    this.#costs?.abandon();
    clearInterval(this.#watching);
    this.#memory?.end();
    this.#length.stop();
    this.#pauses.stop();
  }

  abandon(): void {
    this.#isDrained = true;
  }

  /** @param passed the mark has passed; who reads the events may have much to do before that */
  async #mark(mark: RecordingMark | null, passed = (): void => {}): Promise<void> {
    await this.#parts.agent.markRecording(mark);
    passed();
    await this.#parts.pump.caughtUp();
    await this.#parts.outlet.settle();
  }

  #lookAtCompilers(): void {
    if (this.#pauses.isRunning) this.#compilers.skip();
    else this.#compilers.look(performance.now());
  }

  async #waitForReader(): Promise<void> {
    if (await this.#parts.outlet.waitForReader(READER_TIMEOUT_MS)) return;
    throw new SluiceError(
      'busy',
      'Nobody reads the events of the session.',
      'Open the event stream of the session, then start.',
    );
  }
}

function noMemoryToStart(what: string): SluiceError {
  return new SluiceError(
    'memory',
    `The recording did not begin, for the memory runs out: ${what}.`,
    'The classes are as they were. Choose a smaller root or measure less code, or give Sluice more memory.',
  );
}
