import { ensure } from '../../shared/base/assert.ts';
import { SluiceError, messageOf } from '../../shared/base/errors.ts';
import { isOutOfMemory, toldOfMemory } from '../../shared/base/outOfMemory.ts';
import type { EngineError } from '../../shared/ipc/engineApi.ts';
import { BudgetWatch } from './budgetWatch.ts';
import type { FromCctWorker, NamedBytes, ToCctWorker } from './cctProtocol.ts';
import type { ComparisonBasis } from '../../shared/compare/comparisonBasis.ts';
import { emptyStream } from './emptyStream.ts';
import { readEventStream } from './eventStream.ts';
import { LONGEST_WAIT_MS } from './namedPictures.ts';
import type { FileWork } from './fileWork.ts';
import type { Shown } from './shown.ts';
import { loadPart } from './loadPart.ts';
import { ResultsHost } from './resultsHost.ts';
import { COST_FACTOR, SnapshotPacer } from './snapshotPacer.ts';
import type { TreeChange } from './transformHistory.ts';
import { LONGEST_TURN_MS, nextTurn, ReadingRests } from './turns.ts';

/** A flush waits until no bytes came for so long ... */
const SILENCE_MS = 120;
/** ... but not longer than this: a recording that runs is never silent. */
const LONGEST_FLUSH_MS = 500;
/** So often the overhead is looked at, and for no more of the time than moments take. */
const BUDGET_INTERVAL_MS = 1000;

export type ImportFiles = () => Promise<FileWork>;

/**
 * What the CCT worker does with messages: reads the event stream or files, and sends pictures of the view in front: at
 * once when the page asks for something, and as often as the pacer allows while events arrive. Protocol: cctProtocol.ts.
 */
export class WorkerSession {
  readonly #post: (message: FromCctWorker) => void;
  readonly #importFiles: ImportFiles;
  readonly #pacer = new SnapshotPacer();
  readonly #rests: ReadingRests;
  #shown: Shown = emptyStream();
  /** What came while the tree was changing, in its order. */
  #held: ToCctWorker[] = [];
  #refreshTimer: ReturnType<typeof setTimeout> | undefined;
  /** Under way; only what cannot wait begins another one meanwhile. */
  #refreshes = 0;
  /** The page has not painted the last moment yet. */
  #unpainted = false;
  #budgetTimer: ReturnType<typeof setTimeout> | undefined;
  /** Counts what was begun; of two that are under way at once the newer one goes on. */
  #newestWork = 0;
  /** null: not yet loaded. */
  #files: FileWork | null = null;
  /** What came since a file was to be opened, while what opens it is loaded. */
  #waitingForFiles: ToCctWorker[] | null = null;

  /** @param cores of the machine: with few of them the page goes before the stream */
  constructor(
    post: (message: FromCctWorker) => void,
    cores: number,
    importFiles: ImportFiles = () => import('./fileWork.ts'),
  ) {
    this.#post = post;
    this.#importFiles = importFiles;
    this.#rests = new ReadingRests(cores);
  }

  receive(message: ToCctWorker): void {
    if (this.#waitingForFiles) this.#waitingForFiles.push(message);
    else if (this.#files === null && opensFiles(message)) void this.#openLater(message);
    else if (this.#shown.host.isChanging && waitsForChange(message, this.#held.length > 0))
      this.#held.push(message);
    else this.#take(message);
  }

  /** Before anyone needs it: it is there when the engine has gone, and the recording is to be saved. */
  async loadFiles(): Promise<FileWork> {
    return (this.#files ??= await loadPart('reads and writes files', this.#importFiles));
  }

  async #openLater(message: ToCctWorker): Promise<void> {
    const waiting = (this.#waitingForFiles = [message]);
    try {
      await this.loadFiles();
    } catch (thrown) {
      waiting.shift();
      this.#postFailure(thrown, 'The file could not be opened', '');
    }
    this.#waitingForFiles = null;
    for (const each of waiting) this.receive(each);
  }

  /** What is thrown in a turn of its own is nobody's answer: without this the page would wait for ever. */
  failed(reason: unknown): void {
    if (isOutOfMemory(reason)) return this.#postFailure(reason, '', '');
    this.#post({
      kind: 'failed',
      code: 'bug',
      message: `The call tree worker failed: ${messageOf(reason)}`,
      remedy: 'Stop, and start the recording again. If it comes back, copy the details and report it.',
    });
  }

  #take(message: ToCctWorker): void {
    const { host } = this.#shown;
    switch (message.kind) {
      case 'openStream':
        void this.#readStream(message.url);
        return;
      case 'openFile':
        return this.#openFile(message.bytes, message.goesOn ?? false);
      case 'narrow':
        return this.#narrow(message);
      case 'makeTable':
        void this.#makeTable(message);
        return;
      case 'tellRootCalls':
        return this.#tellRootCalls();
      case 'openComparison':
        return this.#openComparison(message.a, message.b);
      case 'compareBy':
        return this.#compareBy(message.basis);
      case 'methods':
        host.addMethods(message.methods);
        if (this.#shown.kind === 'stream') this.#shown.reader.learnSizes(message.methods);
        this.#postPicture();
        return this.#scheduleRefresh();
      case 'calibrate':
        return this.#calibrate(message);
      case 'limitOverhead':
        return this.#limitOverhead(message.limit);
      case 'choose':
        host.choose(message.threads, message.groups);
        void this.#refresh(); // a click waits for nothing
        return;
      case 'changeTree':
        return this.#changeTree(message.change);
      case 'show':
        void this.#work(host.show(message.view)).then(() => this.#postPicture());
        return;
      case 'chooseSelected':
        host.chooseSelected();
        return this.#postPicture();
      case 'selectPath':
        host.selectPath(message.path);
        return this.#postPicture();
      case 'tellSelected':
        return this.#post({ kind: 'selectedText', id: message.id, text: host.selectedText(message.what) });
      case 'ask':
        this.#rests.asked(performance.now());
        if (message.ask.kind === 'look') this.#pacer.scrolled(performance.now());
        host.ask(message);
        return this.#postPicture();
      case 'write':
        void this.#write(message);
        return;
      case 'painted':
        this.#unpainted = false;
        if (host.changed) this.#scheduleRefresh();
        return;
      case 'flush':
        void this.#flush(message.id, performance.now() + LONGEST_FLUSH_MS);
        return;
      case 'catchUp':
        return this.#post({ kind: 'caughtUp', id: message.id });
    }
  }

  // ---- what is shown ----

  /** What was meant for the rows of the former one is void; who waits for an answer gets it from the new one. */
  #replace(shown: Shown): void {
    const former = this.#shown;
    this.#shown = shown;
    this.#held = this.#held.filter(({ kind }) => kind === 'tellSelected' || kind === 'catchUp');
    clearTimeout(this.#refreshTimer);
    this.#refreshTimer = undefined;
    clearTimeout(this.#budgetTimer);
    if (former.kind === 'stream') former.reading.abort();
  }

  async #readStream(url: string): Promise<void> {
    const stream = emptyStream();
    this.#replace(stream);
    this.#takeHeld();
    const { host, reader, position, reading } = stream;
    try {
      const onSlice = (slice: Uint8Array): void => {
        reader.feed(slice);
        position.advance(slice.byteLength);
        host.sourceChanged();
        stream.lastBytesMs = performance.now();
        this.#scheduleRefresh();
      };
      await readEventStream(url, reading.signal, onSlice, (nowMs) => this.#rests.restMs(nowMs));
    } catch (thrown) {
      if (reading.signal.aborted) return;
      reading.abort(); // nobody reads on: the engine is to know, and stops the recording
      this.#postFailure(
        thrown,
        'The event stream broke off',
        'What was read until then is shown. Detach and attach again to go on.',
      );
    } finally {
      position.end();
    }
  }

  #openFile(bytes: ArrayBuffer, goesOn: boolean): void {
    try {
      const shown = this.#shown;
      if (goesOn && shown.kind === 'file') shown.goOn(bytes);
      else this.#replace(ensure(this.#files, 'fileWork').openedFile(bytes));
      if (this.#shown.kind === 'file') this.#post({ kind: 'opened', contents: this.#shown.contents });
      void this.#refresh();
    } catch (thrown) {
      this.#postFailure(thrown, 'The recording could not be opened', 'Copy the details and report it.');
    }
  }

  #narrow({ range }: MessageOf<'narrow'>): void {
    if (this.#shown.kind !== 'file') return;
    try {
      this.#post({ kind: 'narrowed', narrowed: this.#shown.narrow(range) });
      void this.#refresh();
    } catch (thrown) {
      this.#postFailure(thrown, 'The range could not be shown', 'Copy the details and report it.');
    }
  }

  async #makeTable({ id, session }: MessageOf<'makeTable'>): Promise<void> {
    const shown = this.#shown;
    if (shown.kind === 'comparison') return;
    try {
      const { tableOfStream } = await this.loadFiles();
      if (shown !== this.#shown) return;
      const table = shown.kind === 'file' ? shown.table(id) : tableOfStream(shown, id, session);
      this.#post({ kind: 'table', table });
    } catch (thrown) {
      this.#postFailure(thrown, 'The table could not be made', 'Copy the details and report it.');
    }
  }

  #tellRootCalls(): void {
    const sets = this.#shown.kind === 'stream' ? this.#shown.reader.rootCallSets() : [];
    this.#post({ kind: 'rootCalls', sets });
  }

  #openComparison(fileA: NamedBytes, fileB: NamedBytes): void {
    try {
      const comparison = ensure(this.#files, 'fileWork').openedComparison(fileA, fileB);
      const host = new ResultsHost(comparison.source, comparison.methods);
      this.#replace({ kind: 'comparison', host, comparison });
      this.#post({ kind: 'compared', comparison: comparison.summary });
      void this.#refresh();
    } catch (thrown) {
      this.#postFailure(thrown, 'The recordings could not be compared', 'Copy the details and report it.');
    }
  }

  #compareBy(basis: ComparisonBasis): void {
    if (this.#shown.kind !== 'comparison') return;
    const { comparison, host } = this.#shown;
    comparison.compareBy(basis);
    host.sourceChanged();
    this.#post({ kind: 'compared', comparison: comparison.summary });
    void this.#refresh();
  }

  #calibrate({ calibration, clock, bareNs }: MessageOf<'calibrate'>): void {
    if (this.#shown.kind !== 'stream') return;
    this.#shown.reader.calibrate(calibration, clock, bareNs);
    this.#shown.host.sourceChanged();
    this.#scheduleRefresh();
  }

  #changeTree(change: TreeChange): void {
    const { host } = this.#shown;
    try {
      const history = host.changeTree(change);
      if (!history) return;
      this.#post({ kind: 'history', history });
      if (host.isChanging) void this.#refresh();
    } catch (thrown) {
      this.#postFailure(thrown, 'The tree could not be changed', 'Copy the details and report it.');
    }
  }

  #takeHeld(): void {
    while (!this.#shown.host.isChanging) {
      const next = this.#held.shift();
      if (!next) return;
      this.#take(next);
    }
  }

  async #write({ id, format, session, streamBytes }: MessageOf<'write'>): Promise<void> {
    const shown = this.#shown;
    try {
      if (shown.kind === 'stream') await shown.position.reached(streamBytes);
      const { writtenFile } = await this.loadFiles();
      this.#post({ kind: 'written', id, file: await writtenFile(shown, format, session) });
    } catch (thrown) {
      const file = errorOf(thrown, 'The file could not be made', 'Copy the details and report it.');
      this.#post({ kind: 'written', id, file });
    }
  }

  // ---- moments and pictures ----

  /**
   * Does it step by step, with a turn for messages whenever it has taken long.
   * @returns what it made and what it cost; null when something newer was begun meanwhile
   */
  async #work<T>(steps: Generator<void, T>): Promise<{ readonly made: T; readonly costMs: number } | null> {
    const mine = ++this.#newestWork;
    let costMs = 0;
    let turnStartMs = performance.now();
    for (;;) {
      const { done, value } = steps.next();
      const turnMs = performance.now() - turnStartMs;
      if (done) return { made: value, costMs: costMs + turnMs };
      if (turnMs < LONGEST_TURN_MS) continue;
      costMs += turnMs;
      await nextTurn();
      if (mine !== this.#newestWork) return null;
      turnStartMs = performance.now();
    }
  }

  #scheduleRefresh(): void {
    this.#refreshTimer ??= setTimeout(() => {
      this.#refreshTimer = undefined;
      if (this.#unpainted || this.#refreshes > 0) return;
      if (this.#pacer.delayMs(performance.now()) > 0) this.#scheduleRefresh();
      else void this.#refresh();
    }, this.#pacer.delayMs(performance.now()));
  }

  /** @returns false when something newer was begun meanwhile: then it will be made up for */
  async #refresh(): Promise<boolean> {
    clearTimeout(this.#refreshTimer);
    this.#refreshTimer = undefined;
    this.#refreshes++;
    const { host } = this.#shown;
    const done = await this.#work(host.refresh(performance.now())).finally(() => this.#refreshes--);
    if (host !== this.#shown.host) return false;
    if (done) {
      this.#pacer.taken(done.costMs, performance.now());
      this.#unpainted = true;
      this.#post({ kind: 'moment', moment: done.made });
      this.#postPicture();
      this.#takeHeld();
    } else host.sourceChanged();
    if (host.changed) this.#scheduleRefresh();
    return done !== null;
  }

  async #flush(id: number, deadlineMs: number): Promise<void> {
    for (;;) {
      const nowMs = performance.now();
      const quietMs = this.#shown.kind === 'stream' ? nowMs - this.#shown.lastBytesMs : Infinity;
      if (quietMs >= SILENCE_MS || nowMs >= deadlineMs) break;
      await sleep(Math.min(SILENCE_MS - quietMs, deadlineMs - nowMs));
    }
    while (this.#shown.host.changed) if ((await this.#refresh()) && !this.#shown.host.isChanging) break;
    this.#post({ kind: 'flushed', id });
  }

  #postPicture(): void {
    const { host } = this.#shown;
    const drawn = host.picture();
    // A file has all the names that there are.
    const picture =
      this.#shown.kind === 'stream' ? this.#shown.pictures.next(drawn, host.names, performance.now()) : drawn;
    if (picture) this.#post(picture);
    else if (drawn) setTimeout(() => this.#postPicture(), LONGEST_WAIT_MS);
  }

  // ---- what the probes may cost ----

  #limitOverhead(limit: number | null): void {
    if (this.#shown.kind !== 'stream') return;
    this.#shown.budget = limit === null ? null : new BudgetWatch(limit);
    clearTimeout(this.#budgetTimer);
    if (limit !== null) this.#budgetTimer = setTimeout(() => this.#keepBudget(), BUDGET_INTERVAL_MS);
  }

  /** Also of a page that is hidden, which gets no moments. */
  #keepBudget(): void {
    if (this.#shown.kind !== 'stream') return;
    const { budget, reader, host } = this.#shown;
    const startMs = performance.now();
    const over = budget?.look(reader, host.methods);
    if (over) this.#post({ kind: 'overBudget', over });
    const costMs = performance.now() - startMs;
    const delayMs = Math.max(BUDGET_INTERVAL_MS, COST_FACTOR * costMs);
    this.#budgetTimer = setTimeout(() => this.#keepBudget(), delayMs);
  }

  #postFailure(thrown: unknown, what: string, remedy: string): void {
    this.#post({ kind: 'failed', ...errorOf(thrown, what, remedy) });
  }
}

type MessageOf<Kind extends ToCctWorker['kind']> = Extract<ToCctWorker, { readonly kind: Kind }>;

function opensFiles({ kind }: ToCctWorker): boolean {
  return kind === 'openFile' || kind === 'openComparison';
}

/** What the user does with rows is meant for those that the steps before will leave. Scrolling goes on in the old ones. */
function waitsForChange(message: ToCctWorker, isSomeHeld: boolean): boolean {
  switch (message.kind) {
    case 'ask':
      return message.ask.kind !== 'look';
    case 'show':
    case 'chooseSelected':
    case 'selectPath':
    case 'tellSelected':
    case 'catchUp':
      return true;
    case 'changeTree':
      return message.change.kind === 'takeSelected' || isSomeHeld;
    default:
      return false;
  }
}

function errorOf(thrown: unknown, what: string, remedy: string): EngineError {
  const told = toldOfMemory(thrown);
  const known = told instanceof SluiceError;
  return {
    code: known ? told.code : 'io',
    message: known ? told.message : `${what}: ${messageOf(told)}`,
    remedy: known ? told.remedy : remedy,
  };
}

function sleep(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms));
}
