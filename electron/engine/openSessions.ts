import { randomBytes } from 'node:crypto';
import { SluiceError } from '../../shared/base/errors.ts';
import type { EngineUpdate, SessionStatus } from '../../shared/ipc/engineApi.ts';
import { isOver } from '../../shared/ipc/engineClient.ts';
import type { MethodInfo } from '../../shared/naming/methodInfo.ts';
import type { MetAgent } from './agent/rendezvous.ts';
import type { JvmEnd } from './jvms/jvmEnd.ts';
import type { MakeInstrumenter } from './revelation/instrumenter.ts';
import { Session } from './session/session.ts';
import type { SessionTarget } from './session/sessionStatus.ts';
import { SessionLog } from './support/sessionLog.ts';
import type { SupportLog } from './support/supportLog.ts';

/** Sessions that are over and still can be asked for their status. */
const MAX_PAST_SESSIONS = 20;

interface OpenSession {
  readonly session: Session;
  readonly methods: MethodInfo[];
  /** Of its last recording; null: none has ended. */
  recorded: EngineUpdate | null;
}

/** The sessions of an engine, and who hears of them. */
export class OpenSessions {
  readonly #log: SupportLog;
  readonly #sessions = new Map<string, OpenSession>();
  readonly #listeners = new Set<(update: EngineUpdate) => void>();
  /** Sessions there were. */
  #sessionCount = 0;
  #closed = false;

  constructor(log: SupportLog) {
    this.#log = log;
  }

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

  /** @throws SluiceError('not-found') */
  get(sessionId: string): Session {
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

  async open(
    target: SessionTarget,
    end: JvmEnd,
    { agent, eventFile }: MetAgent,
    makeRevelation: MakeInstrumenter,
  ): Promise<SessionStatus> {
    const id = randomBytes(8).toString('hex');
    const methods: MethodInfo[] = [];
    const sessionLog = new SessionLog(this.#log, ++this.#sessionCount);
    const emit = (update: EngineUpdate): void => {
      sessionLog.learn(update);
      if (update.kind === 'recorded') open.recorded = update;
      if (update.kind === 'methods') for (const method of update.methods) methods.push(method); // may be 100,000
      this.tell(update);
    };
    const session = new Session(id, target, end, agent, eventFile, makeRevelation, emit);
    const open: OpenSession = { session, methods, recorded: null };
    this.#sessions.set(id, open);
    this.#forgetOldest();
    void session.over.then(() => this.#keepOnly(session));
    if (this.#closed) return session.detach(); // closed while attaching
    const status = session.status();
    emit({ kind: 'status', status });
    return status;
  }

  tell(update: EngineUpdate): void {
    for (const listener of this.#listeners) listener(update);
  }

  live(): Session[] {
    return [...this.#sessions.values()].map(({ session }) => session).filter((session) => !isOver(session));
  }

  /** Of a process; undefined: it is not attached. */
  withPid(pid: number): Session | undefined {
    return this.live().find((session) => session.status().target.pid === pid);
  }

  /** Detaches from everything: no target stays instrumented. */
  async close(): Promise<void> {
    this.#closed = true;
    await Promise.all(this.live().map((session) => session.detach()));
    await Promise.all([...this.#sessions.values()].map(({ session }) => session.forgetRecording()));
    this.#listeners.clear();
  }

  /** @throws SluiceError 'busy' */
  checkOpen(): void {
    if (this.#closed) throw new SluiceError('busy', 'Sluice is closing.');
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
}
