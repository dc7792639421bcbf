import type { MethodNode } from '../../../shared/callgraph/callGraphNodes.ts';
import type { MethodPattern } from '../../../shared/callgraph/methodPattern.ts';
import type {
  ClassRow,
  MethodRow,
  RecordingRequest,
  SwitchedOffMethods,
} from '../../../shared/ipc/engineApi.ts';
import type { MethodInfo } from '../../../shared/naming/methodInfo.ts';
import type { AgentHandlers, TargetAgent } from '../agent/targetAgent.ts';
import type { OnNote } from '../../../shared/messages/noteMessages.ts';

export interface InstrumentationStats {
  readonly instrumentedMethods: number;
  readonly instrumentedClasses: number;
  readonly hotSwaps: number;
  /** What they took, all together. */
  readonly swapMs: number;
  /** What reading, working out and rewriting took. */
  readonly analysisMs: number;
  /** What is not measured, or in part, each with its reason; at most the newest 1,000. */
  readonly refusals: readonly string[];
  /** A class was defined before all that it makes reachable carried probes, or a swap failed: counts may be short. */
  readonly callsMayBeMissing: boolean;
  /** How many refusals, of all that there were, calls may be missing for. */
  readonly notMeasured: number;
  /** Classes that were to come with probes, and were defined before the answer. */
  readonly lostLoads: number;
  readonly switchedOff: SwitchedOffMethods;
  readonly progress: InstrumentationProgress;
}

/** How far what is under way has come. */
export interface InstrumentationProgress {
  /** Class files that have been read, of those that a start needs; null: none is read. */
  readonly reading: { readonly classes: number; readonly of: number } | null;
  /** Methods to which a hot swap is about to give probes; 0: none is under way. */
  readonly awaitedMethods: number;
}

export interface StartOptions {
  /** Roots whose class is not loaded yet are instrumented when it loads, instead of refused. */
  readonly allowUnloadedRoots?: boolean;
  /** Aborted, the start rejects before it swaps the classes; to be called off by `stop` like one that failed. */
  readonly signal?: AbortSignal;
}

/**
 * Before the agent records, a program in which threads would wait for long runs its roots with the probes, and nobody waits: what they
 * call for the first time is told, and has its probes when the recording begins.
 */
export interface Rehearsal {
  /** The agent rehearses: roots tell that they run, and nothing else is told of what is instrumented already. */
  begun(): Promise<void>;
  /** When something was told last, as performance.now(); -Infinity: nothing was. */
  lastNewsMs(): number;
  /** Resolves when all that was told before carries probes, and what loads have made reachable. */
  settled(): Promise<void>;
  /** The agent rehearses no more: from now on calls can be missed. */
  ended(): void;
}

/** What decides which methods are instrumented, and when: revelation.ts, as the session needs it. */
export interface Instrumenter {
  readonly handlers: Pick<
    AgentHandlers,
    | 'classLoading'
    | 'rewriteClass'
    | 'firstInvoked'
    | 'reflected'
    | 'loaderSeen'
    | 'loaderRefuses'
    | 'rewriteLost'
    | 'loadLost'
    | 'witnessed'
    | 'takeMade'
    | 'objectSizes'
  >;
  /** @throws SluiceError 'root-not-found' | 'not-instrumentable' | 'usage'; then nothing is instrumented */
  start(request: RecordingRequest, options: StartOptions): Promise<void>;
  /** After `start`; null: first calls are few, or it is not known that the roots are called. */
  readonly rehearsal: Rehearsal | null;
  /** The agent records: threads wait for what is instrumented from now on. */
  recordingStarted(): void;
  /** Takes all instrumentation out again. */
  stop(): Promise<void>;
  /** See Revelation.switchMethods. */
  switchMethods(patterns: readonly MethodPattern[], on: boolean): Promise<readonly MethodNode[]>;
  searchClasses(query: string, limit: number): Promise<readonly ClassRow[]>;
  methodsOf(classId: number): Promise<readonly MethodRow[]>;
  stats(): InstrumentationStats;
  /** Who may call the roots of the recording that runs, by their code; none are known without one. */
  rootCallers(): Promise<readonly MethodNode[]>;
}

/** Whom an instrumenter tells. */
export interface InstrumenterListeners {
  /** Methods have their ids. */
  readonly onMethods: (methods: readonly MethodInfo[]) => void;
  readonly onNote: OnNote;
  /** Long work gets on: to be shown to the agent, see EventFile.noteWorkStep. */
  readonly onGetsOn: () => void;
}

export type MakeInstrumenter = (agent: TargetAgent, listeners: InstrumenterListeners) => Instrumenter;
