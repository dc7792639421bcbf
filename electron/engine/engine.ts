import { randomBytes } from 'node:crypto';
import type { StdioOptions } from 'node:child_process';
import { statSync } from 'node:fs';
import { join } from 'node:path';
import { SluiceError } from '../../shared/base/errors.ts';
import type {
  ClassRow,
  DemoSession,
  EngineApi,
  EngineUpdate,
  JvmSummary,
  KeptRecording,
  MethodRow,
  RecordingFacts,
  MeasurementRequest,
  RecordingRequest,
  SessionStatus,
} from '../../shared/ipc/engineApi.ts';
import type { Deadlock } from '../../shared/threads/deadlocks.ts';
import type { DumpAnnouncement, HeapCount, MadeDump } from '../../shared/ipc/heapAnswers.ts';
import type { MethodSource, SourceQuestion } from '../../shared/ipc/methodSource.ts';
import { isOver, type EngineClient, type EventConsumer } from '../../shared/ipc/engineClient.ts';
import { parseMethodPattern, type MethodPattern } from '../../shared/callgraph/methodPattern.ts';
import type { MethodInfo } from '../../shared/naming/methodInfo.ts';
import { checkedOptions } from '../../shared/recording/chosenOptions.ts';
import { optionConflict } from '../../shared/recording/optionConflict.ts';
import type { Preview } from '../../shared/recording/preview.ts';
import type { MethodSwitch } from '../../shared/recording/methodSwitch.ts';
import { attachAgent } from './agent/attachAgent.ts';
import { compiledMethods } from './attach/compiledMethods.ts';
import { Demo } from './demo.ts';
import { deadlocksOf, recordedThreads } from './jvmThreads.ts';
import { listJvms } from './jvms/jvmList.ts';
import { splitOptions } from './jvms/javaOptions.ts';
import { giveUpLaunch, launchAgent } from './agent/launch.ts';
import type { MetAgent } from './agent/rendezvous.ts';
import { Revelation } from './revelation/revelation.ts';
import { Samplings } from './flightRecorder/samplings.ts';
import { HeapQuestions } from './heapDump/heapQuestions.ts';
import { KeptRecordings } from './recordings/keptRecordings.ts';
import { ownStateFolder } from './recordings/stateFolder.ts';
import type { LaunchedProgram, ProgramLauncher } from './programLauncher.ts';
import type { MakeInstrumenter } from './revelation/instrumenter.ts';
import { Session } from './session/session.ts';
import { Decompiler } from './source/decompiler.ts';
import { openInEditor } from './source/editor.ts';
import { checkSourceQuestion } from './source/sourceQuestion.ts';
import { SourceFinder } from './source/sourceFinder.ts';
import type { SessionTarget } from './session/sessionStatus.ts';
import { diagnostics } from './support/diagnostics.ts';
import { ownFrames } from './support/ownFrames.ts';
import { SessionLog } from './support/sessionLog.ts';
import { SupportLog } from './support/supportLog.ts';

/** Sessions that are over and still can be asked for their status. */
const MAX_PAST_SESSIONS = 20;
/** Of one request to switch methods. */
const MAX_PATTERNS = 5_000;

const STATE_FOLDER = ownStateFolder();

interface OpenSession {
  readonly session: Session;
  readonly methods: MethodInfo[];
  /** Of its last recording; null: none has ended. */
  recorded: EngineUpdate | null;
}

/** All sessions of one tool process, for all of its clients. */
export class Engine implements EngineClient, ProgramLauncher {
  /** Copies of recordings, of all the runs of this user. */
  readonly kept = new KeptRecordings(join(STATE_FOLDER, 'recent'));
  readonly samplings = new Samplings();
  readonly heaps = new HeapQuestions();
  readonly log = new SupportLog(join(STATE_FOLDER, 'log'));
  readonly #sources = new SourceFinder(new Decompiler(join(STATE_FOLDER, 'decompiler')));
  readonly #sessions = new Map<string, OpenSession>();
  /** By session: programs that wait for their start. */
  readonly #waitingPrograms = new Map<string, Omit<LaunchedProgram, 'status'>>();
  readonly #attachingPids = new Set<number>();
  readonly #listeners = new Set<(update: EngineUpdate) => void>();
  /** Sessions there were. */
  #sessionCount = 0;
  #demo: Demo | null = null;
  /** Who asks meanwhile waits for the same one. */
  #startingDemo: Promise<Demo> | null = null;
  #closed = false;

  /** Writes into the log that a question, or a command, could not be answered. */
  readonly logFailure = (during: keyof EngineApi | 'command', thrown: unknown): void => {
    if (thrown instanceof SluiceError) this.log.write({ event: 'failed', during, code: thrown.code });
    else this.log.write({ event: 'failed', during, code: 'bug', at: ownFrames(thrown) });
  };

  subscribe(listener: (update: EngineUpdate) => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  /** What a client that comes late has missed: methods and status of the sessions that are alive, or can be shown again. */
  catchUp(): EngineUpdate[] {
    return [...this.#sessions]
      .filter(([, { session }]) => !isOver(session) || session.keepsRecording)
      .flatMap(([sessionId, { session, methods, recorded }]): EngineUpdate[] => [
        { kind: 'methods', sessionId, methods },
        ...(recorded === null ? [] : [recorded]),
        { kind: 'status', status: session.status() },
      ]);
  }

  async listJvms(): Promise<readonly JvmSummary[]> {
    return listJvms().filter((jvm) => jvm.pid !== process.pid);
  }

  async attach(pid: number): Promise<SessionStatus> {
    this.#checkOpen();
    if (!Number.isSafeInteger(pid) || pid <= 0) {
      throw new SluiceError(
        'usage',
        `${JSON.stringify(pid)} is no process id.`,
        'A positive whole number is needed.',
      );
    }
    const present = this.#liveSessions().find((session) => session.status().pid === pid);
    if (present || this.#attachingPids.has(pid)) {
      throw new SluiceError(
        'busy',
        `Process ${pid} is attached already.`,
        'Detach first, or go on with that session.',
      );
    }
    this.#attachingPids.add(pid);
    try {
      const { jvm, target, ...met } = await attachAgent(pid);
      const makeRevelation = revelationOf(() => compiledMethods(target));
      return await this.#open(
        { pid, mainClass: jvm.mainClass, commandLine: jvm.commandLine.slice(1).join(' ') },
        met,
        makeRevelation,
      );
    } finally {
      this.#attachingPids.delete(pid);
    }
  }

  async attachDemo(): Promise<DemoSession> {
    this.#checkOpen();
    if (!this.#demo?.running) {
      this.#startingDemo ??= Demo.start().finally(() => (this.#startingDemo = null));
      this.#demo = await this.#startingDemo;
    }
    const { pid } = this.#demo;
    const present = this.#liveSessions().find((session) => session.status().pid === pid);
    return { status: present ? present.status() : await this.attach(pid), roots: Demo.ROOTS };
  }

  async launch(commandLine: string, folder: string): Promise<SessionStatus> {
    if (typeof commandLine !== 'string' || typeof folder !== 'string') {
      throw new SluiceError('usage', 'Launch: command line and folder must be texts.');
    }
    if (folder !== '') checkFolder(folder);
    const stdio: StdioOptions = ['ignore', 'inherit', 'inherit'];
    const { status, ...program } = await this.launchCommand(splitOptions(commandLine), stdio, folder);
    program.exitCode.catch(() => {}); // the session tells the end
    this.#waitingPrograms.set(status.sessionId, program);
    const { over } = this.session(status.sessionId);
    void over.then(() => this.#waitingPrograms.delete(status.sessionId));
    return status;
  }

  async launchCommand(
    command: readonly string[],
    stdio: StdioOptions,
    folder = '',
  ): Promise<LaunchedProgram> {
    this.#checkOpen();
    const launched = await launchAgent(command, stdio, folder || undefined);
    const { exitCode, kill, pid, mainClass, ...met } = launched;
    // Nothing is compiled yet that could tell what will be invoked.
    const makeRevelation = revelationOf(() => Promise.resolve(new Set()));
    const target = { pid, mainClass, commandLine: command.join(' ') };
    try {
      return { status: await this.#open(target, met, makeRevelation), exitCode, kill };
    } catch (thrown) {
      throw await giveUpLaunch(thrown, launched);
    }
  }

  resumeStartup(sessionId: string): Promise<void> {
    return this.session(sessionId).resumeStartup();
  }

  searchClasses(sessionId: string, query: string, limit: number): Promise<readonly ClassRow[]> {
    return this.session(sessionId).searchClasses(query, limit);
  }

  methodsOf(sessionId: string, classId: number): Promise<readonly MethodRow[]> {
    return this.session(sessionId).methodsOf(classId);
  }

  async preview(sessionId: string, request: RecordingRequest): Promise<Preview> {
    return this.session(sessionId).preview(checkRequest(request));
  }

  async start(
    sessionId: string,
    request: MeasurementRequest,
    waitForClasses = false,
  ): Promise<SessionStatus> {
    const session = this.session(sessionId);
    const program = this.#waitingPrograms.get(sessionId);
    const waits = waitForClasses || program !== undefined;
    const checked = isOfCallTree(request) ? checkRequest(request, waits) : request;
    if (!program) return session.start(checked, waits);
    this.#waitingPrograms.delete(sessionId);
    try {
      const status = await session.start(checked, waits);
      await session.resumeStartup();
      return status;
    } catch (thrown) {
      if (session.phase === 'attached')
        this.#waitingPrograms.set(sessionId, program); // with other roots, perhaps
      else if (!wasDetached(session)) throw await giveUpLaunch(thrown, program);
      throw thrown;
    }
  }

  async switchOff(sessionId: string, patterns: readonly string[]): Promise<readonly MethodSwitch[]> {
    return this.session(sessionId).switchMethods(checkPatterns(patterns), false);
  }

  async switchOn(sessionId: string, patterns: readonly string[]): Promise<readonly MethodSwitch[]> {
    return this.session(sessionId).switchMethods(checkPatterns(patterns), true);
  }

  async cancelStart(sessionId: string): Promise<SessionStatus> {
    return this.session(sessionId).cancelStart();
  }

  async rootCallers(sessionId: string): Promise<readonly string[]> {
    return this.session(sessionId).rootCallers();
  }

  async pause(sessionId: string): Promise<SessionStatus> {
    return this.session(sessionId).mark('pause');
  }

  async resume(sessionId: string): Promise<SessionStatus> {
    return this.session(sessionId).mark('resume');
  }

  async reset(sessionId: string): Promise<SessionStatus> {
    return this.session(sessionId).mark('reset');
  }

  async flush(sessionId: string, reader = ''): Promise<number> {
    return this.session(sessionId).flush(reader);
  }

  async stop(sessionId: string): Promise<SessionStatus> {
    return this.session(sessionId).stop();
  }

  async detach(sessionId: string): Promise<SessionStatus> {
    return this.session(sessionId).detach();
  }

  async sample(pid: number, durationMs: number): Promise<string> {
    this.#checkOpen();
    return this.samplings.sample(
      pid,
      durationMs,
      () => this.#tell({ kind: 'sampling', pid, samples: null }),
      (samples) => this.#tell({ kind: 'sampling', pid, samples }),
    );
  }

  async deadlocks(pid: number): Promise<readonly Deadlock[]> {
    return deadlocksOf(pid);
  }

  async dumpThreads(pid: number): Promise<string> {
    return this.samplings.put(await recordedThreads(pid));
  }

  async cancelSampling(pid: number): Promise<void> {
    this.samplings.cancel(pid);
  }

  async heapCount(pid: number, live: boolean): Promise<HeapCount> {
    this.#checkOpen();
    return this.heaps.count(pid, live);
  }

  async announceDump(pid: number): Promise<DumpAnnouncement> {
    this.#checkOpen();
    return this.heaps.announce(pid);
  }

  async dumpHeap(pid: number): Promise<MadeDump> {
    this.#checkOpen();
    return this.heaps.dump(pid);
  }

  keptRecordings(): Promise<readonly KeptRecording[]> {
    return this.kept.list();
  }

  async keepRecording(facts: RecordingFacts): Promise<string> {
    return this.kept.announce(facts);
  }

  forgetRecording(id: string): Promise<void> {
    return this.kept.forget(id);
  }

  async source(question: SourceQuestion): Promise<MethodSource> {
    const checked = checkSourceQuestion(question);
    const session = checked.sessionId === '' ? null : this.session(checked.sessionId);
    const target = session && {
      pid: session.status().pid,
      classFile: (name: string) => session.classFile(name),
    };
    return this.#sources.find(checked, target);
  }

  openInEditor(command: string, file: string, line: number): Promise<void> {
    return openInEditor(String(command), String(file), Number(line));
  }

  async diagnostics(): Promise<string> {
    return diagnostics(this.log);
  }

  async status(sessionId: string): Promise<SessionStatus> {
    return this.session(sessionId).status();
  }

  setReader(sessionId: string, reader: EventConsumer | null): void {
    this.session(sessionId).setReader(reader);
  }

  async over(sessionId: string): Promise<void> {
    await this.session(sessionId).drained();
  }

  /** @throws SluiceError('not-found') */
  session(sessionId: string): Session {
    const open = this.#sessions.get(sessionId);
    if (!open) {
      throw new SluiceError(
        'not-found',
        `There is no session ${JSON.stringify(sessionId)}.`,
        'Attach again.',
      );
    }
    return open.session;
  }

  /** Detaches from everything: no target stays instrumented. */
  async close(): Promise<void> {
    this.#closed = true;
    this.samplings.cancelAll();
    this.heaps.forget();
    await Promise.all(this.#liveSessions().map((session) => session.detach()));
    await Promise.all([...this.#sessions.values()].map(({ session }) => session.forgetRecording()));
    this.#demo?.stop();
    this.#listeners.clear();
  }

  async #open(
    target: SessionTarget,
    { agent, eventFile }: MetAgent,
    makeRevelation: MakeInstrumenter,
  ): Promise<SessionStatus> {
    const id = randomBytes(8).toString('hex');
    const methods: MethodInfo[] = [];
    const sessionLog = new SessionLog(this.log, ++this.#sessionCount);
    const emit = (update: EngineUpdate): void => {
      sessionLog.learn(update);
      if (update.kind === 'recorded') open.recorded = update;
      if (update.kind === 'methods') for (const method of update.methods) methods.push(method); // may be 100,000
      this.#tell(update);
    };
    const session = new Session(id, target, agent, eventFile, makeRevelation, emit);
    const open: OpenSession = { session, methods, recorded: null };
    this.#sessions.set(id, open);
    this.#forgetOldest();
    void session.over.then(() => this.#keepOnly(session));
    if (this.#closed) return session.detach(); // closed while attaching
    const status = session.status();
    emit({ kind: 'status', status });
    return status;
  }

  #tell(update: EngineUpdate): void {
    for (const listener of this.#listeners) listener(update);
  }

  #liveSessions(): Session[] {
    return [...this.#sessions.values()].map(({ session }) => session).filter((session) => !isOver(session));
  }

  /** Of the sessions that are over only the last keeps its recording: it may take half a gigabyte of disk. */
  #keepOnly(last: Session): void {
    for (const { session } of this.#sessions.values())
      if (session !== last && isOver(session)) void session.forgetRecording();
  }

  #forgetOldest(): void {
    const over = [...this.#sessions].filter(([, { session }]) => isOver(session)).map(([id]) => id);
    for (const id of over.slice(0, -MAX_PAST_SESSIONS)) this.#sessions.delete(id);
  }

  #checkOpen(): void {
    if (this.#closed) throw new SluiceError('busy', 'Sluice is closing.');
  }
}

function revelationOf(compiled: () => Promise<ReadonlySet<string>>): MakeInstrumenter {
  return (agent, onMethods, onNote) => new Revelation(agent, onMethods, onNote, compiled);
}

/** Or is being: the agent lets a program begin that waits. */
function wasDetached({ phase }: Session): boolean {
  return phase === 'detaching' || phase === 'detached';
}

function checkFolder(folder: string): void {
  if (isFolder(folder)) return;
  throw new SluiceError(
    'not-found',
    `There is no folder ${JSON.stringify(folder)}.`,
    'Give an absolute path.',
  );
}

function isFolder(path: string): boolean {
  try {
    return statSync(path).isDirectory();
  } catch {
    return false;
  }
}

/** They may come from another process. */
function checkPatterns(patterns: readonly string[]): readonly MethodPattern[] {
  const isList = Array.isArray(patterns) && patterns.every((text) => typeof text === 'string');
  if (!isList || patterns.length === 0 || patterns.length > MAX_PATTERNS) {
    throw new SluiceError('usage', `A list of 1 to ${MAX_PATTERNS} method patterns is needed.`);
  }
  return patterns.map(parseMethodPattern);
}

/**
 * A request may come from another process: its shape is checked before anything believes it.
 * @param waits for classes of its roots that are not loaded yet
 */
function checkRequest(request: RecordingRequest, waits = false): RecordingRequest {
  const { roots, ...options } = request ?? {};
  if (!Array.isArray(roots) || !roots.every((root) => typeof root === 'string'))
    throw new SluiceError('usage', 'Recording request: roots must be a list of method patterns.');
  if (roots.length === 0)
    throw new SluiceError('usage', 'Recording request: at least one root method is needed.');
  const checked = { roots, ...checkedOptions(options) };
  const conflict = optionConflict(checked, waits);
  if (conflict === null) return checked;
  throw new SluiceError('usage', `Recording request: ${conflict.key}: ${conflict.why}.`, 'Do without.');
}

/** What else there is to measure is checked where it is measured. */
function isOfCallTree(request: MeasurementRequest): request is RecordingRequest {
  return (request?.kind ?? 'callTree') === 'callTree';
}
