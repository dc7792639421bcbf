import type { Clock } from '../../shared/events/clock.ts';
import { NO_PATH, type CallPath } from '../../shared/analysis/callPath.ts';
import type { Calibration } from '../../shared/cct/cctTable.ts';
import { SluiceError, BugError } from '../../shared/base/errors.ts';
import type { EngineError } from '../../shared/ipc/engineApi.ts';
import type { RecordedSession } from '../../shared/ipc/recordedSnapshot.ts';
import type { ComparisonBasis } from '../../shared/compare/comparisonBasis.ts';
import type { MethodInfo } from '../../shared/naming/methodInfo.ts';
import type { TimeRange } from '../../shared/jvmEvents/narrowedRecording.ts';
import type { DataSet } from '../../shared/recording/dataSets/dataSet.ts';
import { unpooledDataSet } from '../../shared/recording/dataSets/pooledDataSet.ts';
import { NO_SWAPS, swapShareOf, type SwapShare } from '../../shared/recording/swapStall.ts';
import type { TimelineSample } from '../../shared/recording/timeline.ts';
import type { OverBudget } from '../../shared/recording/overheadBudget.ts';
import type {
  ComparisonSummary,
  FileFormat,
  FromCctWorker,
  MethodName,
  Narrowed,
  NamedBytes,
  OpenedContents,
  RecordingMoment,
  SelectedText,
  GroupChoice,
  ThreadChoice,
  ViewAsk,
  ViewPicture,
} from '../worker/cctProtocol.ts';
import { NOTHING_DONE, type TransformHistory, type TreeChange } from '../worker/transformHistory.ts';
import type { AskOf, PictureOf, ViewKind } from '../worker/workerViews.ts';
import type { Problem } from './appState.ts';
import { atom, type Atom } from './atom.ts';
import type { CctWorkerClient, StartCctWorker } from './cctWorkerClient.ts';

export interface ResultsEvents {
  /** The stream broke, or stream or file could not be understood; what was shown stays. */
  onProblem(problem: Omit<Problem, 'id'> & EngineError): void;
  /** The probes cost more than is allowed. */
  onOverBudget?(over: OverBudget): void;
  onOpened?(contents: OpenedContents): void;
  onNarrowed?(narrowed: Narrowed | null): void;
  onCompared?(comparison: ComparisonSummary): void;
}

/** A picture of the view in front, for a message or a document. */
export interface ViewImage {
  /** Of the view: "Flame Graph". */
  readonly title: string;
  /**
   * As it is seen now, with its key of colours.
   * @param name of what is shown
   * @returns a PNG
   */
  readonly draw: (name: string) => Promise<Blob>;
}

/**
 * What one CCT worker holds, as the page sees it: one session's trees, or those of a recording file. The page has the
 * numbers of the moment, a picture of each view that was in front, the names of the methods in them, and the selection.
 */
export class Results {
  /** null before the first. */
  readonly moment: Atom<RecordingMoment | null> = atom<RecordingMoment | null>(null);
  readonly threads: Atom<ThreadChoice> = atom<ThreadChoice>('all');
  readonly groups: Atom<GroupChoice> = atom<GroupChoice>('all');
  /** One for all views, as the worker has told it. */
  readonly selection: Atom<CallPath> = atom<CallPath>(NO_PATH);
  /** What was done to the tree before any view shows it, as the worker has told it. `moment` tells what is in force already. */
  readonly history: Atom<TransformHistory> = atom<TransformHistory>(NOTHING_DONE);
  /** Patterns that name exactly one method each, of those that are not measured any more, or were not in the end. */
  readonly switchedOff: Atom<ReadonlySet<string>> = atom<ReadonlySet<string>>(new Set());
  /** As in RecordedTarget; none: not known. */
  readonly ownPackages: Atom<readonly string[]> = atom<readonly string[]>([]);
  /** What hot swaps had of it, of which rows of few calls tell. */
  readonly swaps: Atom<SwapShare> = atom<SwapShare>(NO_SWAPS);
  /** By MethodId, the methods that pictures have shown: those of a picture are here before it is drawn. */
  readonly methods = new Map<number, MethodName>();
  /** By their ids, the tables that were asked for, as they were made last. */
  readonly tables: Atom<ReadonlyMap<string, DataSet>> = atom<ReadonlyMap<string, DataSet>>(new Map());
  /** Of a recording that goes on, how long root calls have lasted, as it was told last: ROOT_CALLS_SET, then ROOT_CALL_DURATIONS_SET, or none. */
  readonly rootCalls: Atom<readonly DataSet[]> = atom<readonly DataSet[]>([]);
  /** Of the view in front; null: it is none that is a picture. */
  readonly image: Atom<ViewImage | null> = atom<ViewImage | null>(null);
  readonly #pictures = new Map<ViewKind, Atom<unknown>>();
  readonly #writes = new Map<number, (file: Blob | EngineError) => void>();
  readonly #selectedTexts = new Map<number, (text: string) => void>();
  /** Of flush and catchUp. */
  readonly #waits = new Map<number, () => void>();
  readonly #worker: CctWorkerClient;
  readonly #events: ResultsEvents;
  #nextQuestion = 1;
  #isComparison = false;
  /** Since the last answer; 0: none is on its way. */
  #rootCallsAsked = 0;

  constructor(startWorker: StartCctWorker, events: ResultsEvents) {
    this.#events = events;
    this.#worker = startWorker((message) => this.#receive(message));
  }

  openStream(url: string): void {
    this.#worker.send({ kind: 'openStream', url });
  }

  /** Takes the bytes away. Ends in onOpened or onProblem. */
  openFile(bytes: ArrayBuffer): void {
    this.#worker.send({ kind: 'openFile', bytes }, [bytes]);
  }

  /** The same file with more in it. Takes the bytes away. Ends in onOpened or onProblem. */
  goOn(bytes: ArrayBuffer): void {
    this.#worker.send({ kind: 'openFile', bytes, goesOn: true }, [bytes]);
  }

  /** What happened in a range of the file's time only; null: in all of it. Ends in onNarrowed. */
  narrow(range: TimeRange | null): void {
    this.#worker.send({ kind: 'narrow', range });
  }

  /**
   * One of the file's tables, or GROUPS_VIEW of the stream so far: it comes into `tables`.
   * @param session of the stream, for another table of what it has recorded
   */
  makeTable(id: string, session: RecordedSession | null = null): void {
    this.#worker.send({ kind: 'makeTable', id, session });
  }

  /** Of a stream: they come into `rootCalls`. While an answer is on its way, however often: once more after it. */
  tellRootCalls(): void {
    if (this.#rootCallsAsked++ === 0) this.#worker.send({ kind: 'tellRootCalls' });
  }

  /** Whether two recordings are shown. */
  get isComparison(): boolean {
    return this.#isComparison;
  }

  /** Takes the bytes away. Ends in onCompared or onProblem. @param a before @param b after */
  openComparison(a: NamedBytes, b: NamedBytes): void {
    this.#isComparison = true;
    this.#worker.send({ kind: 'openComparison', a, b }, [a.bytes, b.bytes]);
  }

  /** What the numbers of the comparison are per. Ends in onCompared. */
  compareBy(basis: ComparisonBasis): void {
    this.#worker.send({ kind: 'compareBy', basis });
  }

  addMethods(methods: readonly MethodInfo[]): void {
    this.#worker.send({ kind: 'methods', methods });
  }

  learnOwn(packages: readonly string[] = []): void {
    const isSame = (known: readonly string[]): boolean =>
      known.length === packages.length && known.every((name, i) => name === packages[i]);
    this.ownPackages.update((known) => (isSame(known) ? known : packages));
  }

  /** @param samples of the recording's timeline */
  learnSwaps(samples: readonly TimelineSample[]): void {
    this.swaps.set(swapShareOf(samples));
  }

  /** @param bareNs what a call of the root took bare, in the mean; null: not known */
  calibrate(calibration: Calibration, clock: Clock, bareNs: number | null): void {
    this.#worker.send({ kind: 'calibrate', calibration, clock, bareNs });
  }

  /** @param limit probes over program: 0.1 is 10 %; null: none */
  limitOverhead(limit: number | null): void {
    this.#worker.send({ kind: 'limitOverhead', limit });
  }

  /** @param groups of root calls */
  choose(threads: ThreadChoice, groups: GroupChoice = this.groups.get()): void {
    this.threads.set(threads);
    this.groups.set(groups);
    this.#worker.send({ kind: 'choose', threads, groups });
  }

  chooseGroups(groups: GroupChoice): void {
    this.choose(this.threads.get(), groups);
  }

  /** A step of the tree, taken or taken back. `history` tells when it is done. */
  changeTree(change: TreeChange): void {
    this.#worker.send({ kind: 'changeTree', change });
  }

  /** What the view last showed, null before its first picture. */
  picture<K extends ViewKind>(view: K): Atom<PictureOf<K> | null> {
    let picture = this.#pictures.get(view);
    if (!picture) this.#pictures.set(view, (picture = atom<unknown>(null)));
    return picture as Atom<PictureOf<K> | null>;
  }

  /** Brings a view to the front: its pictures come from now on, and no other's. */
  show(view: ViewKind): void {
    this.#worker.send({ kind: 'show', view });
  }

  ask<K extends ViewKind>(view: K, ask: AskOf<K>): void {
    // A union of kinds cannot say that view and ask fit each other; the parameters do.
    this.#worker.send({ kind: 'ask', view, ask } as ViewAsk);
  }

  /** The method of the selected row is the user's choice: the views scroll to it. */
  chooseSelected(): void {
    this.#worker.send({ kind: 'chooseSelected' });
  }

  /** Selects a context in all views, and scrolls to it. */
  selectPath(path: CallPath): void {
    this.#worker.send({ kind: 'selectPath', path });
  }

  /** The selected row in text: it may have been selected by the key before, and not be shown yet. */
  selectedText(what: SelectedText): Promise<string> {
    return new Promise((resolve) => {
      const id = this.#nextQuestion++;
      this.#selectedTexts.set(id, resolve);
      this.#worker.send({ kind: 'tellSelected', id, what });
    });
  }

  /** Resolves when the selection here is what it was in the worker at this call: for what a key does with it right after another. */
  catchUp(): Promise<void> {
    return this.#wait('catchUp');
  }

  /** Resolves when everything that has arrived is handed over. */
  flush(): Promise<void> {
    return this.#wait('flush');
  }

  /**
   * The whole recording as a file in memory.
   * @param session     that is recorded; null for an opened file
   * @param streamBytes so much of the session's event stream is in it, or more
   */
  async write(
    format: FileFormat | 'comparison',
    session: RecordedSession | null,
    streamBytes = 0,
  ): Promise<Blob> {
    const file = await new Promise<Blob | EngineError>((resolve) => {
      const id = this.#nextQuestion++;
      this.#writes.set(id, resolve);
      this.#worker.send({ kind: 'write', id, format, session, streamBytes });
    });
    if (file instanceof Blob) return file;
    throw thrownBy(file);
  }

  /** What was shown stays. */
  close(): void {
    this.#worker.close();
    const closed = { code: 'busy', message: 'The recording was closed meanwhile.', remedy: '' } as const;
    for (const answer of this.#writes.values()) answer(closed);
    this.#writes.clear();
    for (const id of [...this.#waits.keys()]) this.#endWait(id);
  }

  #receive(message: FromCctWorker): void {
    switch (message.kind) {
      case 'moment':
        return this.#showMoment(message.moment);
      case 'picture':
        return this.#showPicture(message);
      case 'history':
        return this.history.set(message.history);
      case 'opened': {
        const { contents } = message;
        return this.#events.onOpened?.({ ...contents, dataSets: contents.dataSets.map(unpooledDataSet) });
      }
      case 'table': {
        const table = unpooledDataSet(message.table);
        return this.tables.update((known) => new Map(known).set(table.id, table));
      }
      case 'rootCalls':
        return this.#showRootCalls(message.sets.map(unpooledDataSet));
      case 'narrowed':
        return this.#events.onNarrowed?.(message.narrowed);
      case 'compared':
        return this.#events.onCompared?.(message.comparison);
      case 'overBudget':
        return this.#events.onOverBudget?.(message.over);
      case 'selectedText':
        this.#selectedTexts.get(message.id)?.(message.text);
        this.#selectedTexts.delete(message.id);
        return;
      case 'flushed':
      case 'caughtUp':
        return this.#endWait(message.id);
      case 'written':
        this.#writes.get(message.id)?.(message.file);
        this.#writes.delete(message.id);
        return;
      case 'failed':
        for (const id of [...this.#waits.keys()]) this.#endWait(id);
        return this.#events.onProblem({
          severity: 'error',
          code: message.code,
          message: message.message,
          remedy: message.remedy,
        });
    }
  }

  #showMoment(moment: RecordingMoment): void {
    const before = this.moment.get();
    const known = before?.threads ?? [];
    const isKnown =
      moment.threads.length === known.length &&
      moment.threads.every(({ id, name }, i) => id === known[i].id && name === known[i].name);
    // The same list stays the same object: what draws hundreds of threads draws them again only when there are others.
    const groups = before?.groups.join() === moment.groups.join() ? before.groups : moment.groups;
    this.moment.set({ ...moment, threads: isKnown ? known : moment.threads, groups });
    // A group was chosen for what it was in one recording: another one without it would look empty.
    const chosen = this.groups.get();
    const isOther = before !== null && before.recording !== moment.recording;
    if (chosen !== 'all' && (isOther || chosen.some((group) => !groups.includes(group))))
      this.chooseGroups('all');
  }

  #showRootCalls(sets: readonly DataSet[]): void {
    const wasAskedSince = this.#rootCallsAsked > 1;
    this.#rootCallsAsked = 0;
    this.rootCalls.set(sets);
    if (wasAskedSince) this.tellRootCalls();
  }

  #showPicture({ view, picture, methods, selection }: ViewPicture): void {
    for (const method of methods) this.methods.set(method.id, method);
    if (selection) this.selection.set(selection);
    this.picture(view).set(picture);
  }

  #wait(kind: 'flush' | 'catchUp'): Promise<void> {
    return new Promise((resolve) => {
      const id = this.#nextQuestion++;
      this.#waits.set(id, resolve);
      this.#worker.send({ kind, id });
    });
  }

  #endWait(id: number): void {
    this.#waits.get(id)?.();
    this.#waits.delete(id);
  }
}

/** An error of the worker as it was thrown there. */
export function thrownBy({ code, message, remedy }: EngineError): Error {
  return code === 'bug' ? new BugError(message) : new SluiceError(code, message, remedy);
}
