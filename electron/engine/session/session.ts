import { SluiceError, messageOf } from '../../../shared/base/errors.ts';
import type { MethodPattern } from '../../../shared/callgraph/methodPattern.ts';
import type {
  EngineUpdate,
  MeasurementRequest,
  SessionPhase,
  SessionStatus,
} from '../../../shared/ipc/engineApi.ts';
import { isOver, type EventConsumer } from '../../../shared/ipc/engineClient.ts';
import type { RecordingMark } from '../../../shared/events/recordingMark.ts';
import type { MethodSwitch } from '../../../shared/recording/methodSwitch.ts';
import { noteText, type OnNote } from '../../../shared/messages/noteMessages.ts';
import type { AgentConnection } from '../agent/agentConnection.ts';
import type { EventFile } from '../events/eventFile.ts';
import { EventOutlet } from '../events/eventOutlet.ts';
import { EventPump } from '../events/eventPump.ts';
import type { Instrumenter, MakeInstrumenter } from '../revelation/instrumenter.ts';
import type { JvmEnd } from '../jvms/jvmEnd.ts';
import type { Adjustable, Measurement, MeasurementParts } from '../measurements/measurement.ts';
import { programCodeOf, type ProgramCode } from '../source/programCode.ts';
import { measurementOf } from './measurementKinds.ts';
import { tellNotRestored } from './notRestored.ts';
import { SessionNotes } from './sessionNotes.ts';
import { TargetClasses } from './targetClasses.ts';
import {
  agentLeftText,
  ATTACHED_TEXT,
  detachedText,
  sessionStatus,
  type SessionTarget,
} from './sessionStatus.ts';

const UPDATE_INTERVAL_MS = 250;
/** The stop is asked for at once; the agent hears it after what it is at, a check of what a probe costs at most. */
const SCARCE_REST_MS = 500;

/**
 * One attachment to one JVM, from the agent's call to the goodbye:
 *
 *     attached -> preparing -> recording or timing -> stopping -> attached ...    detaching -> detached
 *                        any of them -> ended, when the target or the connection goes away
 *
 * What it measures is a Measurement, one after the other; what is instrumented for recordings is the Instrumenter's affair.
 */
export class Session {
  readonly id: string;
  readonly #target: SessionTarget;
  readonly #agent: AgentConnection;
  readonly #eventFile: EventFile;
  readonly #pump: EventPump;
  readonly #outlet: EventOutlet;
  readonly #instrumenter: Instrumenter;
  readonly #classes: TargetClasses;
  readonly #emit: (update: EngineUpdate) => void;
  readonly #updates: NodeJS.Timeout;
  readonly #end: JvmEnd;
  readonly #over: Promise<void>;
  #resolveOver: () => void = () => {};

  #phase: SessionPhase = 'attached';
  #text = ATTACHED_TEXT;
  /** The present or last one; null before the first. */
  #measurement: Measurement | null = null;
  readonly #parts: MeasurementParts;
  /** The event file could not be read any more. */
  #streamBroken = false;
  /** The target was killed while it recorded. */
  #cutShort = false;
  readonly #notes = new SessionNotes();
  #code: ProgramCode = {};
  /** Asked with the first recording, beside its start, which waits for nothing; its end does. null: not yet. */
  #askingCode: Promise<void> | null = null;
  #stopping: Promise<SessionStatus> | null = null;
  #endingReason: string | null = null;
  /** What the clients were told last. */
  #sent = '';

  constructor(
    id: string,
    target: SessionTarget,
    end: JvmEnd,
    agent: AgentConnection,
    eventFile: EventFile,
    makeInstrumenter: MakeInstrumenter,
    emit: (update: EngineUpdate) => void,
  ) {
    this.id = id;
    this.#target = target;
    this.#end = end;
    this.#agent = agent;
    this.#eventFile = eventFile;
    this.#emit = emit;
    this.#over = new Promise((resolve) => (this.#resolveOver = resolve));
    this.#outlet = new EventOutlet(this.#note, () => this.#stopEarly());
    this.#pump = new EventPump(eventFile, (bytes) => this.#measurement?.take(bytes));
    this.#instrumenter = makeInstrumenter(agent, {
      onMethods: (methods) => emit({ kind: 'methods', sessionId: id, methods }),
      onNote: this.#note,
      onGetsOn: () => eventFile.noteWorkStep(),
    });
    this.#classes = new TargetClasses(agent, this.#instrumenter);
    this.#parts = {
      pid: target.pid,
      agent,
      instrumenter: this.#instrumenter,
      pump: this.#pump,
      outlet: this.#outlet,
      onNote: this.#note,
      onRecorded: (facts) => emit({ kind: 'recorded', sessionId: id, facts }),
      onStreamFailed: (error) => this.#streamFailed(error),
      onMemoryScarce: (what) => this.#memoryScarce(what),
    };
    agent.setHandlers({
      ...this.#instrumenter.handlers,
      classLoading: (loading) => this.#rewriter().classLoading(loading),
      rewriteClass: (classId, bytes) => this.#rewriter().rewriteClass(classId, bytes),
      loaderRefuses: (classId, loader) => this.#rewriter().loaderRefuses(classId, loader),
      rewriteLost: (classId) => this.#rewriter().rewriteLost(classId),
      note: this.#note,
      heartbeat: (totals) => this.#measurement?.heartbeat?.(totals),
      ending: (reason, account, runningHooks) => {
        this.#endingReason = reason;
        this.#measurement?.jvmEnds(account, runningHooks);
      },
      closed: (cause) => void this.#connectionClosed(cause),
    });
    this.#updates = setInterval(() => this.#sendStatus(), UPDATE_INTERVAL_MS);
  }

  get phase(): SessionPhase {
    return this.#phase;
  }

  /** Resolves when the session is 'detached' or 'ended' and its last events are out. */
  get over(): Promise<void> {
    return this.#over;
  }

  status(): SessionStatus {
    return sessionStatus({
      id: this.id,
      target: this.#target,
      agent: this.#agent,
      phase: this.#phase,
      text: this.#text,
      measurement: this.#measurement,
      code: this.#code,
      eventsUnread: !this.#outlet.complete || this.#streamBroken,
      cutShort: this.#cutShort,
      notes: this.#notes.texts,
    });
  }

  /** Who in this process alone takes the events from now on; null when nobody does. */
  setReader(reader: EventConsumer | null): void {
    this.#outlet.setReader(reader, 'inProcess');
  }

  /** A page takes the events from now on, perhaps beside others; it finds them again: see EventOutlet. @param name of its own */
  addPage(reader: EventConsumer, name: string): void {
    this.#outlet.addReader(reader, 'page', name);
  }

  /** It went away. */
  removePage(reader: EventConsumer): void {
    this.#outlet.removeReader(reader);
  }

  hasPage(name: string): boolean {
    return this.#outlet.hasReaderOf(name);
  }

  get hasReader(): boolean {
    return this.#outlet.hasReader;
  }

  /** There was a reader, and he went away. */
  get lostReader(): boolean {
    return this.#outlet.lostReader;
  }

  /** Those of the target. @throws SluiceError 'target-gone' */
  get classes(): TargetClasses {
    this.#checkConnected();
    return this.#classes;
  }

  /** See EngineApi.start. */
  async start(request: MeasurementRequest, waitForClasses = false): Promise<SessionStatus> {
    this.#checkConnected();
    const measurement = measurementOf(request, this.#parts, waitForClasses);
    const before = this.#measurement;
    this.#begin(measurement);
    this.#askingCode ??= this.#askCode();
    try {
      await measurement.start((step) => this.#enter('preparing', step));
      if (!this.#isIn('preparing')) throw new SluiceError('busy', 'The session was detached meanwhile.');
    } catch (thrown) {
      measurement.end();
      await this.#takeBack(measurement, before);
      throw thrown;
    }
    this.#enter(measurement.phase, measurement.text);
    return this.status();
  }

  /** See EngineApi.cancelStart. */
  cancelStart(): SessionStatus {
    if (this.#phase === 'preparing') this.#measurement?.cancel();
    return this.status();
  }

  /** See EngineApi.recordNow. */
  recordNow(): SessionStatus {
    if (this.#phase === 'preparing') this.#measurement?.recordNow?.();
    return this.status();
  }

  /** See EngineApi.switchOff. */
  async switchMethods(patterns: readonly MethodPattern[], on: boolean): Promise<readonly MethodSwitch[]> {
    const recording = this.#adjustable(
      'methods are switched while it records',
      'Leave methods out at the start by excluding them.',
    );
    const switched = await recording.switchMethods(patterns, on);
    this.#sendStatus();
    return switched;
  }

  /** See EngineApi.pause, resume and reset. */
  async mark(mark: RecordingMark): Promise<SessionStatus> {
    const recording = this.#adjustable('only what records can be paused or reset', 'Start a recording.');
    await recording[mark]();
    this.#sendStatus();
    return this.status();
  }

  /** See EngineApi.flush. */
  async flush(reader: string): Promise<number> {
    if (this.#isMeasuring && this.#measurement?.adjustable) await this.#measurement.adjustable.flush();
    await this.#outlet.settle();
    return this.#outlet.givenBytes(reader);
  }

  /** A page that is loaded anew can still be shown the last recording, also when the session is over. */
  get keepsRecording(): boolean {
    return this.#outlet.keepsRecording;
  }

  /** Gives the room of the last recording back. To be called when the session is over. */
  forgetRecording(): Promise<void> {
    return this.#outlet.close();
  }

  /** Resolves when the session is over and its reader has been given everything. */
  async drained(): Promise<void> {
    await this.#over;
    await this.#outlet.settle();
  }

  /** The program that a -javaagent holds back begins. */
  async resumeStartup(): Promise<void> {
    await this.#agent.resumeStartup();
  }

  /** See EngineApi.stop. Called again while it stops, it answers the same. */
  stop(): Promise<SessionStatus> {
    this.#stopping ??= this.#stop().finally(() => (this.#stopping = null));
    return this.#stopping;
  }

  /** Nobody looks any more: a recording that runs is stopped, and a page that comes back is told why. */
  stopUnwatched(): void {
    if (!this.#isMeasuring || this.#measurement === null) return;
    this.#note('pageClosed', { what: this.#measurement.noun });
    this.#stopEarly();
  }

  /** See EngineApi.detach: takes everything back, from any phase. */
  async detach(): Promise<SessionStatus> {
    if (isOver(this)) return this.status();
    if (this.#isMeasuring || this.#stopping) await this.stop().catch(() => {});
    if (this.#phase === 'detaching' || !this.#isConnected()) {
      await this.#over;
      return this.status();
    }
    this.#enter('detaching', 'restoring the classes');
    try {
      const { restoredClasses, notRestored } = await this.#agent.detach();
      this.#text = detachedText(restoredClasses, tellNotRestored(notRestored, this.#note));
    } catch (thrown) {
      this.#text = `detached: ${messageOf(thrown)}`;
    }
    this.#agent.close();
    await this.#over;
    return this.status();
  }

  async #stop(): Promise<SessionStatus> {
    if (this.#phase === 'attached') return this.status();
    if (!this.#isMeasuring) throw new SluiceError('busy', `The session is ${this.#phase}, not recording.`);
    try {
      await this.#measurement?.stop((step) => this.#enter('stopping', step));
      await this.#askingCode;
      this.#enter('attached', ATTACHED_TEXT);
    } catch (thrown) {
      // When the target ends meanwhile, what was collected is kept and the status says so.
      if (this.#isConnected()) throw thrown;
      await this.#over;
    }
    return this.status();
  }

  async #askCode(): Promise<void> {
    this.#code = await programCodeOf(this.#target.pid);
  }

  /** What was measured last makes room for another one. */
  #begin(measurement: Measurement): void {
    if (this.#phase !== 'attached') {
      throw new SluiceError('busy', `The session is ${this.#phase}.`, 'Stop the recording first.');
    }
    this.#measurement = measurement;
    this.#streamBroken = false;
    this.#notes.clear();
  }

  /** A start that failed leaves the target as it was, and what was measured before where its reader still has that. */
  async #takeBack(failed: Measurement, before: Measurement | null): Promise<void> {
    const canUndo = this.#isConnected() && this.#phase === 'preparing';
    try {
      if (canUndo) await failed.takeBack();
      if (!failed.hasBegun) this.#measurement = before;
      if (canUndo) this.#enter('attached', ATTACHED_TEXT);
    } catch (thrown) {
      this.#note('startNotTakenBack', { why: messageOf(thrown) });
      this.#agent.close(); // the agent restores by itself
    }
  }

  #streamFailed(error: SluiceError): void {
    this.#note('eventsUnreadable', { why: `${error.message} ${error.remedy}`.trim() });
    this.#streamBroken = true;
    this.#agent.close(); // the agent switches off and restores the classes
  }

  #memoryScarce(what: string): void {
    this.#pump.rest(SCARCE_REST_MS);
    this.#note('memoryScarce', { what });
    this.#stopEarly();
  }

  /** What is measured ends by itself: what there is of it is kept, and a note has said why. */
  #stopEarly(): void {
    if (this.#isMeasuring) this.stop().catch(() => {}); // the session is over, and its status says why
  }

  /** The connection is over: by detach(), or because the target or its agent went away. */
  async #connectionClosed(cause: Error | null): Promise<void> {
    const wanted = this.#phase === 'detaching';
    this.#measurement?.end();
    this.#cutShort = !wanted && this.#isUnfinished;
    await this.#pump.stop(); // what the target wrote before is in the file, whatever became of it
    this.#measurement?.abandon?.();
    await this.#outlet.settle();
    await this.#askingCode;
    this.#eventFile.close();
    clearInterval(this.#updates);
    if (wanted) {
      this.#enter('detached', this.#text);
    } else {
      const said = this.#endingReason;
      const left = said === null && !(await this.#end.hasCome());
      if (this.#cutShort && said === null) this.#note(left ? 'agentLeft' : 'jvmKilled', {});
      this.#enter(
        'ended',
        left ? agentLeftText(this.#notes.tellAnError) : (said ?? (await this.#endOf(cause))),
      );
    }
    this.#end.close();
    this.#resolveOver();
  }

  /** Of a JVM whose agent could say nothing. */
  async #endOf(cause: Error | null): Promise<string> {
    const isKnown = cause instanceof SluiceError && cause.code !== 'target-gone';
    return isKnown ? cause.message : this.#end.told();
  }

  /** The phase changes during awaits, which the compiler does not see. */
  #isIn(phase: SessionPhase): boolean {
    return this.#phase === phase;
  }

  get #isMeasuring(): boolean {
    return this.#phase === this.#measurement?.phase;
  }

  /** What is measured may have its last events still in the target: nobody has told the totals. */
  get #isUnfinished(): boolean {
    return (this.#isMeasuring || this.#phase === 'stopping') && this.#measurement?.isWhole === false;
  }

  #rewriter(): Measurement['rewriter'] {
    return this.#measurement?.rewriter ?? this.#instrumenter.handlers;
  }

  #isConnected(): boolean {
    return !isOver(this) && !this.#agent.isOver;
  }

  /** @throws SluiceError 'busy' when nothing runs that can be changed; @param so what follows from that */
  #adjustable(so: string, remedy: string): Adjustable {
    this.#checkConnected();
    const adjustable = this.#isMeasuring ? this.#measurement?.adjustable : null;
    if (adjustable) return adjustable;
    throw new SluiceError('busy', `The session is ${this.#phase}: ${so}.`, remedy);
  }

  #checkConnected(): void {
    if (this.#isConnected()) return;
    throw new SluiceError('target-gone', `The session is over: ${this.#text}.`, 'Attach again.');
  }

  readonly #note: OnNote = (id, details) => {
    const text = noteText(id, details);
    if (!this.#notes.add(id, text)) return;
    this.#emit({ kind: 'note', sessionId: this.id, id, text });
  };

  #enter(phase: SessionPhase, text: string): void {
    this.#phase = phase;
    this.#text = text;
    this.#sendStatus();
  }

  #sendStatus(): void {
    const status = this.status();
    const text = JSON.stringify(status);
    if (text === this.#sent) return;
    this.#sent = text;
    this.#emit({ kind: 'status', status });
  }
}
