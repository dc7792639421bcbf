import { SluiceError, messageOf } from '../../shared/base/errors.ts';
import { NO_CALIBRATION } from '../../shared/cct/cctTable.ts';
import type { EngineApi, EngineUpdate, RegionRequest, SessionStatus } from '../../shared/ipc/engineApi.ts';
import { methodPattern } from '../../shared/model/methodNames.ts';
import type { MethodInfo } from '../../shared/model/methodInfo.ts';
import type { FileFormat, RecordingSummary } from '../worker/cctProtocol.ts';
import type { ViewKind } from '../worker/workerViews.ts';
import {
  INITIAL_STATE,
  isOver,
  showsResults,
  type AppState,
  type Overlay,
  type PendingAction,
  type Problem,
  type RecordingDraft,
  type SessionTab,
} from './appState.ts';
import { atom, type Atom } from './atom.ts';
import { offeredName } from './fileFormats.ts';
import type { StartCctWorker } from './cctWorkerClient.ts';
import { patternList } from './patternList.ts';
import { draftOf, REMEMBERED_DRAFTS, withDraft } from './rememberedDrafts.ts';
import { Results, thrownBy } from './results.ts';
import { selectedIn } from './selectionCommands.ts';
import type { Settings } from './settings.ts';

/** How many problems are kept on the screen; the oldest make room. */
const MAX_PROBLEMS = 5;

/** Where the window stands: what it needs of browser or desktop. */
export interface Surroundings {
  readonly startWorker: StartCctWorker;
  readonly settings: Settings;
  /** Gives the user a file to keep, under this name or another. */
  readonly giveFile: (file: Blob, name: string) => void;
  /** Lets the user choose a recording; resolves with nothing when he does not. */
  readonly chooseFile: () => Promise<File | null>;
}

/**
 * The window without its views: the state, and everything a user can make happen. One per page.
 * Every action that asks the engine ends in a new state or in a problem that says what to do; none rejects.
 */
export class SluiceApp {
  readonly state: Atom<AppState> = atom(INITIAL_STATE);
  /** What was recorded in the session; null before the first one. */
  readonly sessionResults: Atom<Results | null> = atom<Results | null>(null);
  /** What the opened recording file has. */
  readonly recordingResults: Atom<Results | null> = atom<Results | null>(null);
  /** What is found again next time. */
  readonly settings: Settings;
  readonly #engine: EngineApi;
  readonly #startWorker: StartCctWorker;
  readonly #surroundings: Surroundings;
  /** By session: the methods of one that runs already come before it is opened. Its results take them over. */
  readonly #earlyMethods = new Map<string, (readonly MethodInfo[])[]>();
  #nextProblem = 1;

  constructor(engine: EngineApi, surroundings: Surroundings) {
    this.settings = surroundings.settings;
    this.#engine = engine;
    this.#startWorker = surroundings.startWorker;
    this.#surroundings = surroundings;
  }

  get engine(): EngineApi {
    return this.#engine;
  }

  // ---- what the engine tells ----

  connectionOpened(): void {
    this.#change({ connection: 'open' });
  }

  connectionLost(): void {
    // What failed because of this is said by this: only what was told before stays.
    const problems = this.state.get().problems.filter(({ severity }) => severity !== 'error');
    this.#change({ connection: 'lost', pending: null, problems });
  }

  receive(update: EngineUpdate): void {
    const { session } = this.state.get();
    switch (update.kind) {
      case 'status':
        if (session?.status.sessionId === update.status.sessionId) this.#showStatus(update.status);
        return;
      case 'methods':
        if (session?.status.sessionId === update.sessionId)
          this.sessionResults.get()?.addMethods(update.methods);
        else this.#keepMethods(update.sessionId, update.methods);
        return;
      case 'note':
        this.#addProblem({ severity: update.severity, message: update.text, remedy: '', code: '' });
        return;
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
      if (this.state.get().connection !== 'lost') this.#report(thrown);
    }
  }

  selectJvm(pid: number | null): void {
    this.#change({ selectedPid: pid });
  }

  filterJvms(jvmFilter: string): void {
    this.#change({ jvmFilter });
  }

  async attach(pid: number): Promise<void> {
    await this.#during('attach', async () => this.#openSession(await this.#engine.attach(pid)));
  }

  async attachDemo(): Promise<void> {
    await this.#during('attach', async () => this.#openSession(await this.#engine.attachDemo()));
  }

  /**
   * Starts a program and records it from its first instruction.
   * @param roots at least one method pattern
   * @returns whether it is being recorded
   */
  async launch(commandLine: string, folder: string, roots: readonly string[]): Promise<boolean> {
    const launched = await this.#during('launch', async () => {
      this.#openSession(await this.#engine.launch(commandLine, folder));
    });
    if (!launched) return false;
    this.changeDraft({ roots });
    await this.start();
    return true;
  }

  /** Back into a session that this window had opened before it was reloaded. */
  async resume(sessionId: string): Promise<void> {
    try {
      const status = await this.#engine.status(sessionId);
      // The engine keeps the recording of the last session that ended, and tells its methods to who connects.
      if (isOver(status) && !this.#earlyMethods.has(sessionId)) return;
      this.#openSession(status);
      if (status.phase === 'detached') this.show('jvms');
      for (const note of status.notes) this.#addProblem(problemOf(note));
    } catch {
      // The session is over: the list of JVMs is what is left to show.
    }
  }

  // ---- recording ----

  changeDraft(change: Partial<RecordingDraft>): void {
    const { session } = this.state.get();
    if (session) this.#change({ session: { ...session, draft: { ...session.draft, ...change } } });
  }

  /** Adds a root, or takes it out when it is one already. */
  toggleRoot(pattern: string): void {
    const roots = this.state.get().session?.draft.roots ?? [];
    this.changeDraft({
      roots: roots.includes(pattern) ? roots.filter((root) => root !== pattern) : [...roots, pattern],
    });
  }

  showTab(tab: SessionTab): void {
    const { session } = this.state.get();
    if (session) this.#change({ session: { ...session, tab } });
  }

  async start(): Promise<void> {
    const { session } = this.state.get();
    if (!session) return;
    const { includes, excludes, ...chosen } = session.draft;
    const before = session.tab;
    if (!showsResults(before)) this.showTab('callTree');
    const request = { ...chosen, includes: patternList(includes), excludes: patternList(excludes) };
    const started = await this.#during('start', async () =>
      this.#showStatus(await this.#engine.start(session.status.sessionId, request)),
    );
    if (!started) return this.showTab(before);
    const { mainClass } = session.status;
    this.settings.of(REMEMBERED_DRAFTS).update((drafts) => withDraft(drafts, mainClass, session.draft));
  }

  /** Makes the selected method the root of a new recording, in place of the one that runs. */
  async profileSelected(): Promise<void> {
    const results = this.sessionResults.get();
    const selected = results && selectedIn(results);
    if (!selected) return this.sayNothingSelected('Profile This Method');
    if (this.state.get().session?.status.phase === 'recording') await this.stop();
    if (this.state.get().session?.status.phase !== 'attached') return; // it says why
    this.changeDraft({ roots: [methodPattern(selected.method)] });
    results.forgetSteps();
    await this.start();
  }

  async startRegion(request: RegionRequest): Promise<void> {
    const { session } = this.state.get();
    if (!session) return;
    await this.#during('start', async () =>
      this.#showStatus(await this.#engine.startRegion(session.status.sessionId, request)),
    );
  }

  async stop(): Promise<void> {
    const { session } = this.state.get();
    if (!session) return;
    await this.#during('stop', async () =>
      this.#showStatus(await this.#engine.stop(session.status.sessionId)),
    );
  }

  /** Empties the tree; what is recorded from now on is counted. */
  reset(): void {
    this.sessionResults.get()?.reset();
  }

  /** Stops measuring the method that is selected in the session's results, if one is. */
  async switchOffSelected(): Promise<void> {
    const results = this.sessionResults.get();
    const method = results?.methods.get(results.selection.get().at(-1) ?? -1);
    if (method) await this.#switch((engine, id) => engine.switchOff(id, [methodPattern(method)]));
  }

  /** @param pattern of methods that are switched off */
  async measureAgain(pattern: string): Promise<void> {
    await this.#switch((engine, id) => engine.switchOn(id, [pattern]));
  }

  /** No pending action: it takes as long as a hot swap, and the status tells its end. */
  async #switch(ask: (engine: EngineApi, sessionId: string) => Promise<unknown>): Promise<void> {
    const { session } = this.state.get();
    if (!session) return;
    try {
      await ask(this.#engine, session.status.sessionId);
    } catch (thrown) {
      if (this.state.get().connection !== 'lost') this.#report(thrown);
    }
  }

  async detach(): Promise<void> {
    const { session } = this.state.get();
    if (!session) return;
    const detached = await this.#during('detach', async () =>
      this.#showStatus(await this.#engine.detach(session.status.sessionId)),
    );
    if (detached) this.show('jvms');
  }

  /** The list, or the session that is there: its tree stays until another JVM is attached. */
  show(screen: AppState['screen']): void {
    this.#change({ screen, problems: [] });
  }

  // ---- what was done to the tree ----

  /** Those that the screen is about. */
  shownResults(): Results | null {
    switch (this.state.get().screen) {
      case 'recording':
        return this.recordingResults.get();
      case 'session':
        return this.sessionResults.get();
      case 'jvms':
        return null;
    }
  }

  /** Undoes (-1) or redoes (1) a step. */
  moveSteps(by: 1 | -1): void {
    const results = this.shownResults();
    results?.goToStep(results.history.get().done.length + by);
  }

  sayNothingSelected(wanted: string): void {
    this.#addProblem({
      severity: 'note',
      code: '',
      message: `${wanted} is about one method, and none is selected that it could be done with.`,
      remedy: 'Select a row or a frame first.',
    });
  }

  // ---- recordings ----

  /**
   * Shows a recording file beside whatever session there is. One that cannot be read is a problem, and leaves all as it was.
   * @param bytes of the file; they are taken away
   * @param name  of the file, for the reader
   * @returns whether it could be read
   */
  async openRecording(bytes: ArrayBuffer, name: string): Promise<boolean> {
    return this.#during('open', async () => {
      const { results, summary } = await this.#openFile(bytes, name);
      this.recordingResults.get()?.close();
      this.recordingResults.set(results);
      this.#change({ screen: 'recording', recording: { name, summary, tab: 'callTree' } });
    });
  }

  /** Lets the user choose a file and shows it. */
  async chooseRecording(): Promise<void> {
    const file = await this.#surroundings.chooseFile();
    if (file) await this.openFile(file);
  }

  async openFile(file: File): Promise<void> {
    let bytes: ArrayBuffer;
    try {
      bytes = await file.arrayBuffer();
    } catch (thrown) {
      const remedy = 'It may have been moved, or it is a folder: choose it again.';
      this.#report(new SluiceError('io', `${file.name} could not be read: ${messageOf(thrown)}`, remedy));
      return;
    }
    await this.openRecording(bytes, file.name);
  }

  /**
   * Gives the user a file of the recording in front, or else of the last one of the session. One that runs is written as
   * it is now, and goes on.
   */
  async saveAs(format: FileFormat): Promise<void> {
    const { screen, recording, session } = this.state.get();
    const opened = screen === 'recording' ? recording : null;
    const results = (opened ? this.recordingResults : this.sessionResults).get();
    const status = opened ? null : session?.status;
    if (!results || status === undefined) return;
    await this.#during('save', async () => {
      const name = status
        ? offeredName(status.mainClass, status.startedAtMs, format)
        : offeredName(opened?.name ?? '', null, format);
      this.#surroundings.giveFile(await results.write(format, status), name);
    });
  }

  showRecordingTab(tab: ViewKind): void {
    const { recording } = this.state.get();
    if (recording) this.#change({ recording: { ...recording, tab } });
  }

  closeRecording(): void {
    const { session } = this.state.get();
    this.recordingResults.get()?.close();
    this.recordingResults.set(null);
    this.#change({ recording: null, screen: session && !isOver(session.status) ? 'session' : 'jvms' });
  }

  /** Resolves when all that has arrived is handed over by the workers. */
  async flushWorkers(): Promise<void> {
    const all = [this.sessionResults.get(), this.recordingResults.get()];
    await Promise.all(all.flatMap((results) => (results ? [results.flush()] : [])));
  }

  // ---- the window ----

  /** Brings it to the front, or takes it away. */
  overlay(overlay: Overlay | null): void {
    this.#change({ overlay });
  }

  dismiss(id: number): void {
    this.#change({ problems: this.state.get().problems.filter((problem) => problem.id !== id) });
  }

  // ---- within ----

  #openSession(status: SessionStatus): void {
    const { sessionId } = status;
    this.sessionResults.get()?.close();
    const results = new Results(this.#startWorker, {
      onProblem: (problem) => {
        // The stream breaks off when the session ends or the engine is gone, and both are said already.
        const { session, connection } = this.state.get();
        if (session && !isOver(session.status) && connection !== 'lost') this.#addProblem(problem);
      },
    });
    results.openStream(`sessions/${encodeURIComponent(sessionId)}/events`);
    for (const methods of this.#earlyMethods.get(sessionId) ?? []) results.addMethods(methods);
    this.#earlyMethods.delete(sessionId);
    this.sessionResults.set(results);
    this.#change({
      screen: 'session',
      session: {
        status,
        tab: status.request ? 'callTree' : status.region ? 'region' : 'roots',
        draft: draftOf(status, this.settings.of(REMEMBERED_DRAFTS).get()),
      },
      problems: [],
    });
    this.#calibrate(status);
  }

  #openFile(
    bytes: ArrayBuffer,
    name: string,
  ): Promise<{ readonly results: Results; readonly summary: RecordingSummary }> {
    return new Promise((resolve, reject) => {
      let isOpen = false;
      const results = new Results(this.#startWorker, {
        onOpened: (summary) => {
          isOpen = true;
          resolve({ results, summary });
        },
        onProblem: (problem) => {
          if (isOpen) return this.#addProblem(problem);
          results.close();
          reject(thrownBy({ ...problem, message: `${name}: ${problem.message}` }));
        },
      });
      results.openFile(bytes);
    });
  }

  #keepMethods(sessionId: string, methods: readonly MethodInfo[]): void {
    const early = this.#earlyMethods.get(sessionId);
    if (early) early.push(methods);
    else this.#earlyMethods.set(sessionId, [methods]);
  }

  #showStatus(status: SessionStatus): void {
    const { session } = this.state.get();
    if (!session) return;
    const { calibration } = session.status;
    if (
      status.calibration?.innerNs !== calibration?.innerNs ||
      status.request?.clock !== session.status.request?.clock
    )
      this.#calibrate(status);
    this.#change({ session: { ...session, status } });
  }

  #calibrate({ calibration, request }: SessionStatus): void {
    if (request) this.sessionResults.get()?.calibrate(calibration ?? NO_CALIBRATION, request.clock);
  }

  /** @returns whether it went well */
  async #during(pending: PendingAction, action: () => Promise<void>): Promise<boolean> {
    if (this.state.get().pending) return false;
    this.#change({ pending, problems: [] });
    try {
      await action();
      return true;
    } catch (thrown) {
      // What failed because the engine is gone is said by that.
      if (this.state.get().connection !== 'lost' || pending === 'open' || pending === 'save')
        this.#report(thrown);
      return false;
    } finally {
      this.#change({ pending: null });
    }
  }

  #report(thrown: unknown): void {
    const known = thrown instanceof SluiceError;
    this.#addProblem({
      severity: 'error',
      code: known ? thrown.code : 'bug',
      message: messageOf(thrown),
      remedy: known ? thrown.remedy : 'This is a fault of Sluice. Copy the details and report it.',
    });
  }

  #addProblem(problem: Omit<Problem, 'id'>): void {
    this.state.update((state) => {
      const others = state.problems.filter((other) => other.message !== problem.message);
      return {
        ...state,
        problems: [...others, { ...problem, id: this.#nextProblem++ }].slice(-MAX_PROBLEMS),
      };
    });
  }

  #change(change: Partial<AppState>): void {
    this.state.update((state) => ({ ...state, ...change }));
  }
}

/** A note as the status keeps it: "warning: text", "error: text", or the text alone. */
function problemOf(note: string): Omit<Problem, 'id'> {
  const [, severity = 'note', message] = /^(?:(warning|error): )?(.*)$/s.exec(note) ?? [];
  return { severity: severity as Problem['severity'], message, remedy: '', code: '' };
}
