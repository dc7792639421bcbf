import { messageOf, SluiceError } from '../../../shared/base/errors.ts';
import type { ClassId, MethodId } from '../../../shared/base/ids.ts';
import type { MethodNode } from '../../../shared/callgraph/callGraphNodes.ts';
import type { MethodPattern } from '../../../shared/callgraph/methodPattern.ts';
import type { RecordingRequest } from '../../../shared/ipc/engineApi.ts';
import { ClassCatalog } from './classCatalog.ts';
import { ClassSwaps } from './classSwaps.ts';
import { classIdsOf, NOTHING_SWITCHED_OFF, nothingRecords } from './methodSwitching.ts';
import { ProbeIds } from './probeIds.ts';
import {
  checkRootsCarryProbes,
  EarlyLoads,
  hearOfLoads,
  hearOfNoLoads,
  prepareSubgraph,
  rootCallersOf,
} from './revelationStart.ts';
import { Subgraph, type LoadAnswer } from './revelationSubgraph.ts';
import { RoundPace } from './roundPace.ts';
import { Shortcomings } from './shortcomings.ts';
import { Stopwatch } from './stopwatch.ts';
import { endsInTime, type SwapWatch } from './swapPatience.ts';
import { Turns } from './turns.ts';
import { WaitingStops, type Stops } from './waitingStops.ts';
import type {
  InstrumentationStats,
  Instrumenter,
  InstrumenterListeners,
  Rehearsal,
  StartOptions,
} from './instrumenter.ts';
import type { LoadingClass, TargetAgent } from '../agent/targetAgent.ts';
import type { ReflectedCall } from '../../../shared/wire/controlMessage.ts';

/** How long the agent keeps a loading class waiting for our answer, which it gets at once: for a machine that is overloaded. */
const LOAD_DEADLINE_MS = 2_000;
/** How long we let it wait for a swap of other classes that does not get on: the answer must still get there in time. */
const LOAD_SWAP_MS = 400;
/** The same of the one load in a recording that opens all gates: it makes the methods of many classes reachable. */
const GATES_SWAP_MS = 1_500;
/** While it records: what is known of each takes 1.2 kB until the recording is over. */
const MAX_LOADS = 100_000;

/**
 * Reveals and instruments the call subgraph of a recording, against a live JVM (the paper's section 6, made exact):
 *
 *   - Only roots carry probes at first. An instrumented method that runs in the subgraph for the first time waits in its
 *     entry probe and tells us; all methods that wait at that moment make one *round*: what they can call is worked out,
 *     swapped in one hot swap, then they go on.
 *   - A class that loads meanwhile gets its probes before it is defined. If its code makes methods of other classes
 *     reachable, it does not wait for them: the JVM's verifier, checking the others' new code, may wait for this very
 *     class. The first calls of its methods wait instead.
 *
 * Invariant: no method's body runs in the subgraph before all that it can call among the loaded classes carries probes or is
 * refused with a reason. So a method is marked ready only where nothing that was reached is still to be swapped. Waits have
 * deadlines on the agent's side; those that ran out are counted there.
 *
 * Order for exact counts: `start`, then agent.startRecording (the session does so): before that no probe opens the gate, and
 * the first root that enters after it waits like any other method. At the end: agent.stopRecording, which lets all waiting
 * threads go, then `stop`.
 */
export class Revelation {
  readonly handlers: Instrumenter['handlers'] = {
    classLoading: (loading) => this.#classLoading(loading),
    rewriteClass: (classId, bytes) => this.#analysis.time(() => this.#rewriteClass(classId, bytes)),
    firstInvoked: (methodIds) => this.#firstInvoked(methodIds),
    reflected: (call) => this.#reflected(call),
    loaderRefuses: (classId, loader) => this.#loaderRefuses(classId, loader),
    rewriteLost: (classId) => this.#rewriteLost(classId),
    loadLost: (classId) => this.#owe(this.#swaps?.loadLost(classId, this.#mayBeEntered) ?? []),
    witnessed: (methodIds) => this.#shortcomings.witnessed(methodIds),
    takeMade: () => this.#subgraph?.made.takeNames() ?? [],
    objectSizes: (sizes, found) => this.#subgraph?.made.learnSizes(sizes, found),
    loaderSeen: (loader) => this.#catalog.loaderSeen(loader),
  };

  readonly searchClasses: Instrumenter['searchClasses'] = (...query) => this.#catalog.searchClasses(...query);
  readonly methodsOf: Instrumenter['methodsOf'] = (classId) => this.#catalog.methodsOf(classId);

  readonly #agent: TargetAgent;
  readonly #listeners: InstrumenterListeners;
  readonly #swapThreads: SwapWatch;
  readonly #compiledMethods: () => Promise<ReadonlySet<string>>;
  readonly #catalog: ClassCatalog;
  readonly #ids: ProbeIds;
  /** Nothing was recorded in this session before. */
  #isFirst = true;
  /** null: nothing is instrumented, or all is being taken back. */
  #subgraph: Subgraph | null = null;
  /** null: no start looks around. */
  #toldEarly: EarlyLoads | null = null;
  #loads = 0;
  #hookIsOn = false;
  #waiting = new WaitingStops();
  /** Of all that swaps. */
  readonly #turns = new Turns();
  /** Classes in which loads made methods reachable, and that no swap has taken up yet. */
  #owed = new Set<ClassId>();
  /** Classes that came, with methods that perhaps need not stop at their first invocation. */
  #fresh: ClassId[] = [];
  /** A root was let go on: threads may be within the subgraph. */
  #mayBeEntered = false;
  #reading: InstrumentationStats['progress']['reading'] = null;
  /** null: none is in the queue. */
  #settling: Promise<void> | null = null;
  /** Of the present recording, or the last one; null before the first. */
  #swaps: ClassSwaps | null = null;
  #shortcomings: Shortcomings;
  /** Classes that have probes of earlier recordings still. */
  readonly #notRestored = new Set<ClassId>();
  readonly #analysis: Stopwatch;
  readonly #pace = new RoundPace();
  /** What the swaps of rounds that looked ahead took. */
  #hastySwapMs = 0;

  constructor(
    agent: TargetAgent,
    listeners: InstrumenterListeners,
    swapThreads: SwapWatch,
    compiledMethods: () => Promise<ReadonlySet<string>>,
  ) {
    this.#listeners = listeners;
    this.#analysis = new Stopwatch(listeners.onGetsOn);
    this.#swapThreads = swapThreads;
    this.#compiledMethods = compiledMethods;
    this.#agent = agent;
    this.#ids = new ProbeIds(agent.layout);
    this.#shortcomings = new Shortcomings(listeners.onNote);
    this.#catalog = new ClassCatalog(agent);
  }

  stats(): InstrumentationStats {
    return {
      instrumentedMethods: this.#subgraph?.methodCount ?? 0,
      instrumentedClasses: this.#subgraph?.classCount ?? 0,
      hotSwaps: this.#swaps?.count ?? 0,
      swapMs: Math.round(this.#swaps?.elapsedMs ?? 0),
      analysisMs: Math.round(this.#analysis.elapsedMs),
      ...this.#shortcomings.told,
      switchedOff: this.#subgraph?.switching.summary() ?? NOTHING_SWITCHED_OFF,
      progress: { reading: this.#reading, awaitedMethods: this.#swaps?.awaitedMethods ?? 0 },
    };
  }

  async rootCallers(): Promise<readonly MethodNode[]> {
    return this.#subgraph === null ? [] : rootCallersOf(this.#agent, this.#subgraph, this.#analysis);
  }

  /**
   * Finds the roots and instruments them; with the eager schemes all that they reach, the roots last.
   * @throws SluiceError 'usage' for a malformed pattern, 'root-not-found', 'not-instrumentable'; then call `stop`
   */
  async start(request: RecordingRequest, options: StartOptions = {}): Promise<void> {
    if (this.#subgraph !== null || this.#toldEarly !== null) {
      throw new SluiceError('busy', 'A recording is running already.', 'Stop it first.');
    }
    const { signal } = options;
    this.#ids.startRecording();
    this.#swaps = null;
    this.#shortcomings = new Shortcomings(this.#listeners.onNote);
    this.#analysis.reset();
    this.#pace.reset();
    this.#hastySwapMs = 0;
    this.#waiting = new WaitingStops();
    this.#loads = 0;
    this.#owed = new Set();
    this.#fresh = [];
    this.#mayBeEntered = request.scheme === 'everything'; // nothing waits
    this.#toldEarly = new EarlyLoads();
    try {
      // Told of everything and asking nobody: no class that loads while we look around is missed, and none waits.
      this.#hookIsOn = true;
      await hearOfLoads(this.#agent, LOAD_DEADLINE_MS);
      // Asked before the first swap: after it a JVM throws away what it has compiled.
      const compiled = request.scheme === 'lazy' ? this.#compiledMethods() : new Set<string>();
      const { subgraph, filter, files } = await prepareSubgraph(this.#agent, request, {
        allowUnloadedRoots: options.allowUnloadedRoots === true,
        ...{ hearsOfAgents: this.#isFirst, ids: this.#ids },
        onNote: (id, details) => this.#shortcomings.note(id, details),
        onMethods: this.#listeners.onMethods,
        onRefusal: (text) => this.#shortcomings.refuse(text),
        onWitness: (methodId, text) => this.#shortcomings.refuseIfCalled(methodId, text),
        onRefusedClass: (refused) => this.#shortcomings.refuseClass(refused),
        onUnstopped: (name) => this.#shortcomings.missCalls('changedUnstopped', { class: name }),
        ...{ signal, analysis: this.#analysis, onRead: (classes, of) => (this.#reading = { classes, of }) },
      });
      this.#reading = null;
      this.#isFirst = false;
      signal?.throwIfAborted();
      await this.#agent.setLoadHook({
        on: true,
        deadlineMs: LOAD_DEADLINE_MS,
        ...filter.hookSettings,
      });
      subgraph.expectCompiled(await compiled);
      const { classes } = this.#toldEarly;
      this.#analysis.time(() => classes.forEach((loading) => subgraph.addEarly(loading)));
      this.#toldEarly = null;
      this.#subgraph = subgraph;
      const swaps = new ClassSwaps(this.#agent, subgraph, this.#shortcomings, {
        ...{ files, notRestored: this.#notRestored, analysis: this.#analysis, signal },
      });
      this.#swaps = swaps;
      this.#analysis.time(() => subgraph.start());
      signal?.throwIfAborted();
      await this.#turns.take(() => this.#swapRootsLast(subgraph, swaps));
      checkRootsCarryProbes(subgraph, this.#shortcomings.reasons, options);
    } finally {
      this.#toldEarly = null;
      this.#reading = null;
    }
  }

  get rehearsal(): Rehearsal | null {
    const subgraph = this.#subgraph;
    if (subgraph?.isForeseen !== true) return null;
    return {
      begun: () => {
        this.#pace.isRehearsal = true;
        return this.#agent.markReady(subgraph.revealedIds());
      },
      lastNewsMs: () => this.#waiting.lastToldMs,
      settled: () => this.#turns.take(() => this.#settleLoads()),
      ended: () => {
        this.#pace.isRehearsal = false;
        this.#mayBeEntered = true;
      },
    };
  }

  recordingStarted(): void {
    this.#swaps?.dropFiles();
    this.#subgraph?.recordingStarted();
  }

  /**
   * Switches methods off, or on again. Without a probe a method does not tell of its first invocation, so what it can call is
   * swapped first; then its probes are taken out. A frame that is open then runs its old code to the end, exit and all.
   * @returns the methods of the subgraph that were switched
   * @throws SluiceError 'busy' if nothing is recorded; 'usage' if a pattern can mean nothing that can be switched
   */
  switchMethods(patterns: readonly MethodPattern[], on: boolean): Promise<readonly MethodNode[]> {
    const subgraph = this.#subgraph;
    const swaps = this.#swaps;
    return this.#turns.take(async () => {
      if (subgraph === null || swaps === null || this.#subgraph !== subgraph) throw nothingRecords();
      const methods = on
        ? await this.#switchOn(subgraph, swaps, patterns)
        : await this.#switchOff(subgraph, swaps, patterns);
      if (this.#subgraph !== subgraph) throw nothingRecords();
      return methods;
    });
  }

  async #switchOff(
    subgraph: Subgraph,
    swaps: ClassSwaps,
    patterns: readonly MethodPattern[],
  ): Promise<readonly MethodNode[]> {
    const reached = this.#analysis.time(() => subgraph.switching.prepareOff(patterns));
    await this.#swapAllReached(subgraph, swaps, reached);
    const dropped = subgraph.switching.dropOff();
    if (dropped.length === 0) return [];
    await this.#agent.markReady(dropped.map(({ methodId }) => methodId)); // some may be waiting
    await swaps.swap(classIdsOf(dropped.map(({ method }) => method)));
    const kept = new Set(dropped.filter((planned) => swaps.carries(planned)));
    subgraph.switching.keepMeasured(kept);
    this.#shortcomings.keptProbes(kept.size);
    return dropped.filter((planned) => !kept.has(planned)).map(({ method }) => method);
  }

  async #switchOn(
    subgraph: Subgraph,
    swaps: ClassSwaps,
    patterns: readonly MethodPattern[],
  ): Promise<readonly MethodNode[]> {
    const methods = subgraph.switching.on(patterns);
    await this.#swapAllReached(subgraph, swaps, classIdsOf(methods));
    const ready = this.#analysis.time(() => subgraph.takeReady());
    await this.#markReady(subgraph, ready);
    return methods;
  }

  /** Swaps classes and what loads make reachable meanwhile, until nothing is owed. */
  async #swapAllReached(subgraph: Subgraph, swaps: ClassSwaps, classIds: readonly ClassId[]): Promise<void> {
    let toSwap = new Set([...classIds, ...this.#takeOwed()]);
    while (toSwap.size > 0 && this.#subgraph === subgraph) {
      await swaps.swap(toSwap);
      toSwap = new Set([...this.#takeOwed(), ...swaps.missed]);
    }
  }

  /** Takes all probes back and switches the hook off. Harmless when nothing is instrumented. */
  async stop(): Promise<void> {
    const swaps = this.#subgraph === null ? null : this.#swaps;
    this.#subgraph = null; // from now on classes are rewritten to what they were
    swaps?.end();
    this.#waiting = new WaitingStops();
    if (this.#hookIsOn) {
      this.#hookIsOn = false;
      await hearOfNoLoads(this.#agent);
    }
    await this.#turns.over();
    await swaps?.restore();
  }

  #firstInvoked(methodIds: readonly MethodId[]): void {
    this.#waiting.noteTold(methodIds.length);
    const given = methodIds.filter((id) => this.#ids.methods.wasGiven(id)); // an agent could name half a million others
    if (given.length > 0) this.#waitFor(() => this.#waiting.addMethods(given));
  }

  /** Left-out code goes on even in the middle of a swap: that may wait for a lock of this thread, as of the jar that it reads. */
  #reflected(call: ReflectedCall): void {
    const underWay = this.#swaps?.underWay([...this.#owed, ...this.#swaps.missed]);
    if (this.#mayBeEntered && underWay !== undefined && this.#subgraph?.staysOutside(call, underWay) === true)
      void this.#agent.markReflected([call.number]).catch(() => {}); // closed() tells the session
    else this.#waitFor(() => this.#waiting.addCall(call, this.#mayBeEntered));
  }

  #waitFor(enqueue: () => void): void {
    const isFirst = this.#waiting.isEmpty;
    enqueue();
    if (isFirst) void this.#turns.take(() => this.#round());
  }

  /** All that wait when the round begins; those who come meanwhile make the next. */
  async #round(): Promise<void> {
    await this.#pace.roundIsDue();
    const stops = this.#waiting.take();
    const { methodIds, calls } = stops;
    const subgraph = this.#subgraph;
    const swaps = this.#swaps;
    if (subgraph === null || swaps === null || methodIds.length + calls.length === 0) return; // stopped: the agent has let them go
    try {
      const looksAhead = this.#pace.looksAhead(performance.now());
      const revealed = this.#analysis.time(() => [
        ...subgraph.revealReflected(calls),
        ...subgraph.reveal(methodIds, looksAhead, this.#hastySwapMs),
      ]);
      const swapMs = swaps.elapsedMs;
      await swaps.swap(new Set([...revealed, ...this.#takeOwed()]));
      if (looksAhead) this.#hastySwapMs += swaps.elapsedMs - swapMs;
    } catch (thrown) {
      this.#failed('instrumenting what a method calls', thrown);
    }
    this.#shortcomings.noteGuesses(subgraph);
    await this.#letGo(stops, subgraph, swaps);
  }

  /**
   * What they may call may be in a class that is announced and not defined yet: then they wait until it is swapped, or given up. In
   * between others have their turn, for whom the definition may wait.
   */
  async #letGo(stops: Stops, subgraph: Subgraph, swaps: ClassSwaps): Promise<void> {
    const { methodIds, calls } = stops;
    const { missed } = swaps;
    const mayCall = calls.length > 0 || subgraph.mayCall(methodIds, swaps.underWay(missed));
    if (missed.length > 0 && mayCall && this.#subgraph === subgraph) {
      void this.#turns.take(async () => {
        await swaps.swap(missed).catch((thrown) => this.#failed('instrumenting a late class', thrown));
        await this.#letGo(stops, subgraph, swaps);
      });
      return;
    }
    const isSettled = this.#owed.size === 0 && missed.length === 0;
    const alsoReady = isSettled ? this.#analysis.time(() => subgraph.takeReady()) : [];
    const answers = [this.#markReady(subgraph, [...methodIds, ...alsoReady])];
    if (calls.length > 0) answers.push(this.#agent.markReflected(calls.map(({ number }) => number)));
    await Promise.all(answers).catch(() => {}); // closed() tells the session
  }

  async #markReady(subgraph: Subgraph, methodIds: readonly MethodId[]): Promise<void> {
    this.#mayBeEntered ||= subgraph.hasRootAmong(methodIds);
    if (methodIds.length > 0) await this.#agent.markReady(methodIds);
  }

  #takeOwed(): Iterable<ClassId> {
    const owed = this.#owed;
    this.#owed = new Set();
    return owed;
  }

  /** Swaps what loads made reachable, and lets methods of the new classes pass that can reach nothing else. */
  async #settleLoads(): Promise<void> {
    const subgraph = this.#subgraph;
    const swaps = this.#swaps;
    if (subgraph === null || swaps === null) return;
    try {
      await swaps.swap(new Set([...this.#takeOwed(), ...swaps.missed]));
    } catch (thrown) {
      this.#failed('instrumenting what a new class makes reachable', thrown);
    }
    if (this.#owed.size > 0) return; // a class came meanwhile: its turn is next
    if (swaps.missed.length > 0) return void this.#settleSoon();
    const settled = new Set(this.#fresh.filter((classId) => subgraph.isComplete(classId)));
    this.#fresh = this.#fresh.filter((classId) => !settled.has(classId));
    const ready = this.#analysis.time(() => [...settled].flatMap((classId) => subgraph.takeReadyOf(classId)));
    await this.#markReady(subgraph, ready).catch(() => {});
  }

  /** Nothing runs in the subgraph before the agent records, so the order is free. What is refused of the roots is to be told last. */
  async #swapRootsLast(subgraph: Subgraph, swaps: ClassSwaps): Promise<void> {
    const rootClassIds = new Set(subgraph.rootClassIds);
    const others = subgraph.plannedClassIds.filter((classId) => !rootClassIds.has(classId));
    await this.#swapAllReached(subgraph, swaps, [...others, ...rootClassIds]);
    this.#shortcomings.noteGuesses(subgraph);
  }

  #classLoading(loading: LoadingClass): Promise<Uint8Array | null> | Uint8Array | null {
    if (this.#toldEarly !== null) {
      return this.#toldEarly.add(loading) ? null : this.#leaveAlone(loading, 'too many classes loaded');
    }
    const subgraph = this.#subgraph;
    const swaps = this.#swaps;
    if (subgraph === null || swaps === null) return null;
    this.#loads++;
    if (this.#loads === MAX_LOADS + 1)
      return this.#leaveAlone(loading, `it came after ${MAX_LOADS} others; those behind it are left as well`);
    if (this.#loads > MAX_LOADS) return null;
    let answer: LoadAnswer;
    try {
      answer = this.#analysis.time(() => subgraph.load(loading, swaps.underWay(this.#owed)));
    } catch (thrown) {
      return this.#leaveAlone(loading, messageOf(thrown));
    }
    const { bytes, toSwap, swapFirst } = answer;
    swaps.loaded(loading.classId, answer);
    for (const classId of toSwap) this.#owed.add(classId);
    if (bytes !== null) this.#fresh.push(loading.classId);
    if (this.#owed.size === 0 && this.#fresh.length === 0 && swapFirst === 'no') return bytes;
    const settled = this.#settleSoon();
    if (swapFirst === 'no') return bytes;
    return this.#afterSwap(loading, settled, bytes, swapFirst === 'yes' ? LOAD_SWAP_MS : GATES_SWAP_MS);
  }

  #leaveAlone({ name }: LoadingClass, why: string): null {
    this.#shortcomings.missCalls('classLeftAlone', { class: name, why });
    return null;
  }

  #rewriteClass(classId: ClassId, bytes: Uint8Array): Uint8Array | null {
    if (this.#subgraph === null || this.#swaps === null) return Subgraph.rewriteWithout(bytes);
    const rewritten = this.#swaps.handedOut(classId, bytes);
    this.#owe(this.#subgraph.changedFor);
    return rewritten;
  }

  /** Others have swapped the class, and nobody could answer: calls were missed until it has its probes again. */
  #rewriteLost(classId: ClassId): void {
    if (this.#subgraph === null) return;
    this.#shortcomings.missCalls('rewriteLost', { class: this.#subgraph.classes.nameOf(classId) });
    this.#owe([classId]);
  }

  #owe(classIds: Iterable<ClassId>): void {
    for (const classId of classIds) this.#owed.add(classId);
    if (this.#owed.size > 0) void this.#settleSoon();
  }

  /** Once for all loads until its turn comes. */
  #settleSoon(): Promise<void> {
    this.#settling ??= this.#turns.take(() => {
      this.#settling = null;
      return this.#settleLoads();
    });
    return this.#settling;
  }

  /** The class is defined without probes: what its methods call must carry some now, and not at their first invocations. */
  #loaderRefuses(classId: ClassId, loader: string): void {
    const subgraph = this.#subgraph;
    if (subgraph === null) return;
    this.#swaps?.leaveAlone(classId, loader);
    this.#owe(subgraph.takeReached());
  }

  /** The last resort: the load waits; if the JVM waits for the class meanwhile, until the swap has not got on for so long. */
  async #afterSwap(
    loading: LoadingClass,
    swap: Promise<void>,
    bytes: Uint8Array | null,
    patienceMs: number,
  ): Promise<Uint8Array | null> {
    const subgraph = this.#subgraph;
    const isStopped = (): boolean => this.#subgraph !== subgraph;
    if (await endsInTime(swap, patienceMs, this.#swapThreads, isStopped)) return bytes;
    // Nothing runs in the subgraph before a root has been let go on.
    void swap.then(() => {
      if (this.#mayBeEntered) this.#shortcomings.missCalls('classDefinedEarly', { class: loading.name });
    });
    return bytes;
  }

  #failed(what: string, thrown: unknown): void {
    // closed() tells the session, and who cancels a start knows it
    if (thrown instanceof SluiceError && (thrown.code === 'target-gone' || thrown.code === 'busy')) return;
    this.#shortcomings.missCalls('swapFailed', { what, why: messageOf(thrown) });
  }
}
