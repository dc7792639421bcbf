import { ensure } from '../../../shared/base/assert.ts';
import { NO_CALIBRATION } from '../../../shared/cct/cctTable.ts';
import type {
  EngineApi,
  MeasurementStatus,
  RegionRequest,
  SessionStatus,
} from '../../../shared/ipc/engineApi.ts';
import { methodPattern } from '../../../shared/naming/methodNames.ts';
import {
  overBudgetText,
  overheadLimitOf,
  together,
  type OverBudget,
} from '../../../shared/recording/overheadBudget.ts';
import type { MethodInfo } from '../../../shared/naming/methodInfo.ts';
import { eventsPath, isOver } from '../../../shared/ipc/engineClient.ts';
import {
  EMPTY_DRAFT,
  showsResults,
  type Problem,
  type RecordingDraft,
  type SessionTab,
} from '../appState.ts';
import type { AppStore } from '../appStore.ts';
import { atom, type Atom } from '../atom.ts';
import type { StartCctWorker } from '../cctWorkerClient.ts';
import { draftOf, REMEMBERED_DRAFTS, requestOf, withDraft } from '../drafts/rememberedDrafts.ts';
import { Results } from '../results.ts';
import { rootOffer } from '../drafts/rootOffer.ts';
import { SessionRecord } from './sessionRecord.ts';
import type { Settings } from '../settings.ts';
import { StoppedRecordings } from './stoppedRecordings.ts';
import { SubgraphPreview } from '../drafts/subgraphPreview.ts';
import { WARMUP, WarmUp } from '../warmUp.ts';
import { USED_ROOTS, withUsedRoots } from '../drafts/usedRoots.ts';

const OVERHEAD_TOPIC = 'overhead';

/** The session in the window: the attached JVM, what is chosen for it, and its recordings from start to end. */
export class SessionActions {
  /** What was recorded in the session; null before the first one. */
  readonly results: Atom<Results | null> = atom<Results | null>(null);
  /** What a recording would instrument, and the question where that may be much. */
  readonly preview: SubgraphPreview;
  /** Of the recording that runs or ran last, beside its events. */
  readonly record = new SessionRecord();
  /** Until hot swaps have been quiet. */
  readonly warmUp = new WarmUp();
  /** The last recording when it is over, and what of it is to be lost. */
  readonly stopped: StoppedRecordings;
  readonly #store: AppStore;
  readonly #engine: EngineApi;
  readonly #startWorker: StartCctWorker;
  readonly #settings: Settings;
  /** By which the engine knows the event stream of this window. */
  #reader = '';
  /** What the note on the screen tells of the overhead, all its steps together. */
  #overBudget: OverBudget | null = null;
  /** By session: the methods of one that runs already come before it is opened. Its results take them over. */
  readonly #earlyMethods = new Map<string, (readonly MethodInfo[])[]>();

  constructor(store: AppStore, engine: EngineApi, startWorker: StartCctWorker, settings: Settings) {
    this.#store = store;
    this.#engine = engine;
    this.#startWorker = startWorker;
    this.#settings = settings;
    this.stopped = new StoppedRecordings(store, engine);
    this.preview = new SubgraphPreview(store, engine);
  }

  // ---- what the engine tells ----

  receiveStatus(status: SessionStatus): void {
    if (this.#store.state.get().session?.status.sessionId === status.sessionId) this.#showStatus(status);
  }

  receiveMethods(sessionId: string, methods: readonly MethodInfo[]): void {
    if (this.#store.state.get().session?.status.sessionId === sessionId)
      this.results.get()?.addMethods(methods);
    else this.#keepMethods(sessionId, methods);
  }

  /** The engine has told of methods of a session that is not in the window. */
  knowsMethodsOf(sessionId: string): boolean {
    return this.#earlyMethods.has(sessionId);
  }

  /** Puts a session into the window, in place of the one before. */
  open(status: SessionStatus): void {
    const { sessionId } = status;
    this.results.get()?.close();
    const results = new Results(this.#startWorker, {
      onProblem: (problem) => {
        // The stream breaks off when the session ends or the engine is gone, and both are said already.
        const { session, connection } = this.#store.state.get();
        if (session && !isOver(session.status) && connection !== 'lost') this.#store.addProblem(problem);
      },
      onOverBudget: (over) => void this.#keepBudget(over),
    });
    this.#reader = crypto.randomUUID().replaceAll('-', '');
    results.openStream(eventsPath(sessionId, this.#reader));
    for (const methods of this.#earlyMethods.get(sessionId) ?? []) results.addMethods(methods);
    this.#earlyMethods.delete(sessionId);
    results.learnOwn(status.target.ownPackages);
    this.results.set(results);
    this.preview.forget();
    this.record.open(status);
    this.#store.change({
      screen: 'session',
      session: {
        status,
        tab: status.measurement.request ? 'tree' : status.measurement.region ? 'region' : 'roots',
        draft: draftOf(
          status.measurement.request,
          status.target.mainClass,
          this.#settings.of(REMEMBERED_DRAFTS).get(),
        ),
        whyNotKept: '',
        isArriving: false,
      },
      problems: [],
    });
    this.#calibrate(status.measurement);
    if (status.phase === 'recording') this.#limitOverhead();
  }

  // ---- choosing ----

  changeDraft(change: Partial<RecordingDraft>): void {
    const { session } = this.#store.state.get();
    if (session) this.#store.change({ session: { ...session, draft: { ...session.draft, ...change } } });
  }

  /** Adds a root, or takes it out when it is one already. */
  toggleRoot(pattern: string): void {
    const roots = this.#store.state.get().session?.draft.roots ?? [];
    this.changeDraft({
      roots: roots.includes(pattern) ? roots.filter((root) => root !== pattern) : [...roots, pattern],
    });
  }

  showTab(tab: SessionTab): void {
    const { session } = this.#store.state.get();
    if (session) this.#store.change({ session: { ...session, tab } });
  }

  async start(): Promise<void> {
    if (!(await this.stopped.mayBeReplaced()) || !(await this.#chooseExtent())) return;
    const { session } = this.#store.state.get();
    if (!session) return;
    const before = session.tab;
    if (!showsResults(before)) this.showTab('tree');
    const request = requestOf(session.draft);
    const { sessionId } = session.status;
    const started = await this.#store.during('start', async (signal) => {
      signal.addEventListener('abort', () => void this.#engine.cancelStart(sessionId).catch(() => {}));
      this.#showStatus(await this.#engine.start(sessionId, request));
    });
    if (!started) {
      this.showTab(before);
      return this.#offerMeant(sessionId, session.draft.roots);
    }
    this.stopped.forgetLast();
    const { status } = this.#store.state.get().session ?? session;
    this.warmUp.begin(this.#settings.of(WARMUP).get(), status.measurement.request);
    this.#limitOverhead();
    const { mainClass } = session.status.target;
    this.#settings.of(REMEMBERED_DRAFTS).update((drafts) => withDraft(drafts, mainClass, session.draft));
    this.#settings.of(USED_ROOTS).update((used) => withUsedRoots(used, mainClass, session.draft.roots));
  }

  /** Puts the root that was meant in the place of one that was not found. */
  takeOffer({ id, offer }: Problem): void {
    const roots = this.#store.state.get().session?.draft.roots ?? [];
    if (offer)
      this.changeDraft({
        roots: [...new Set(roots.map((root) => (root === offer.root ? offer.meant : root)))],
      });
    this.#store.dismiss(id);
  }

  async startRegion(region: Omit<RegionRequest, 'kind'>): Promise<void> {
    const { session } = this.#store.state.get();
    if (!session) return;
    const { sessionId } = session.status;
    await this.#store.during('start', async (signal) => {
      signal.addEventListener('abort', () => void this.#engine.cancelStart(sessionId).catch(() => {}));
      this.#showStatus(await this.#engine.start(sessionId, { kind: 'region', ...region }));
    });
  }

  /** Does not wait for the rest of the rehearsal. */
  async recordNow(): Promise<void> {
    await this.#askNow((engine, id) => engine.recordNow(id));
  }

  async stop(): Promise<void> {
    const { session } = this.#store.state.get();
    if (!session) return;
    await this.#store.during('stop', async () =>
      this.#showStatus(await this.#engine.stop(session.status.sessionId)),
    );
  }

  async pause(): Promise<void> {
    await this.#askNow((engine, id) => engine.pause(id));
  }

  async resume(): Promise<void> {
    await this.#askNow((engine, id) => engine.resume(id));
  }

  /** Empties the results; what is recorded from now on is counted. */
  async reset(): Promise<void> {
    await this.#askNow((engine, id) => engine.reset(id));
  }

  /** Asks what would be instrumented for what is chosen; `preview` tells the answer. */
  async askPreview(): Promise<void> {
    const { session } = this.#store.state.get();
    if (session) await this.preview.ask(session.status.sessionId, session.draft);
  }

  /** Fills the choices so that nothing but the program's own packages is measured, the roots, and its borders if they are wanted. */
  async onlyOwnCode(withBorders: boolean): Promise<boolean> {
    return this.#askNow(async (_, id) => {
      const { draft } = ensure(this.#store.state.get().session, 'session');
      this.changeDraft(await this.preview.extent.ownDraft(id, draft, withBorders));
    });
  }

  /** Stops measuring the method that is selected in the session's results, if one is. */
  async switchOffSelected(): Promise<void> {
    const results = this.results.get();
    await results?.catchUp();
    const method = results?.methods.get(results.selection.get().at(-1) ?? -1);
    if (method) await this.#askNow((engine, id) => engine.switchOff(id, [methodPattern(method)]));
  }

  /** @param pattern of methods that are switched off */
  async measureAgain(pattern: string): Promise<void> {
    await this.#askNow((engine, id) => engine.switchOn(id, [pattern]));
  }

  /** No pending action: it takes as long as a hot swap at most, and the status tells its end. @returns whether it is done */
  async #askNow(ask: (engine: EngineApi, sessionId: string) => Promise<unknown>): Promise<boolean> {
    const { session } = this.#store.state.get();
    if (!session) return false;
    try {
      await ask(this.#engine, session.status.sessionId);
      return true;
    } catch (thrown) {
      this.#store.reportOfEngine(thrown);
      return false;
    }
  }

  /** Switches off what costs most and tells least, and says so. */
  async #keepBudget(over: OverBudget): Promise<void> {
    if (this.#store.state.get().session?.status.phase !== 'recording') return;
    const switched = await this.#askNow((engine, id) => engine.switchOff(id, over.patterns));
    if (!switched) return;
    const isTold = this.#store.state.get().problems.some(({ topic }) => topic === OVERHEAD_TOPIC);
    this.#overBudget = isTold && this.#overBudget ? together(this.#overBudget, over) : over;
    this.#store.addProblem({
      severity: 'note',
      code: '',
      topic: OVERHEAD_TOPIC,
      message: `The ${overBudgetText(this.#overBudget)}.`,
      remedy: 'All that is switched off is listed above the tree, to be measured again.',
    });
  }

  #limitOverhead(): void {
    const { maxOverhead } = this.#store.state.get().session?.draft ?? EMPTY_DRAFT;
    this.results.get()?.limitOverhead(overheadLimitOf(maxOverhead));
  }

  /**
   * Waits until the engine has sent all that was recorded before the call.
   * @returns what is known of the recording then, and how much of the event stream has all that
   */
  async drained(): Promise<{ readonly status: SessionStatus; readonly streamBytes: number }> {
    const { session, connection } = this.#store.state.get();
    const { status } = ensure(session, 'session');
    if (connection === 'lost') return { status, streamBytes: 0 }; // what came is there
    if (isOver(status)) return { status, streamBytes: Infinity }; // the stream ends with the session
    const streamBytes = await this.#engine.flush(status.sessionId, this.#reader);
    return { status: await this.#engine.status(status.sessionId), streamBytes };
  }

  /** Has a copy of the last recording made, if it gets no more. */
  keepStopped(): void {
    const { status } = this.#store.state.get().session ?? {};
    const results = this.results.get();
    if (!status || !results || !hasStopped(status)) return;
    const streamBytes = this.drained().then((drained) => drained.streamBytes);
    this.stopped.keep(results, this.record.recorded(status), streamBytes);
  }

  /** The engine is gone: what had come of a recording that ran, or was still arriving, is in this window only. */
  engineLost(): void {
    const { session } = this.#store.state.get();
    if (session && (isRunning(session.status) || session.isArriving)) this.stopped.cutShort(session);
  }

  async detach(): Promise<void> {
    const { session } = this.#store.state.get();
    if (!session) return;
    const detached = await this.#store.during('detach', async () =>
      this.#showStatus(await this.#engine.detach(session.status.sessionId)),
    );
    if (detached) this.#store.change({ screen: 'jvms', problems: [] });
  }

  /** What the engine has found of the last recording beside its events. */
  receiveFacts(sessionId: string, facts: NonNullable<SessionRecord['facts']>): void {
    if (this.#store.state.get().session?.status.sessionId === sessionId) this.record.facts = facts;
  }

  // ---- within ----

  /** @returns whether the recording is to begin, with what was chosen */
  async #chooseExtent(): Promise<boolean> {
    const { session } = this.#store.state.get();
    if (!session) return false;
    const answer = await this.preview.extent.ask(session.status.sessionId, session.draft);
    if (answer === 'own' || answer === 'borders') return this.onlyOwnCode(answer === 'borders');
    return answer === 'all';
  }

  /** Looks for the root that was meant where one was not found. */
  async #offerMeant(sessionId: string, roots: readonly string[]): Promise<void> {
    const problem = this.#store.state.get().problems.find(({ code }) => code === 'root-not-found');
    if (!problem) return;
    const offer = await rootOffer(this.#engine, sessionId, roots).catch(() => null); // the problem is told already
    if (offer) this.#store.amend({ ...problem, offer });
  }

  #keepMethods(sessionId: string, methods: readonly MethodInfo[]): void {
    const early = this.#earlyMethods.get(sessionId);
    if (early) early.push(methods);
    else this.#earlyMethods.set(sessionId, [methods]);
  }

  #showStatus(status: SessionStatus): void {
    const { session } = this.#store.state.get();
    if (!session) return;
    const { target, measurement, instrumentation } = status;
    const { calibration, bareRoot, request } = session.status.measurement;
    const { switchedOff } = session.status.instrumentation;
    const { names } = instrumentation.switchedOff;
    this.results.get()?.learnOwn(target.ownPackages);
    if (names.join() !== switchedOff.names.join()) this.results.get()?.switchedOff.set(new Set(names));
    if (
      measurement.calibration?.innerNs !== calibration?.innerNs ||
      measurement.bareRoot?.meanNs !== bareRoot?.meanNs ||
      measurement.request?.clock !== request?.clock
    )
      this.#calibrate(measurement);
    const { samples } = this.record.timeline.get();
    const timeline = this.record.look(status);
    if (timeline.samples !== samples) this.results.get()?.learnSwaps(timeline.samples);
    this.#store.change({ session: { ...session, status } });
    const leftOut = this.warmUp.look(status, timeline);
    if (leftOut !== null) void this.#endWarmUp(leftOut);
    if (isRunning(session.status)) this.keepStopped();
  }

  async #endWarmUp(leftOut: string): Promise<void> {
    if (!(await this.#askNow((engine, id) => engine.reset(id)))) return;
    this.#store.addProblem({
      severity: 'note',
      code: '',
      topic: 'warmup',
      message: leftOut,
      remedy: 'To count from the first call on: menu, Recording, Keep the Warm-Up.',
    });
  }

  #calibrate({ calibration, bareRoot, request }: MeasurementStatus): void {
    const bareNs = bareRoot?.meanNs ?? null;
    if (request) this.results.get()?.calibrate(calibration ?? NO_CALIBRATION, request.clock, bareNs);
  }
}

/** A recording of calls gets more. */
export function isRunning({ phase, measurement }: SessionStatus): boolean {
  return measurement.request !== null && (phase === 'recording' || phase === 'stopping');
}

/** There is a recording, which gets no more. */
export function hasStopped(status: SessionStatus): boolean {
  const { request, region } = status.measurement;
  return request !== null && !region && (status.phase === 'attached' || isOver(status));
}
