import type { EngineApi, EngineUpdate, SessionStatus } from '../../../shared/ipc/engineApi.ts';
import { isOver, type EngineClient } from '../../../shared/ipc/engineClient.ts';
import type { AppState, Overlay, RecordingDraft } from '../appState.ts';
import { AppStore } from '../appStore.ts';
import { Comparisons } from '../files/comparisons.ts';
import { copyViewImage } from '../files/copiedImage.ts';
import { HeapDumps } from '../files/heapDumps.ts';
import { JvmHeaps } from '../files/jvmHeaps.ts';
import { JvmMonitors } from '../files/jvmMonitors.ts';
import { RecordingFiles } from '../files/recordingFiles.ts';
import { Deadlocks } from '../files/deadlocks.ts';
import { RunningNow } from '../files/runningNow.ts';
import { ThreadsNow } from '../files/threadsNow.ts';
import { MakersOfDump } from '../files/makersOfDump.ts';
import { MethodSources } from '../methodSources.ts';
import type { Results } from '../results.ts';
import { SessionActions } from '../session/sessionActions.ts';
import { Restarts } from '../files/restarts.ts';
import type { Surroundings } from './surroundings.ts';
import type { ViewKind } from '../../worker/workerViews.ts';

/** A recording within the page. */
export interface HeldRecording {
  readonly name: string;
  /** @throws SluiceError when it is damaged */
  readonly read: () => Promise<ArrayBuffer>;
}

/**
 * The window without its views: the state, and everything a user can make happen. One per page.
 * Every action that asks the engine ends in a new state or in a problem that says what to do; none rejects.
 */
export class SluiceApp {
  /** The JVM that is attached, and its recordings. */
  readonly session: SessionActions;
  /** Recordings as files. */
  readonly files: RecordingFiles;
  /** A recording in place of the one that runs. */
  readonly restarts: Restarts;
  /** Two recordings compared. */
  readonly comparison: Comparisons;
  /** What a JVM is doing, before anything is recorded. */
  readonly running: RunningNow;
  /** Threads that wait for each other. */
  readonly deadlocks: Deadlocks;
  /** What each thread of a JVM does. */
  readonly threads: ThreadsNow;
  /** A heap dump as a file. */
  readonly dumps: HeapDumps;
  /** The heap of a running JVM. */
  readonly heap: JvmHeaps;
  /** A running JVM, looked at from outside. */
  readonly monitor: JvmMonitors;
  /** Who has made what is in a heap dump. */
  readonly makersOfDump: MakersOfDump;
  /** The code of methods. */
  readonly sources: MethodSources;
  /** What is found again next time. */
  readonly settings: Surroundings['settings'];
  readonly #store = new AppStore();
  readonly #engine: EngineApi;
  readonly #copyText: Surroundings['copyText'];
  readonly #places: Pick<Surroundings, 'copyImage' | 'giveFile'>;

  constructor(engine: EngineClient, surroundings: Surroundings) {
    const { startWorker, settings } = surroundings;
    this.settings = settings;
    this.#engine = engine;
    this.#copyText = (text) => surroundings.copyText(text);
    this.#places = surroundings;
    this.session = new SessionActions(this.#store, engine, startWorker, settings);
    this.dumps = new HeapDumps(this.#store, surroundings.startHeapWorker, surroundings);
    this.heap = new JvmHeaps(this.#store, engine, this.dumps, surroundings);
    this.monitor = new JvmMonitors(this.#store, engine, surroundings);
    this.files = new RecordingFiles(this.#store, startWorker, surroundings, this.session, this.dumps);
    this.restarts = new Restarts(this.#store, this.session, this.files);
    this.makersOfDump = new MakersOfDump(this.#store, this.session, this.files, this.dumps);
    this.sources = new MethodSources(this.#store, engine, settings);
    this.running = new RunningNow(this.#store, engine, this.files);
    this.deadlocks = new Deadlocks(this.#store, engine);
    this.threads = new ThreadsNow(this.#store, engine, this.files);
    this.comparison = new Comparisons(this.#store, startWorker, surroundings, this.session, this.files);
    engine.subscribe((update) => this.#receive(update));
  }

  get state(): AppStore['state'] {
    return this.#store.state;
  }

  get engine(): EngineApi {
    return this.#engine;
  }

  // ---- what the engine tells ----

  connectionOpened(): void {
    this.#store.change({ connection: 'open' });
    void this.files.kept.refresh();
  }

  connectionLost(): void {
    // What failed because of this is said by this: only what was told before stays.
    const problems = this.state.get().problems.filter(({ severity }) => severity !== 'error');
    this.#store.change({ connection: 'lost', pending: null, problems });
    this.session.engineLost();
  }

  /** There is no engine: the page holds a recording, and shows it. What cannot be read is a problem. */
  async showHeld({ name, read }: HeldRecording): Promise<void> {
    this.#store.change({ connection: 'none', pending: 'open' });
    try {
      const bytes = await read();
      this.#store.change({ pending: null });
      await this.files.open(bytes, name);
    } catch (thrown) {
      this.#store.change({ pending: null });
      this.#store.report(thrown);
    }
  }

  #receive(update: EngineUpdate): void {
    switch (update.kind) {
      case 'status':
        this.#learnAttached(update.status);
        return this.session.receiveStatus(update.status);
      case 'methods':
        return this.session.receiveMethods(update.sessionId, update.methods);
      case 'recorded':
        return this.session.receiveFacts(update.sessionId, update.facts);
      case 'sampling':
        return this.running.began(update.pid, update.samples);
      case 'note':
        return this.#store.addNote(update.id, update.text);
    }
  }

  /** Puts what a bug report needs on the clipboard. */
  async copyDiagnostics(): Promise<void> {
    try {
      await this.#copyText(await this.#engine.diagnostics());
      const message = 'The diagnostics are on the clipboard.';
      const remedy = 'They name nothing of your programs. Paste them into a bug report.';
      this.#store.addProblem({ severity: 'note', code: '', message, remedy });
    } catch (thrown) {
      this.#store.reportOfEngine(thrown);
    }
  }

  // ---- choosing a target ----

  async refreshJvms(): Promise<void> {
    try {
      const jvms = await this.#engine.listJvms();
      this.state.update((state) => ({
        ...state,
        jvms,
        // A JVM that ended is no longer selected; a new one never steals the selection.
        selectedPid: jvms.some((jvm) => jvm.pid === state.selectedPid) ? state.selectedPid : null,
      }));
    } catch (thrown) {
      this.#store.reportOfEngine(thrown);
    }
  }

  selectJvm(pid: number | null): void {
    this.#store.change({ selectedPid: pid });
  }

  filterJvms(jvmFilter: string): void {
    this.#store.change({ jvmFilter });
  }

  /** Attaches, or joins the session of another window. @returns whether it is attached */
  async attach(pid: number): Promise<boolean> {
    const sessionId = this.state.get().attached.get(pid);
    return this.#open('attach', () =>
      sessionId === undefined ? this.#engine.attach(pid) : this.#engine.status(sessionId),
    );
  }

  #learnAttached(status: SessionStatus): void {
    const { attached } = this.state.get();
    const { sessionId } = status;
    const { pid } = status.target;
    const isAttached = !isOver(status);
    if ((attached.get(pid) === sessionId) === isAttached) return;
    const others = [...attached].filter(([, id]) => id !== sessionId);
    this.#store.change({ attached: new Map(isAttached ? [...others, [pid, sessionId]] : others) });
  }

  /** The demo program, recorded at once unless it is already, with hints what to try. */
  async attachDemo(): Promise<void> {
    let roots: readonly string[] = [];
    const attached = await this.#open('attach', async () => {
      const demo = await this.#engine.attachDemo();
      roots = demo.roots;
      return demo.status;
    });
    if (!attached || roots.length === 0) return;
    this.#store.change({ showsDemoHints: true });
    if (this.state.get().session?.status.phase !== 'attached') return;
    this.session.changeDraft({ roots });
    await this.session.start();
  }

  dismissDemoHints(): void {
    this.#store.change({ showsDemoHints: false });
  }

  /** How a program was started, for `launch`; null: that is not known any more, which is told. */
  async programStart(pid: number): Promise<Awaited<ReturnType<EngineApi['programStart']>> | null> {
    try {
      return await this.#engine.programStart(pid);
    } catch (thrown) {
      this.#store.reportOfEngine(thrown);
      return null;
    }
  }

  /**
   * Starts a program and records it from its first instruction.
   * @param draft with at least one root
   * @returns whether it is being recorded
   */
  async launch(commandLine: string, folder: string, draft: RecordingDraft): Promise<boolean> {
    const launched = await this.#open('launch', () => this.#engine.launch(commandLine, folder));
    if (!launched) return false;
    this.session.changeDraft(draft);
    await this.session.start();
    return true;
  }

  /** A new session takes the place of the one before, with its recording. @returns whether it does */
  async #open(pending: 'attach' | 'launch', ask: () => Promise<SessionStatus>): Promise<boolean> {
    if (!(await this.session.stopped.mayBeReplaced())) return false;
    this.dismissDemoHints();
    return this.#store.during(pending, async () => {
      const status = await ask();
      this.session.open(status);
      if (pending === 'attach') void this.deadlocks.look(status.target.pid, status.target.mainClass);
    });
  }

  /** Back into a session that this window had opened before it was reloaded. */
  async resume(sessionId: string): Promise<void> {
    try {
      const status = await this.#engine.status(sessionId);
      // The engine keeps the recording of the last session that ended, and tells its methods to who connects.
      if (isOver(status) && !this.session.knowsMethodsOf(sessionId)) return;
      this.session.open(status);
      if (!(await this.files.kept.has(status))) this.session.keepStopped();
      if (status.phase === 'detached') this.show('jvms');
      for (const note of status.notes) this.#store.addToldNote(note);
    } catch {
      // The session is over: the list of JVMs is what is left to show.
    }
  }

  /** The list, or the session that is there: its tree stays until another JVM is attached. */
  show(screen: AppState['screen']): void {
    this.#store.change({ screen, problems: [] });
  }

  // ---- what was done to the tree ----

  /** Those that the screen is about. */
  shownResults(): Results | null {
    switch (this.state.get().screen) {
      case 'recording':
        return this.files.results.get();
      case 'session':
        return this.session.results.get();
      case 'comparison':
        return this.comparison.results.get();
      case 'jvms':
      case 'dump':
      case 'jvmHeap':
      case 'monitor':
        return null;
    }
  }

  /** Brings a view of the results to the front that the screen is about. */
  showView(view: ViewKind): void {
    switch (this.state.get().screen) {
      case 'recording':
        return this.files.showTab(view);
      case 'session':
        return this.session.showTab(view);
      case 'comparison':
        return this.comparison.showTab(view);
      case 'jvms':
      case 'dump':
      case 'jvmHeap':
      case 'monitor':
        return;
    }
  }

  /** Puts a text on the clipboard. */
  copyText(text: string): Promise<void> {
    return this.#copyText(text);
  }

  /** Puts a picture of the view in front on the clipboard. */
  async copyImage(): Promise<void> {
    const image = this.shownResults()?.image.get();
    if (image) await copyViewImage(this.#store, image, this.#places);
  }

  /** Undoes (-1) or redoes (1) a step. */
  moveSteps(by: 1 | -1): void {
    this.shownResults()?.changeTree({ kind: 'moveSteps', by });
  }

  sayWhyNot(title: string, whyNot: string): void {
    this.#store.sayWhyNot(title, whyNot);
  }

  /** Resolves when all that has arrived is handed over by the workers. */
  async flushWorkers(): Promise<void> {
    const all = [this.session.results, this.files.results, this.comparison.results].map((one) => one.get());
    await Promise.all(all.flatMap((results) => (results ? [results.flush()] : [])));
  }

  // ---- the window ----

  /** Gives up what is under way and can be. */
  cancel(): void {
    this.#store.cancelPending();
  }

  /** Brings it to the front, or takes it away. */
  overlay(overlay: Overlay | null): void {
    this.#store.change({ overlay });
  }

  dismiss(id: number): void {
    this.#store.dismiss(id);
  }
}
