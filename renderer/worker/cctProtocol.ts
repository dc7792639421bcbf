import type { Clock, TimeSource } from '../../shared/events/clock.ts';
import type { CallPath } from '../../shared/analysis/callPath.ts';
import type { ThreadId } from '../../shared/base/ids.ts';
import type { Calibration } from '../../shared/cct/cctTable.ts';
import type { CoreWaitAccount } from '../../shared/cct/coreWaitAccount.ts';
import type { TickerAccount } from '../../shared/cct/tickerAccount.ts';
import type { ExportFormat } from '../../shared/export/exportFormats.ts';
import type { EngineError } from '../../shared/ipc/engineApi.ts';
import type { RecordedSession } from '../../shared/ipc/recordedSnapshot.ts';
import type { ComparisonBasis } from '../../shared/compare/comparisonBasis.ts';
import type { TimeRange } from '../../shared/jvmEvents/narrowedRecording.ts';
import type { MethodInfo } from '../../shared/naming/methodInfo.ts';
import type { DataSet } from '../../shared/recording/dataSets/dataSet.ts';
import type { PooledDataSet } from '../../shared/recording/dataSets/pooledDataSet.ts';
import type { OverBudget } from '../../shared/recording/overheadBudget.ts';
import type { SnapshotHeader } from '../../shared/recording/file/snapshotHeader.ts';
import type { Transform } from '../../shared/rows/transform.ts';
import type { TransformHistory, TreeChange } from './transformHistory.ts';
import type { ThreadSummary } from './table/workerView.ts';
import type { AskOf, PictureOf, ViewKind } from './workerViews.ts';

/**
 * What the page and the CCT worker say to each other (README.md). The worker has the trees; the page has pictures of
 * what is in view. Questions are answered in their order, so the page needs no numbers for them: each leads to a
 * picture, unless nothing changes.
 */
export type ToCctWorker =
  /** Begin to read the event stream of a session. Whatever was read before is forgotten. */
  | { readonly kind: 'openStream'; readonly url: string }
  /** Show a recording file; its bytes change owner. Answered by `opened` or `failed`. */
  | {
      readonly kind: 'openFile';
      readonly bytes: ArrayBuffer;
      /** Of the file that is shown, with more behind it: what is selected and done to the tree stays. */
      readonly goesOn?: boolean;
    }
  /** Show what happened in a range of the file's time only; null: in all of it. Answered by `narrowed`. */
  | { readonly kind: 'narrow'; readonly range: TimeRange | null }
  /** Make one of the file's tables, of the file that the stream would be, or GROUPS_VIEW of the stream so far; answered by `table`. */
  | {
      readonly kind: 'makeTable';
      readonly id: string;
      /** What a file of the stream has beside its events; null: GROUPS_VIEW of it is meant, or a file is shown. */
      readonly session: RecordedSession | null;
    }
  /** How long the root calls of the stream have lasted so far; answered by `rootCalls`. */
  | { readonly kind: 'tellRootCalls' }
  /** Compare two recording files, a before and b after; their bytes change owner. Answered by `compared` or `failed`. */
  | { readonly kind: 'openComparison'; readonly a: NamedBytes; readonly b: NamedBytes }
  /** What the numbers of the comparison are per from here on; answered by `compared`. */
  | { readonly kind: 'compareBy'; readonly basis: ComparisonBasis }
  /** What method ids of the stream stand for; told before their first events, or again with what has changed. */
  | { readonly kind: 'methods'; readonly methods: readonly MethodInfo[] }
  /** How the times of the stream are to be corrected; sent before its first events, or any time later. */
  | {
      readonly kind: 'calibrate';
      readonly calibration: Calibration;
      readonly clock: Clock;
      /** What a call of the root took bare, in the mean; null: not known. */
      readonly bareNs: number | null;
    }
  /** What the probes may cost beside the program from here on, 0.1 is 10 %; null: whatever they do. Answered by `overBudget`. */
  | { readonly kind: 'limitOverhead'; readonly limit: number | null }
  | { readonly kind: 'choose'; readonly threads: ThreadChoice; readonly groups: GroupChoice }
  /** A step taken on the tree before all views show it, or taken back; answered by `history`, or refused by `failed`. */
  | { readonly kind: 'changeTree'; readonly change: TreeChange }
  /** This view is in front now. Pictures come of this one only. */
  | { readonly kind: 'show'; readonly view: ViewKind }
  /** The method of the selected row, whichever that is when this comes, is what the user has chosen, for all views: each scrolls to it. */
  | { readonly kind: 'chooseSelected' }
  /** This context is what the user has chosen, for all views. */
  | { readonly kind: 'selectPath'; readonly path: CallPath }
  /** What is selected when this comes, in text; answered by `selectedText`. */
  | { readonly kind: 'tellSelected'; readonly id: number; readonly what: SelectedText }
  | ViewAsk
  /**
   * Make a file of the whole recording, whatever is chosen and transformed; answered by `written`.
   * `status` is of the session; null for an opened file, which knows all itself. 'comparison' is the JSON of `sluice diff`.
   */
  | {
      readonly kind: 'write';
      readonly id: number;
      readonly format: FileFormat | 'comparison';
      /** null: the file that is open. */
      readonly session: RecordedSession | null;
      /** The file has so much of the event stream, or more. */
      readonly streamBytes: number;
    }
  /** The last `moment` has been painted: the next may come. A page that is busy or hidden is sent none. */
  | { readonly kind: 'painted' }
  /** Answer with `flushed` once the stream has been silent for a moment (or after half a second) and all is handed over. */
  | { readonly kind: 'flush'; readonly id: number }
  /** Answer with `caughtUp` when all that was asked before is answered: the page then knows what is selected at this moment. */
  | { readonly kind: 'catchUp'; readonly id: number };

export type FromCctWorker =
  /** Always followed by a picture of the view that is in front, if one is. */
  | { readonly kind: 'moment'; readonly moment: RecordingMoment }
  | ViewPicture
  /** The steps of the tree that are done or were undone, when they have changed; the moment tells what is in force. */
  | { readonly kind: 'history'; readonly history: TransformHistory }
  | { readonly kind: 'opened'; readonly contents: OpenedMessage }
  | { readonly kind: 'table'; readonly table: PooledDataSet }
  /** ROOT_CALLS_SET and ROOT_CALL_DURATIONS_SET of one moment; none where no root call has ended. */
  | { readonly kind: 'rootCalls'; readonly sets: readonly PooledDataSet[] }
  | { readonly kind: 'narrowed'; readonly narrowed: Narrowed | null }
  | { readonly kind: 'compared'; readonly comparison: ComparisonSummary }
  /** These methods are to be switched off. */
  | { readonly kind: 'overBudget'; readonly over: OverBudget }
  | { readonly kind: 'selectedText'; readonly id: number; readonly text: string }
  | { readonly kind: 'flushed' | 'caughtUp'; readonly id: number }
  | { readonly kind: 'written'; readonly id: number; readonly file: Blob | EngineError }
  /** The stream broke, or stream or file could not be understood; what was shown stays true. */
  | ({ readonly kind: 'failed' } & EngineError);

/** Of the selected row: its whole name; or its stack as Java prints one, from its method out to the root, one a line. */
export type SelectedText = 'name' | 'stack';

/** The bytes of a file. */
export interface NamedBytes {
  readonly name: string;
  /** Of it only the root calls of this group; left away: all. */
  readonly group?: string;
  /** Of it only those of all other groups. */
  readonly isRest?: boolean;
  readonly bytes: ArrayBuffer;
}

/** Sluice's own file, or what other programs read; collapsed stacks hold times, or calls. */
export type FileFormat = 'sluice' | ExportFormat | 'collapsedCalls';

/** All threads merged, or those of the list; the same one twice means nothing. */
export type ThreadChoice = readonly ThreadId[] | 'all';

/** Groups of root calls that are merged into the one tree shown; a thread whose root calls are not told apart is shown whole. */
export type GroupChoice = readonly string[] | 'all';

/** A question to one view. */
export type ViewAsk = { readonly [K in ViewKind]: ViewAskOf<K> }[ViewKind];

export interface ViewAskOf<K extends ViewKind> {
  readonly kind: 'ask';
  readonly view: K;
  readonly ask: AskOf<K>;
}

export type ViewPicture = { readonly [K in ViewKind]: ViewPictureOf<K> }[ViewKind];

export interface ViewPictureOf<K extends ViewKind> {
  readonly kind: 'picture';
  readonly view: K;
  readonly picture: PictureOf<K>;
  /** Of the methods that the picture shows, those that the page has not been told yet: a name is sent once. */
  readonly methods: readonly MethodName[];
  /** null: the selection is what it was. */
  readonly selection: CallPath | null;
}

/** What a method id stands for, as far as a view shows it. */
export type MethodName = Omit<MethodInfo, 'root'>;

/** One moment of the recording. Every number belongs to the same moment, and to the picture that comes with it. */
export interface RecordingMoment {
  /** Counts recordings and resets (TreeSource). */
  readonly recording: number;
  /** What times are by. */
  readonly clock: TimeSource;
  /** Where a thread of the target kept it: how well, for the chosen threads. */
  readonly ticker?: TickerAccount;
  /** What their threads waited for a core, where that was taken out. */
  readonly coreWaits?: CoreWaitAccount;
  /** Of the calibration on the program (ContextCalibration). */
  readonly contextNs?: number;
  /** Of samples: what one stands for. Missing: times are measured. */
  readonly periodNs?: number;
  readonly threads: readonly ThreadSummary[];
  /** Of root calls, which trees are told apart by; none: they are not. */
  readonly groups: readonly string[];
  /** What was done to the tree: the breadcrumb. */
  readonly transforms: readonly Transform[];
  /** Contexts in the tree of the chosen threads. */
  readonly nodes: number;
  /** Events read since the start or the last reset. */
  readonly events: number;
  readonly droppedEvents: number;
  /** As in Losses: the engine does not know of them, the trees do. */
  readonly unpairedEvents: number;
  readonly eventsPerSecond: number;
  /** Different methods called in the tree of the chosen threads. */
  readonly calledMethods: number;
}

/** What a recording file says about itself, without its methods and trees. */
export type RecordingSummary = Omit<SnapshotHeader, 'methods' | 'threads'>;

/** What a recording file has, but for its trees. */
export interface OpenedContents {
  readonly summary: RecordingSummary;
  /** A sentence on what a newer Sluice has put into it, which is not shown; null: nothing. */
  readonly newer: string | null;
  readonly sampled: SampledProgram;
  readonly dataSets: readonly DataSet[];
  /** Views that are tables of the whole recording: their rows are made when they are asked for. */
  readonly tables: readonly Pick<DataSet, 'id' | 'title'>[];
  /** False of what holds data sets alone, as a class histogram. */
  readonly hasTrees: boolean;
}

/** The same on its way. */
export interface OpenedMessage extends Omit<OpenedContents, 'dataSets'> {
  readonly dataSets: readonly PooledDataSet[];
}

/** A range of a recording's time, and the data sets of which there is a part. */
export interface Narrowed {
  readonly range: TimeRange;
  readonly dataSets: readonly DataSet[];
}

/** Of samples: what a recording of calls could begin with; a recording of calls has begun with something, and has none of it. */
export interface SampledProgram {
  readonly roots: readonly SuggestedPattern[];
  /** Names of those that had a method on a stack. */
  readonly classes: readonly string[];
}

/** A method that a recording of calls could begin with. */
export interface SuggestedPattern {
  /** Names exactly this method. */
  readonly pattern: string;
  /** Of all samples, those in which it ran: 0 to 1. */
  readonly share: number;
}

/** What two recording files say about themselves: A before, B after. */
export interface ComparisonSummary {
  readonly a: ComparedSummary;
  readonly b: ComparedSummary;
  /** What makes them hard to compare, a sentence each. */
  readonly remarks: readonly string[];
  /** What is called many times more than before, a sentence each. */
  readonly grown: readonly string[];
  /** What all numbers are per, and what they could be. */
  readonly basis: ComparisonBasis;
  readonly bases: readonly ComparisonBasis[];
}

/** name: of the file, for the reader. */
export type ComparedSummary = RecordingSummary & { readonly name: string };
