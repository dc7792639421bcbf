import type { EngineFindings } from '../../shared/ipc/finding.ts';
import type { Deadlock } from '../../shared/threads/deadlocks.ts';
import type { KeptRecordings } from '../../electron/engine/recordings/keptRecordings.ts';
import { SluiceError } from '../../shared/base/errors.ts';
import type { RecordingMark } from '../../shared/events/recordingMark.ts';
import type {
  ClassRow,
  DemoSession,
  EngineApi,
  EngineUpdate,
  JvmSummary,
  KeptRecording,
  MeasurementRequest,
  MethodRow,
  RecordingFacts,
  RecordingRequest,
  RegionRequest,
  SessionStatus,
} from '../../shared/ipc/engineApi.ts';
import type { DumpAnnouncement, HeapCount, MadeDump } from '../../shared/ipc/heapAnswers.ts';
import type { MethodSource, SourceQuestion } from '../../shared/ipc/methodSource.ts';
import { formatCount } from '../../shared/naming/formatNumbers.ts';
import type { MethodSwitch } from '../../shared/recording/methodSwitch.ts';
import { previewOf, type Preview } from '../../shared/recording/preview.ts';
import { attachedStatus, changedStatus, type StatusChange } from './attachedStatus.ts';
import { EventFlood } from './eventFlood.ts';
import { BlockStream, type BlockListener } from './blockStream.ts';
import { FakeMonitor } from './fakeMonitor.ts';
import { fakeMethodRow } from './fakeMethodRow.ts';
import { fakeCounts } from './fakeCounts.ts';
import { fakeJvms } from './fakeJvms.ts';
import { fakeSource } from './fakeSource.ts';
import { FakeRegion } from './fakeRegion.ts';
import { MILLION, SHOP, SyntheticProgram } from './syntheticProgram.ts';

const HELD_EVENTS = 10_000;
const TICK_MS = 50;
const FLOOD_TICK_MS = 5;
/** Events of which a flood is made: more than any cache holds. */
const FLOOD_EVENTS = 4_000_000;

export interface FakeEngineOptions {
  /** `silent`: the root is never called. */
  readonly program?: 'shop' | 'million' | 'silent';
  readonly eventsPerSecond?: number;
  /** Instead of that: so many bytes of events, or what the page can take. */
  readonly bytesPerSecond?: number;
  /** How long each step takes (attach, prepare, stop). */
  readonly stepMs?: number;
  /** So long after the first events the names of methods come: they take another way, through the page. */
  readonly namesAfterMs?: number;
  /** What the demo is recorded with at once; none: a test chooses. */
  readonly demoRoots?: readonly string[];
}

/** An engine without a JVM: scripted answers, and the events of a made-up program while it records. */
export class FakeEngine extends FakeMonitor implements EngineApi {
  jvms: JvmSummary[] = fakeJvms();
  readonly requests: RecordingRequest[] = [];
  /** What `deadlocks` tells. */
  deadlocked: readonly Deadlock[] = [];
  readonly questions: SourceQuestion[] = [];
  recordedNow = 0;
  /** What an editor was asked for. */
  readonly opened: (readonly [string, string, number])[] = [];
  /** Classes that the target has loaded besides those of its program. */
  readonly lateClasses: string[] = [];
  readonly #options: Required<FakeEngineOptions>;
  readonly #updateListeners = new Set<(update: EngineUpdate) => void>();
  readonly blocks = new BlockStream();
  readonly #failures = new Map<keyof EngineApi, SluiceError>();
  #program: SyntheticProgram | null = null;
  #status: SessionStatus | null = null;
  #ticker: NodeJS.Timeout | undefined;
  #startedMs = 0;
  #startIsCancelled = false;
  #heapCounts = 0;

  /** @param kept of a folder of the test */
  constructor(
    options: FakeEngineOptions,
    readonly kept: KeptRecordings,
  ) {
    super();
    this.#options = {
      program: 'shop',
      eventsPerSecond: 200_000,
      bytesPerSecond: 0,
      stepMs: 60,
      namesAfterMs: 0,
      demoRoots: [],
      ...options,
    };
  }

  /** The next call of this method is refused. */
  failNext(method: keyof EngineApi, error: SluiceError): void {
    this.#failures.set(method, error);
  }

  /** Changes what the status says, and tells the clients. */
  changeStatus(change: StatusChange): void {
    if (!this.#status) return;
    this.#status = changedStatus(this.#status, change);
    this.tell({ kind: 'status', status: this.#status });
  }

  /** As if a thread had been stopped within a probe. */
  loseEntry(): void {
    if (this.#program) this.blocks.send(this.#program.runWithoutEntry());
  }

  tell(update: EngineUpdate): void {
    for (const listener of this.#updateListeners) listener(update);
  }

  onUpdate(listener: (update: EngineUpdate) => void): () => void {
    this.#updateListeners.add(listener);
    return () => void this.#updateListeners.delete(listener);
  }

  onBlock(listener: BlockListener): () => void {
    return this.blocks.listen(listener);
  }

  close(): void {
    clearInterval(this.#ticker);
  }

  async listJvms(): Promise<readonly JvmSummary[]> {
    this.#failIfAsked('listJvms');
    return Promise.resolve(this.jvms);
  }

  keptRecordings(): Promise<readonly KeptRecording[]> {
    return this.kept.list();
  }

  async keepRecording(facts: RecordingFacts): Promise<string> {
    this.#failIfAsked('keepRecording');
    return Promise.resolve(this.kept.announce(facts));
  }

  async source(question: SourceQuestion): Promise<MethodSource> {
    this.questions.push(question);
    this.#failIfAsked('source');
    return Promise.resolve(fakeSource(question));
  }

  async openInEditor(...opened: readonly [string, string, number]): Promise<void> {
    this.#failIfAsked('openInEditor');
    this.opened.push(opened);
    return Promise.resolve();
  }

  diagnostics(): Promise<string> {
    return Promise.resolve('Sluice diagnostics\n');
  }

  readonly labelRecording: EngineApi['labelRecording'] = (id, label) => this.kept.label(id, label);
  readonly forgetRecording: EngineApi['forgetRecording'] = (id) => this.kept.forget(id);

  async attach(pid: number): Promise<SessionStatus> {
    await this.#step();
    this.#failIfAsked('attach');
    const jvm = this.jvms.find((one) => one.pid === pid);
    if (!jvm) {
      throw new SluiceError('not-found', `No JVM with PID ${pid} is running.`, 'Choose one from the list.');
    }
    return this.#open(jvm);
  }

  async attachDemo(): Promise<DemoSession> {
    await this.#step();
    this.#failIfAsked('attachDemo');
    const status = this.#open({ ...fakeJvms()[0], pid: 9999, mainClass: 'sluice.demo.Demo' });
    return { status, roots: this.#options.demoRoots };
  }

  async launch(commandLine: string, _folder: string): Promise<SessionStatus> {
    await this.#step();
    this.#failIfAsked('launch');
    return this.#open({ ...fakeJvms()[0], pid: 8888, mainClass: 'org.example.Launched', commandLine });
  }

  async searchClasses(_sessionId: string, query: string, limit: number): Promise<readonly ClassRow[]> {
    this.#failIfAsked('searchClasses');
    const words = query.toLowerCase().split(/\s+/).filter(Boolean);
    const rows = this.#classNames()
      .map((name, i) => ({
        classId: i + 1,
        name,
        loader: 'app',
        module: '',
        modifiable: !name.includes('$$'),
        isCore: name.startsWith('java.'),
      }))
      .filter(({ name }) => words.every((word) => name.toLowerCase().includes(word)));
    return Promise.resolve(rows.slice(0, limit));
  }

  async methodsOf(_sessionId: string, classId: number): Promise<readonly MethodRow[]> {
    this.#failIfAsked('methodsOf');
    const className = this.#classNames()[classId - 1];
    const names = new Set(
      this.#methods()
        .filter((method) => method.className === className)
        .map(({ name }) => name),
    );
    const rows = [...names].map((name) => fakeMethodRow(className, name, ''));
    return Promise.resolve([
      ...rows,
      fakeMethodRow(className, 'hashCode', 'native: it has no bytecode'),
      fakeMethodRow(className, 'describe', 'abstract: choose an implementation'),
    ]);
  }

  async switchOff(_sessionId: string, patterns: readonly string[]): Promise<readonly MethodSwitch[]> {
    this.#failIfAsked('switchOff');
    return Promise.resolve(this.#switch(patterns, false));
  }

  async switchOn(_sessionId: string, patterns: readonly string[]): Promise<readonly MethodSwitch[]> {
    this.#failIfAsked('switchOn');
    return Promise.resolve(this.#switch(patterns, true));
  }

  /** Each pattern is taken to name one method, or all. */
  #switch(patterns: readonly string[], on: boolean): readonly MethodSwitch[] {
    const { measurement, instrumentation } = this.#current();
    const { switches, elapsedMs } = measurement;
    const { switchedOff } = instrumentation;
    const made = patterns.map((pattern) => ({ atMs: elapsedMs, on, pattern, methods: 1 }));
    const others = switchedOff.names.filter((name) => !patterns.includes(name) && !patterns.includes('**'));
    const names = on ? others : [...others, ...patterns];
    this.changeStatus({
      measurement: { switches: [...switches, ...made] },
      instrumentation: { switchedOff: { count: names.length, names } },
    });
    return made;
  }

  async preview(_sessionId: string, { roots }: RecordingRequest): Promise<Preview> {
    await this.#step();
    this.#failIfAsked('preview');
    const refusal = 'org.example.shop.OrderMapper is not measured: its code would exceed 64 KB.';
    return previewOf(roots, this.#methods(), [refusal]);
  }

  async start(_sessionId: string, request: MeasurementRequest): Promise<SessionStatus> {
    this.#failIfAsked('start');
    if (request.kind === 'region') return this.#startRegion(request);
    this.requests.push(request);
    const { request: before } = this.#current().measurement;
    this.changeStatus({
      phase: 'preparing',
      text: 'measuring what a probe costs in this JVM',
      measurement: { request },
    });
    this.#startIsCancelled = false;
    await this.#stepOfStart(before);
    this.changeStatus({
      text: `instrumenting the root methods: ${formatCount(5000)} methods, 720 classes`,
      measurement: {
        calibration: {
          innerNs: 24.1,
          outerNs: 25.9,
          spreadNs: 1.4,
          countNs: 2.4,
          countSpreadNs: 0.2,
          pausedPairNs: 0,
          pausedSpreadNs: 0,
          starvedPairNs: 0,
          starvedSpreadNs: 0,
          stepNs: 0,
          compilingShare: 0,
        },
      },
    });
    await this.#stepOfStart(before);
    const program = new SyntheticProgram(this.#options.program === 'million' ? MILLION : SHOP);
    this.#program = program;
    const { namesAfterMs } = this.#options;
    const tellNames = (): void => this.tell({ kind: 'methods', sessionId: 'fake', methods: program.methods });
    if (namesAfterMs > 0) setTimeout(tellNames, namesAfterMs);
    else tellNames();
    this.blocks.send(program.startBlocks(request));
    this.#startedMs = Date.now();
    this.changeStatus({
      phase: 'recording',
      text: `recording; instrumented: ${formatCount(5000)} methods, 720 classes`,
      instrumentation: { methods: 5000, classes: 720, analysisMs: 300 },
      counters: { hotSwaps: 4, swapMs: 160, events: 0 },
      measurement: { startedAtMs: this.#startedMs, elapsedMs: 0, rehearsing: false },
    });
    if (this.#options.program === 'million') this.blocks.send(program.runEverything());
    if (this.#options.bytesPerSecond > 0) this.#startFlood(program);
    else if (this.#options.program !== 'silent')
      this.#ticker = setInterval(() => this.#tick(program), TICK_MS);
    return this.#current();
  }

  /** @param before the request of the recording before, which stays when the start is given up */
  async #stepOfStart(before: RecordingRequest | null): Promise<void> {
    await this.#step();
    if (!this.#startIsCancelled) return;
    this.changeStatus({
      phase: 'attached',
      text: 'attached; nothing is instrumented',
      measurement: { request: before },
    });
    throw new SluiceError('busy', 'The start was cancelled.');
  }

  async #startRegion(request: RegionRequest): Promise<SessionStatus> {
    this.changeStatus({ phase: 'preparing', text: 'instrumenting the region' });
    await this.#step();
    const fake = new FakeRegion(request);
    const tick = (): void => {
      const region = fake.go();
      const measurement = { region, elapsedMs: region.elapsedMs };
      this.changeStatus({ phase: 'timing', text: 'timing a region', measurement });
    };
    tick();
    this.#ticker = setInterval(tick, 250);
    return this.#current();
  }

  async cancelStart(): Promise<SessionStatus> {
    this.#startIsCancelled = true;
    return Promise.resolve(this.#current());
  }

  async recordNow(): Promise<SessionStatus> {
    this.recordedNow++;
    return Promise.resolve(this.#current());
  }

  async rootCallers(): Promise<readonly string[]> {
    return Promise.resolve(['com.acme.shop.web.Dispatcher::dispatch']);
  }

  async pause(): Promise<SessionStatus> {
    this.#failIfAsked('pause');
    clearInterval(this.#ticker);
    return Promise.resolve(this.#mark('pause', { measurement: { paused: true } }));
  }

  async resume(): Promise<SessionStatus> {
    this.#failIfAsked('resume');
    const program = this.#program;
    if (program) this.#ticker = setInterval(() => this.#tick(program), TICK_MS);
    return Promise.resolve(this.#mark('resume', { measurement: { paused: false } }));
  }

  async reset(): Promise<SessionStatus> {
    this.#failIfAsked('reset');
    this.#startedMs = Date.now();
    return Promise.resolve(
      this.#mark('reset', { measurement: { startedAtMs: this.#startedMs, elapsedMs: 0 } }),
    );
  }

  #mark(mark: RecordingMark, change: StatusChange): SessionStatus {
    if (this.#program) this.blocks.send([this.#program.mark(mark)]);
    this.changeStatus(change);
    return this.#current();
  }

  /** As a target does whose threads still hold some events while it records. */
  async flush(): Promise<number> {
    this.#failIfAsked('flush');
    if (this.#program && this.#current().phase === 'recording')
      this.blocks.send(this.#program.run(HELD_EVENTS));
    return Promise.resolve(this.blocks.sentBytes);
  }

  async stop(): Promise<SessionStatus> {
    clearInterval(this.#ticker);
    this.changeStatus({ phase: 'stopping', text: 'restoring the classes' });
    await this.#step();
    this.#failIfAsked('stop');
    this.changeStatus({ phase: 'attached', text: 'attached; nothing is instrumented' });
    return this.#current();
  }

  async detach(): Promise<SessionStatus> {
    clearInterval(this.#ticker);
    this.changeStatus({ phase: 'detaching', text: 'restoring the classes' });
    await this.#step();
    this.#failIfAsked('detach');
    this.changeStatus({ phase: 'detached', text: 'detached; 720 classes are as they were' });
    return this.#current();
  }

  /** Those of `samples`, which the test has put among the files of its server. */
  async sample(pid: number): Promise<string> {
    await this.#step();
    this.tell({ kind: 'sampling', pid, samples: null });
    await this.#step();
    this.#failIfAsked('sample');
    return 'fake';
  }

  readonly deadlocks = (): Promise<readonly Deadlock[]> => Promise.resolve(this.deadlocked);

  /** Of `samples`, as those of a sampling. */
  async dumpThreads(): Promise<string> {
    this.#failIfAsked('dumpThreads');
    return Promise.resolve('threads');
  }

  async heapCount(_pid: number, live: boolean): Promise<HeapCount> {
    await this.#step();
    this.#failIfAsked('heapCount');
    return { ...fakeCounts(this.#heapCounts++), live, pauseMs: 40 };
  }

  announceDump(): Promise<DumpAnnouncement> {
    return Promise.resolve({ heapBytes: 300 << 20, leastPauseMs: 1200, mostPauseMs: 6000 });
  }

  /** That of `dumps/fake`, which the test has put among the files of its server. */
  async dumpHeap(): Promise<MadeDump> {
    await this.#step();
    this.#failIfAsked('dumpHeap');
    return { id: 'fake', fileBytes: 1000, pauseMs: 1500 };
  }

  cancelSampling(): Promise<void> {
    return Promise.resolve();
  }

  // What only the command line asks.
  readonly endSampling = (): Promise<void> => Promise.resolve();
  readonly threads = (): Promise<readonly []> => Promise.resolve([]);
  readonly findings = (): Promise<EngineFindings> => Promise.resolve({ machine: [], target: [] });

  async status(): Promise<SessionStatus> {
    this.#failIfAsked('status');
    return Promise.resolve(this.#current());
  }

  #tick(program: SyntheticProgram): void {
    const count = (this.#options.eventsPerSecond * TICK_MS) / 1000;
    this.blocks.send(program.run(count));
    this.changeStatus({
      measurement: { elapsedMs: Date.now() - this.#startedMs },
      counters: { events: this.#current().counters.events + count, waitedMs: 12 },
    });
  }

  #startFlood(program: SyntheticProgram): void {
    const blocks = program.runOnMain(FLOOD_EVENTS);
    this.blocks.send(blocks);
    const flood = new EventFlood(blocks);
    let lastMs = performance.now();
    this.#ticker = setInterval(() => {
      const nowMs = performance.now();
      const bytes = ((nowMs - lastMs) * this.#options.bytesPerSecond) / 1000;
      lastMs = nowMs;
      for (let sent = 0; sent < bytes;) {
        const block = flood.next();
        sent += block.byteLength;
        if (!this.blocks.send([block])) return;
      }
    }, FLOOD_TICK_MS);
  }

  #open(jvm: JvmSummary): SessionStatus {
    this.#status = attachedStatus(jvm);
    return this.#status;
  }

  #current(): SessionStatus {
    if (!this.#status) throw new SluiceError('not-found', 'There is no such session.', 'Attach first.');
    return this.#status;
  }

  #failIfAsked(method: keyof EngineApi): void {
    const error = this.#failures.get(method);
    this.#failures.delete(method);
    if (error) throw error;
  }

  #step(): Promise<void> {
    return new Promise((resolve) => setTimeout(resolve, this.#options.stepMs));
  }

  #methods() {
    this.#program ??= new SyntheticProgram(SHOP);
    return this.#program.methods;
  }

  #classNames(): string[] {
    return [...new Set(this.#methods().map(({ className }) => className)), ...this.lateClasses];
  }
}
