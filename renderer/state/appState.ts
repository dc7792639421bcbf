import type { CallPath } from '../../shared/analysis/callPath.ts';
import type { HeapSnapshot } from '../../shared/compare/risingClasses.ts';
import type { JvmSummary, KeptRecording, SessionStatus } from '../../shared/ipc/engineApi.ts';
import { isOver } from '../../shared/ipc/engineClient.ts';
import type { Monitoring } from '../../shared/monitor/monitorSample.ts';
import type { Deadlock } from '../../shared/threads/deadlocks.ts';
import type { DumpAnnouncement } from '../../shared/ipc/heapAnswers.ts';
import { INITIAL_OPTIONS } from '../../shared/recording/options/chosenOptions.ts';
import { ROOT_CALLS_SET } from '../../shared/recording/sets/rootCallSets.ts';
import { FINDINGS_VIEW } from '../../shared/findings/finding.ts';
import { GROUPS_VIEW } from '../../shared/rows/groupRows.ts';
import { TREE_VIEWS } from '../../shared/rows/views.ts';
import type { ComparisonSummary, Narrowed, OpenedContents, SampledProgram } from '../worker/cctProtocol.ts';
import type { DumpFacts, JoinedMakers } from '../worker/heap/heapProtocol.ts';
import { draftOptions, type DraftOptions } from './draftOptions.ts';
import type { HeapTab } from './heapTabs.ts';
import type { ViewKind } from '../worker/workerViews.ts';

/** What the window knows, apart from results (results.ts), which change far more often. */
export interface AppState {
  /** 'none': the page holds a recording, and no engine is behind it. */
  readonly connection: 'connecting' | 'open' | 'lost' | 'none';
  /** null until the engine has answered for the first time. */
  readonly jvms: readonly JvmSummary[] | null;
  readonly selectedPid: number | null;
  readonly jvmFilter: string;
  /** The one long question that is open; it disables what cannot be done meanwhile. */
  readonly pending: PendingAction | null;
  /** It was given up, and ends at its next step. */
  readonly cancelling: boolean;
  /** How far what is pending has come; null: it does not say. */
  readonly progress: Progress | null;
  /** The JVM that is being sampled; null: none is. */
  readonly sampling: Sampling | null;
  /** Of the JVM that was attached to or looked at last; null: none were found. */
  readonly deadlocks: FoundDeadlocks | null;
  /** What the last samples told; null before the first. */
  readonly sampled: SampledJvm | null;
  readonly problems: readonly Problem[];
  /** Below the recording of the demo stands what to try. */
  readonly showsDemoHints: boolean;
  /** What fills the window: the list of JVMs, the session or the recording, both of which stay when it is left. */
  readonly screen: 'jvms' | 'session' | 'recording' | 'comparison' | 'dump' | 'jvmHeap' | 'monitor';
  /** JVMs that this engine is attached to, whichever window asked for it: session by pid. */
  readonly attached: ReadonlyMap<number, string>;
  /** A session that is over stays until the next attach. */
  readonly session: SessionView | null;
  /** A recording file that is shown: it needs no session and no engine. */
  readonly recording: RecordingView | null;
  /** Of threads as they are now: of which JVM; null: the recording is a file, or of something else. */
  readonly threadsNow: { readonly pid: number; readonly isRepeated: boolean } | null;
  /** Two recordings compared: it needs neither session nor engine. */
  readonly comparison: ComparisonView | null;
  /** A heap dump that is shown: it needs neither session nor engine. */
  readonly dump: DumpView | null;
  /** The objects of a running JVM, which need no session. */
  readonly jvmHeap: JvmHeapView | null;
  /** A running JVM that is looked at from outside, which needs no session. */
  readonly monitor: MonitorView | null;
  /** What is in front of the screen. */
  readonly overlay: Overlay | null;
}

export type Overlay = 'palette' | 'keys' | 'launch' | 'compare' | 'replace' | 'extent' | 'heapDump';

export type PendingAction =
  | 'attach'
  | 'start'
  | 'stop'
  | 'detach'
  | 'open'
  | 'save'
  | 'launch'
  | 'compare'
  | 'sample'
  | 'count'
  | 'dump';

export interface Progress {
  /** "reading the references" */
  readonly what: string;
  /** 0 to 1 */
  readonly done: number;
}

export interface Sampling {
  readonly pid: number;
  /** False while its Flight Recorder is being started. */
  readonly hasBegun: boolean;
}

/** Threads of a JVM that wait for each other. */
export interface FoundDeadlocks {
  readonly pid: number;
  readonly mainClass: string;
  readonly circles: readonly Deadlock[];
}

export interface SampledJvm extends SampledProgram {
  readonly pid: number;
  readonly mainClass: string;
}

/** One attached target, from 'attached' until another one is attached. */
export interface SessionView {
  readonly status: SessionStatus;
  readonly tab: SessionTab;
  readonly draft: RecordingDraft;
  /** Why what was recorded last is in this window only, as a sentence; "" when there is a copy, or nothing. */
  readonly whyNotKept: string;
  /** It has stopped, and its last events are still on their way to the page. */
  readonly isArriving: boolean;
}

export type SessionTab =
  'roots' | ViewKind | typeof ROOT_CALLS_TAB | typeof GROUPS_TAB | typeof FINDINGS_TAB | 'region';

/** How long root calls lasted, in a session as in a file. */
export const ROOT_CALLS_TAB = `set:${ROOT_CALLS_SET}` as const;

/** Root calls that are told apart, in a session as in a file. */
export const GROUPS_TAB = `set:${GROUPS_VIEW}` as const;

/** What stands out, in a session as in a file. */
export const FINDINGS_TAB = `set:${FINDINGS_VIEW}` as const;

/** False of the tabs that choose what is measured. */
export function showsResults(tab: SessionTab): boolean {
  return tab !== 'roots' && tab !== 'region';
}

/** One opened file, until another one is opened or it is closed. */
export interface RecordingView extends OpenedContents {
  /** Of the file. */
  readonly name: string;
  readonly tab: RecordingTab;
  /** The range of its time that all views show; null: all of it. */
  readonly narrowed: Narrowed | null;
}

/** A view of the call trees, or a data set by its id. */
export type RecordingTab = ViewKind | DataSetTab;
export type DataSetTab = `set:${string}`;

export function isDataSetTab(tab: string): tab is DataSetTab {
  return tab.startsWith('set:');
}

/** Two recordings compared, until others are or it is closed. */
export interface ComparisonView {
  readonly summary: ComparisonSummary;
  readonly tab: ViewKind;
}

/** A context of a recording, with its name for the reader. */
export interface ChosenContext {
  readonly path: CallPath;
  readonly name: string;
}

/** An opened heap dump, until another one is opened or it is closed. */
export interface DumpView {
  /** Of the file. */
  readonly name: string;
  readonly facts: DumpFacts;
  readonly tab: HeapTab;
  /** What the views of an object or a class are about, as its row is named; null: nothing was chosen. */
  readonly subject: string | null;
  /** What a recording has told of it: who has made its objects; null: none was asked. */
  readonly makers: JoinedMakers | null;
  /** The context that the tab of what was made is about; null: all. */
  readonly madeBy: ChosenContext | null;
}

/** The heap of a running JVM, until that of another one is looked at. */
export interface JvmHeapView {
  readonly pid: number;
  readonly mainClass: string;
  /** Of the first snapshot. */
  readonly startedAtMs: number;
  /** Counted after a collection: only what is reachable. */
  readonly live: boolean;
  readonly snapshots: readonly HeapSnapshot[];
  /** One more comes each 10 s. */
  readonly isRepeated: boolean;
  /** What a dump will cost, while the user is asked. */
  readonly announced: DumpAnnouncement | null;
}

/** What a running JVM does, until another one is looked at. */
export interface MonitorView extends Monitoring {
  /** Of threads, in full, by their numbers: those that were asked for. */
  readonly names: ReadonlyMap<number, string>;
}

/** What the user has chosen so far for the next recording. */
export interface RecordingDraft extends DraftOptions {
  readonly roots: readonly string[];
  /** As typed, "10%"; "": the probes may cost what they do. */
  readonly maxOverhead: string;
}

/** Something the user has to know, shown until dismissed. */
export interface Problem {
  readonly id: number;
  readonly severity: 'note' | 'warning' | 'error';
  readonly message: string;
  readonly remedy: string;
  /** The stable code of a SluiceError, 'bug', or "" for a note of the engine. */
  readonly code: string;
  /** Of problems with the same topic only the last is kept. */
  readonly topic?: string;
  /** A root that was not found, and one that is loaded and may have been meant. */
  readonly offer?: RootOffer;
  /** Of a restart: how things were before. */
  readonly undo?: { readonly kept: KeptRecording; readonly draft: RecordingDraft };
}

export interface RootOffer {
  readonly root: string;
  readonly meant: string;
}

export const EMPTY_DRAFT: RecordingDraft = {
  roots: [],
  ...draftOptions(INITIAL_OPTIONS),
  maxOverhead: '',
};

export const INITIAL_STATE: AppState = {
  connection: 'connecting',
  jvms: null,
  selectedPid: null,
  jvmFilter: '',
  pending: null,
  cancelling: false,
  progress: null,
  sampling: null,
  sampled: null,
  deadlocks: null,
  problems: [],
  showsDemoHints: false,
  screen: 'jvms',
  attached: new Map(),
  session: null,
  recording: null,
  threadsNow: null,
  comparison: null,
  dump: null,
  jvmHeap: null,
  monitor: null,
  overlay: null,
};

/** Attached to a JVM, as long as the session is not over. */
export function hasSession({ session }: Pick<AppState, 'session'>): boolean {
  return session !== null && !isOver(session.status);
}

/** What is in front when what is above it is closed: a monitor leads to samples, heap and threads, and they lead back. */
export function screenBelow(state: AppState): 'session' | 'monitor' | 'jvms' {
  if (hasSession(state)) return 'session';
  return state.monitor === null ? 'jvms' : 'monitor';
}

/** The view of a tree that is in front; null: none is. */
export function shownView({ screen, session, recording, comparison }: AppState): ViewKind | null {
  switch (screen) {
    case 'session':
      return TREE_VIEWS.find((view) => view === session?.tab) ?? null;
    case 'recording':
      return recording === null || isDataSetTab(recording.tab) ? null : recording.tab;
    case 'comparison':
      return comparison?.tab ?? null;
    case 'jvms':
    case 'dump':
    case 'jvmHeap':
    case 'monitor':
      return null;
  }
}
