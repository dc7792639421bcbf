import type { SluiceErrorCode } from '../base/errors.ts';
import type { LineRange } from '../base/lineRange.ts';
import type { MethodInfo } from '../naming/methodInfo.ts';
import type { MethodSwitch } from '../recording/methodSwitch.ts';
import type { NoteId } from '../messages/noteMessages.ts';
import type { RecordingOptions } from '../recording/options/options.ts';
import type { RecordedFacts } from './recordedFacts.ts';
import type { RecordingExtent } from '../recording/extent.ts';
import type { Preview } from '../recording/preview.ts';
import type { RecordedTarget } from '../recording/snapshot.ts';
import type { Counters } from '../recording/timeline.ts';
import type { BareRoot, PassSummary, RegionCalibration } from '../recording/passSummary.ts';
import type { MethodId } from '../base/ids.ts';
import type { Calibration } from '../cct/cctTable.ts';
import type { EngineFindings } from './finding.ts';
import type { JvmApi } from './jvmApi.ts';
import type { SampleChoices } from './sampleChoices.ts';
import type { MethodSource, SourceQuestion } from './methodSource.ts';

/**
 * The one contract between the engine and its clients: window, browser tab, command line, tests.
 * Over the network it is JSON by WebSocket (rpc.ts): questions {id, method, params}, answers {id, result} or
 * {id, error}, and updates {update}. Profiling events do not pass here: they are raw blocks (shared/wire/README.md
 * section 2) on the HTTP stream `sessions/<id>/events/<reader>`, read by the client's CCT worker. One recording follows the other
 * there, each opened by a RECORDING_START block.
 */

/** A running JVM, as the list shows it. */
export interface JvmSummary {
  readonly pid: number;
  /** Main class or jar with its path cut, or "" when unknown. */
  readonly mainClass: string;
  /** Everything after `java`, as far as the system shows it. */
  readonly commandLine: string;
  /** e.g. 17.0.15, or "" when it cannot be read. */
  readonly javaVersion: string;
  readonly vmName: string;
  readonly user: string;
  readonly uptimeMs: number;
  readonly container: boolean;
  readonly attachable: boolean;
  /** Why not, in one sentence with the remedy; "" when attachable. */
  readonly whyNot: string;
  /** JEP 451's warning, recompilation on 17. */
  readonly notices: readonly JvmNotice[];
}

/** What the owner of a JVM should know first. */
export interface JvmNotice {
  /** By what it is done: attaching alone, or the first swap of a class; or what could not be seen when it was looked at. */
  readonly by: 'look' | 'attach' | 'swap';
  readonly text: string;
}

/** What is recorded, and how (shared/recording/options/options.ts). */
export interface RecordingRequest extends RecordingOptions {
  /** A call tree, also where it is absent. */
  readonly kind?: 'callTree';
  /** Method patterns: pkg.Class::method(int,String) and so on; several roots are possible. */
  readonly roots: readonly string[];
}

/** A code region to be timed: a method, or some of its lines. */
export interface RegionRequest {
  readonly kind: 'region';
  /** A method pattern that names one class, and with `lines` perhaps no more than that. */
  readonly method: string;
  /** null: all of the method. */
  readonly lines: LineRange | null;
}

/** What a session is asked to measure. */
export type MeasurementRequest = RecordingRequest | RegionRequest;

export interface RegionStatus {
  readonly request: RegionRequest;
  /** The pattern that names exactly the method that is timed; "" until its class is loaded. */
  readonly method: string;
  readonly elapsedMs: number;
  readonly calibration: RegionCalibration | null;
  readonly summary: PassSummary;
}

export type SessionPhase =
  | 'attaching'
  | 'attached' // connected; nothing is instrumented
  | 'preparing' // calibrating, looking for roots, instrumenting them
  | 'recording'
  | 'timing' // a code region is timed; nothing else is instrumented
  | 'stopping'
  | 'detaching'
  | 'detached' // the classes are as they were; the session is over
  | 'ended'; // the target or the connection went away; the session is over

/** What is happening, in numbers and one line of text. */
export interface SessionStatus extends MeasuredStatus {
  readonly sessionId: string;
  readonly phase: SessionPhase;
  /** One line that says what is happening: "instrumenting 312 methods". */
  readonly text: string;
  readonly target: RecordedTarget;
  /** Nothing was dropped and no wait ran out: every count is exact. */
  readonly complete: boolean;
  /** Why it is not complete, a clause for each cause: "12 events were dropped". */
  readonly losses: readonly string[];
}

/** What a session's status tells of its present or last measurement. */
export interface MeasuredStatus {
  readonly measurement: MeasurementStatus;
  readonly instrumentation: InstrumentationStatus;
  /** Of the recording. Since its last reset: times, class loads, and the length of pauses. */
  readonly counters: Counters;
  readonly droppedEvents: number;
  /** Methods or classes that are not measured, or in part, each with its reason; the newest last, at most 1,000. */
  readonly refusals: readonly string[];
  readonly notes: readonly string[];
}

export interface MeasurementStatus {
  readonly request: RecordingRequest | null;
  readonly calibration: Calibration | null;
  /** What the root of the present or last recording took before it; null: it was not timed, or was not steady. */
  readonly bareRoot: BareRoot | null;
  /** The region that is timed, or was timed last; null after a recording has begun. */
  readonly region: RegionStatus | null;
  /** When the present or last recording began, or its last reset, in milliseconds since 1970; 0 before the first. */
  readonly startedAtMs: number;
  /** Length of the recording so far, since its last reset, without pauses. */
  readonly elapsedMs: number;
  /** A start lets the roots run with all probes, so that what they call is found before it records; false once `recordNow` was asked. */
  readonly rehearsing: boolean;
  /** The recording runs, and is paused. */
  readonly paused: boolean;
  /** What was switched off and on in the present or last recording; the newest last, at most 1,000. */
  readonly switches: readonly MethodSwitch[];
  /** Methods that threads called which no root has called; known when the recording has ended, and of 1,024 at most. */
  readonly calledOutside: readonly MethodId[];
}

/** What carries probes. */
export interface InstrumentationStatus {
  readonly methods: number;
  readonly classes: number;
  /** What Sluice took to read classes, to work out what can be called, and to rewrite them. */
  readonly analysisMs: number;
  /** Methods of the subgraph that are switched off now. */
  readonly switchedOff: SwitchedOffMethods;
}

export interface SwitchedOffMethods {
  readonly count: number;
  /** Patterns that name exactly one of them each, the oldest first; at most 100. */
  readonly names: readonly string[];
}

export interface ClassRow {
  readonly classId: number;
  readonly name: string;
  readonly loader: string;
  readonly module: string;
  readonly modifiable: boolean;
  /** Of the JDK. */
  readonly isCore: boolean;
}

export interface MethodRow {
  readonly name: string;
  readonly descriptor: string;
  /** Java form of the parameters: (int, String). */
  readonly parameters: string;
  readonly returnType: string;
  readonly flags: number;
  /** The pattern that names exactly this method. */
  readonly pattern: string;
  /** "" or why it cannot be a root (abstract, native). */
  readonly whyNot: string;
}

/** What is told of a recording that is to be kept. */
export interface RecordingFacts {
  /** Of its file, for the reader; no path. */
  readonly name: string;
  readonly mainClass: string;
  /** When the recording began, in milliseconds since 1970. */
  readonly startedAtMs: number;
  readonly roots: readonly string[];
  readonly fileBytes: number;
  /** False: the user has no file of it, and the copy is all there is. */
  readonly isSaved: boolean;
}

/** What the user calls a recording, and says of it: one line each, "" for none. */
export interface RecordingLabel {
  readonly title: string;
  readonly note: string;
}

/** A recording of which the engine has a copy. */
export interface KeptRecording extends RecordingFacts, RecordingLabel {
  readonly id: string;
}

/** The demo program, attached. */
export interface DemoSession {
  readonly status: SessionStatus;
  /** What a recording of it begins with; none: that is left to the user. */
  readonly roots: readonly string[];
}

/** What of a program is its own and no library. */
export interface OwnCode {
  /** Of its packages: com.acme.shop.** */
  readonly patterns: readonly string[];
  /** Where they lie, for a person: "folder /srv/classes", "BOOT-INF/classes of shop.jar". */
  readonly places: readonly string[];
  /** Those with methods; none where they were not asked for. */
  readonly borders: readonly BorderMethods[];
}

/** Methods by which a program calls others, or is called by them. */
export interface BorderMethods {
  /** As docs/guide.md has it: JDBC. */
  readonly name: string;
  /** Each of one method or its overloads: com.zaxxer.hikari.pool.HikariPool::getConnection */
  readonly patterns: readonly string[];
}

export interface EngineError {
  readonly code: SluiceErrorCode | 'bug';
  readonly message: string;
  readonly remedy: string;
}

export interface EngineApi extends JvmApi {
  listJvms(): Promise<readonly JvmSummary[]>;
  /** Resolves when connected ('attached'). */
  attach(pid: number): Promise<SessionStatus>;
  /** Starts the demo program and attaches to it, or finds the session that it has already. */
  attachDemo(): Promise<DemoSession>;
  /**
   * Starts a program with the agent in it. It waits before its main method for `start`: until the tool has taken no step for 30 s,
   * five minutes at most in all. Roots may name classes that are not loaded yet. When that start fails, the program is ended. Its
   * output goes to the engine's stderr, its input is empty.
   * @param commandLine as one types it; quotes hold blanks together, and no shell reads it
   * @param folder where it runs; "": where the engine does
   */
  launch(commandLine: string, folder: string): Promise<SessionStatus>;
  /** Loaded classes whose name contains all the words of `query`, best matches first; capitals do not count, and `$` is a dot. */
  searchClasses(sessionId: string, query: string, limit: number): Promise<readonly ClassRow[]>;
  methodsOf(sessionId: string, classId: number): Promise<readonly MethodRow[]>;
  /**
   * The packages of the program's own, as its class path tells them from libraries. Rejects with not-found where it does not.
   * @param withBorders also the methods of other loaded classes that implement those by which programs call outward
   */
  ownCode(sessionId: string, withBorders: boolean): Promise<OwnCode>;
  /** How large a recording may become, before `start`: of all that is loaded and not left out. Takes a fraction of a second. */
  extent(sessionId: string, request: RecordingRequest): Promise<RecordingExtent>;
  /**
   * What `start` would instrument of the classes that are loaded now, and what it cannot. Nothing is instrumented, and a recording
   * that runs goes on. Rejects as `start` does.
   */
  preview(sessionId: string, request: RecordingRequest): Promise<Preview>;
  /**
   * Resolves when the roots are instrumented and events flow ('recording'), or when the region is timed ('timing'): its numbers
   * come with the status. `stop` ends it. Rejects with root-not-found, usage or not-instrumentable, and a sentence that names the
   * methods and lines that there are.
   * @param waitForClasses what is named may be of classes that are not loaded yet: it is measured when they load
   */
  start(sessionId: string, request: MeasurementRequest, waitForClasses?: boolean): Promise<SessionStatus>;
  /**
   * Stops measuring methods while the recording runs: those that match one of the patterns, now or when they come. Their time is
   * their caller's own then, and their callees are below the nearest measured caller. Roots stay measured.
   * Resolves when their probes are out. Rejects with usage (nothing changes then) where a pattern names only roots, a class
   * that is left out, or a method that a loaded class does not have; with busy when nothing is recorded.
   * @returns one entry for each pattern
   */
  switchOff(sessionId: string, patterns: readonly string[]): Promise<readonly MethodSwitch[]>;
  /** Measures methods again that were switched off, as switchOff. Of patterns that match, the last that came holds. */
  switchOn(sessionId: string, patterns: readonly string[]): Promise<readonly MethodSwitch[]>;
  /** Gives up a `start` that is under way: that rejects with busy before its next step, and the classes are as they were. */
  cancelStart(sessionId: string): Promise<SessionStatus>;
  /** Ends the rehearsal of a `start` under way, if there is one, after the swap that runs. What is called for the first time from then on waits for its probes. */
  recordNow(sessionId: string): Promise<SessionStatus>;
  /**
   * Who may call the roots of the recording that runs, as far as the code of loaded classes says it: patterns, at most 100.
   * For who waits for the first call.
   */
  rootCallers(sessionId: string): Promise<readonly string[]>;
  /**
   * Pauses the recording: nothing that begins is counted until `resume`, also what it calls, and the time is nobody's. Frames that
   * are open stay open or end. Probes stay, and cost next to nothing. Resolves when it is paused; one that is paused stays so.
   * Rejects with busy when nothing is recorded.
   */
  pause(sessionId: string): Promise<SessionStatus>;
  /** Lets a paused recording go on; what is within a root since before the pause is recorded again. */
  resume(sessionId: string): Promise<SessionStatus>;
  /** Empties the results: the recording goes on, and is as if it had begun now; frames that are open have no call. */
  reset(sessionId: string): Promise<SessionStatus>;
  /**
   * Resolves when the readers of the event stream have been given all that was recorded before the call. A recording goes on.
   * @param reader the name with which the stream was opened; "": in this process
   * @returns bytes of the stream that this reader has been given, from its first one on
   */
  flush(sessionId: string, reader?: string): Promise<number>;
  /** Resolves when everything recorded has been put on the event stream. The session is 'attached' again. */
  stop(sessionId: string): Promise<SessionStatus>;
  detach(sessionId: string): Promise<SessionStatus>;
  /**
   * Samples what a JVM is doing, by its own Flight Recorder: no agent, no probes; the JVM may be attached or not. The update
   * 'sampling' tells when samples begin, as the first start in the life of a JVM takes some seconds, and then whenever there are more.
   * Rejects with not-attachable where the JVM has no Flight Recorder, with busy while it is sampled already or when it was cancelled.
   * @param durationMs of the samples, ten minutes at most
   * @returns id of the recording, a .sluice file of samples: GET samples/<id> has it, once
   */
  sample(pid: number, durationMs: number, choices?: SampleChoices): Promise<string>;
  /** Ends the sampling of a JVM, if there is one, before its time: its `sample` resolves with what there is. */
  endSampling(pid: number): Promise<void>;
  /** Ends the sampling of a JVM, if there is one: its `sample` rejects when the Flight Recorder has stopped. */
  cancelSampling(pid: number): Promise<void>;
  /** What attaching depends on; nothing is sent to the process. @param pid null: the machine alone */
  findings(pid: number | null): Promise<EngineFindings>;
  /** The recordings that were stopped, saved or opened last, in any run of the engine; the last one first. GET kept/<id> has the file,
   *  and puts it first. */
  keptRecordings(): Promise<readonly KeptRecording[]>;
  /**
   * Announces the copy of a recording, which is PUT to kept/<id>. It takes the place of the copy of the same recording and name,
   * or of the oldest: one of a saved recording never that of one that was not saved. It has the label of the one that it replaces.
   * Rejects with usage where it is too large to be kept.
   * @returns its id
   */
  keepRecording(facts: RecordingFacts): Promise<string>;
  /**
   * Gives a recording in the list a name of the user's own, and a note; its place in the list stays.
   * Rejects with usage where one is longer than a line, with not-found where the copy is gone.
   */
  labelRecording(id: string, label: RecordingLabel): Promise<void>;
  /** Takes a recording from the list, and its copy away; one that is gone already stays so. */
  forgetRecording(id: string): Promise<void>;
  /**
   * The code of a method: its source where that is on the engine's machine, else decompiled or as bytecode.
   * Rejects with not-found where neither source nor class can be had, with io when the decompiler fails or cannot be fetched.
   */
  source(question: SourceQuestion): Promise<MethodSource>;
  /**
   * Opens a file that `source` has named, by a command of the user's in which {file} and {line} stand for it. No shell reads it.
   * Rejects with usage or not-found.
   */
  openInEditor(command: string, file: string, line: number): Promise<void>;
  /** A text for a bug report: versions, the state of the machine, the end of the log. It names nothing of the user's. */
  diagnostics(): Promise<string>;
  /** What is known now: for clients that connect later. */
  status(sessionId: string): Promise<SessionStatus>;
}

/** Sent to every client, unasked. */
export type EngineUpdate =
  | { readonly kind: 'status'; readonly status: SessionStatus }
  /** Methods that got an id; always sent before events that mention them can be read. */
  | { readonly kind: 'methods'; readonly sessionId: string; readonly methods: readonly MethodInfo[] }
  /** A recording has ended: what was found beside its events. Sent before `stop` resolves. */
  | { readonly kind: 'recorded'; readonly sessionId: string; readonly facts: RecordedFacts }
  /** Samples of the JVM are taken. `samples`: id of what there is by now, as that of `sample`; null: none, they begin. */
  | { readonly kind: 'sampling'; readonly pid: number; readonly samples: string | null }
  | {
      /** What else there is to know of it, NOTE_MESSAGES has by its id. */
      readonly kind: 'note';
      readonly sessionId: string;
      readonly id: NoteId;
      readonly text: string;
    };
