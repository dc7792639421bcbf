import { ensure } from '../../shared/base/assert.ts';
import { SluiceError, messageOf } from '../../shared/base/errors.ts';
import { isOutOfMemory, toldOfMemory } from '../../shared/base/outOfMemory.ts';
import type { EngineError } from '../../shared/ipc/engineApi.ts';
import { recordedSnapshot, type RecordedSession } from '../../shared/ipc/recordedSnapshot.ts';
import type { Snapshot } from '../../shared/recording/snapshot.ts';
import { decodeSnapshot } from '../../shared/recording/snapshotCodec.ts';
import { diffJson } from '../../shared/report/diffJson.ts';
import { BudgetWatch } from './budgetWatch.ts';
import type {
  FileFormat,
  FromCctWorker,
  NamedBytes,
  RecordingMoment,
  RecordingSummary,
  ToCctWorker,
} from './cctProtocol.ts';
import type { ComparisonBasis } from '../../shared/compare/comparisonBasis.ts';
import { OpenedComparison, type ComparedFile } from './openedComparison.ts';
import { readEventStream } from './eventStream.ts';
import { LONGEST_WAIT_MS, NamedPictures } from './namedPictures.ts';
import { OpenedRecording } from './openedRecording.ts';
import { recordingFile } from './recordingFile.ts';
import { RecordingReader } from './recordingReader.ts';
import { ResultsHost } from './resultsHost.ts';
import { COST_FACTOR, SnapshotPacer } from './snapshotPacer.ts';
import { StreamPosition } from './streamPosition.ts';
import type { TreeChange } from './transformHistory.ts';
import { LONGEST_TURN_MS, nextTurn } from './turns.ts';

/** A flush waits until no bytes came for so long ... */
const SILENCE_MS = 120;
/** ... but not longer than this: a recording that runs is never silent. */
const LONGEST_FLUSH_MS = 500;
/** So often the overhead is looked at, and for no more of the time than moments take. */
const BUDGET_INTERVAL_MS = 1000;

/**
 * The CCT worker: reads the event stream or a file, and sends pictures of the view in front: at once when the page asks
 * for something, and as often as the pacer allows while events arrive. Protocol: cctProtocol.ts.
 */
const pacer = new SnapshotPacer();
let reader = new RecordingReader();
let host = new ResultsHost(reader);
let pictures = new NamedPictures();
/** The file that is shown, if one is. */
let opened: Snapshot | null = null;
/** The files that are compared, if some are. */
let compared: OpenedComparison | null = null;
/** What came while the tree was changing, in its order. */
const held: ToCctWorker[] = [];
let stream = new AbortController();
const position = new StreamPosition();
let refreshTimer: ReturnType<typeof setTimeout> | undefined;
/** Under way; only what cannot wait begins another one meanwhile. */
let refreshes = 0;
/** The page has not painted the last moment yet. */
let unpainted = false;
let budget: BudgetWatch | null = null;
let budgetTimer: ReturnType<typeof setTimeout> | undefined;
let lastBytesMs = 0;
/** Counts what was begun; of two that are under way at once the newer one goes on. */
let newestWork = 0;

addEventListener('message', ({ data }: MessageEvent<ToCctWorker>) => {
  if (host.isChanging && waitsForChange(data)) held.push(data);
  else receive(data);
});

function receive(data: ToCctWorker): void {
  switch (data.kind) {
    case 'openStream':
      void readStream(data.url);
      return;
    case 'openFile':
      return openFile(data.bytes);
    case 'openComparison':
      return openComparison(data.a, data.b);
    case 'compareBy':
      return compareBy(data.basis);
    case 'methods':
      host.addMethods(data.methods);
      postPicture();
      return scheduleRefresh();
    case 'calibrate':
      reader.calibrate(data.calibration, data.clock, data.bareNs);
      host.sourceChanged();
      return scheduleRefresh();
    case 'limitOverhead':
      budget = data.limit === null ? null : new BudgetWatch(data.limit);
      clearTimeout(budgetTimer);
      if (budget) budgetTimer = setTimeout(keepBudget, BUDGET_INTERVAL_MS);
      return;
    case 'choose':
      host.choose(data.threads);
      void refresh(); // a click waits for nothing
      return;
    case 'changeTree':
      return changeTree(data.change);
    case 'show':
      void work(host.show(data.view)).then(postPicture);
      return;
    case 'chooseSelected':
      host.chooseSelected();
      return postPicture();
    case 'tellSelected':
      return post({ kind: 'selectedText', id: data.id, text: host.selectedText(data.what) });
    case 'ask':
      host.ask(data);
      return postPicture();
    case 'write':
      void write(data.id, data.format, data.session, data.streamBytes);
      return;
    case 'painted':
      unpainted = false;
      if (host.changed) scheduleRefresh();
      return;
    case 'flush':
      void flush(data.id, performance.now() + LONGEST_FLUSH_MS);
      return;
    case 'catchUp':
      return post({ kind: 'caughtUp', id: data.id });
  }
}

/** What the user does with rows is meant for those that the steps before will leave. Scrolling goes on in the old ones. */
function waitsForChange(message: ToCctWorker): boolean {
  switch (message.kind) {
    case 'ask':
      return message.ask.kind !== 'look';
    case 'show':
    case 'chooseSelected':
    case 'tellSelected':
    case 'catchUp':
      return true;
    case 'changeTree':
      return message.change.kind === 'takeSelected' || held.length > 0;
    default:
      return false;
  }
}

function receiveHeld(): void {
  while (!host.isChanging) {
    const next = held.shift();
    if (!next) return;
    receive(next);
  }
}

// What is thrown in a turn of its own is nobody's answer: without this the page would wait for ever.
addEventListener('unhandledrejection', (event) => {
  const { reason } = event;
  if (isOutOfMemory(reason)) {
    event.preventDefault(); // the user is told
    return postFailure(reason, '', '');
  }
  post({
    kind: 'failed',
    code: 'bug',
    message: `The call tree worker failed: ${messageOf(reason)}`,
    remedy: 'Stop, and start the recording again. If it comes back, copy the details and report it.',
  });
});

async function readStream(url: string): Promise<void> {
  stream.abort();
  const opened = (stream = new AbortController());
  reader = new RecordingReader();
  host = new ResultsHost(reader);
  pictures = new NamedPictures();
  position.restart();
  try {
    await readEventStream(url, opened.signal, (slice) => {
      reader.feed(slice);
      position.advance(slice.byteLength);
      host.sourceChanged();
      lastBytesMs = performance.now();
      scheduleRefresh();
    });
  } catch (thrown) {
    if (opened.signal.aborted) return;
    opened.abort(); // nobody reads on: the engine is to know, and stops the recording
    postFailure(
      thrown,
      'The event stream broke off',
      'What was read until then is shown. Detach and attach again to go on.',
    );
  } finally {
    if (stream === opened) position.end();
  }
}

function openFile(bytes: ArrayBuffer): void {
  try {
    opened = decodeSnapshot(new Uint8Array(bytes));
    host = new ResultsHost(new OpenedRecording(opened), opened.methods);
    post({ kind: 'opened', recording: summaryOf(opened) });
    void refresh();
  } catch (thrown) {
    postFailure(thrown, 'The recording could not be opened', 'Copy the details and report it.');
  }
}

function openComparison(fileA: NamedBytes, fileB: NamedBytes): void {
  try {
    const [a, b] = [fileA, fileB].map(namedSnapshot);
    compared = new OpenedComparison(a, b);
    host = new ResultsHost(compared.source, compared.methods);
    post({ kind: 'compared', comparison: compared.summary });
    void refresh();
  } catch (thrown) {
    postFailure(thrown, 'The recordings could not be compared', 'Copy the details and report it.');
  }
}

function compareBy(basis: ComparisonBasis): void {
  if (!compared) return;
  compared.compareBy(basis);
  host.sourceChanged();
  post({ kind: 'compared', comparison: compared.summary });
  void refresh();
}

/** @throws SluiceError that names the file */
function namedSnapshot({ name, bytes }: NamedBytes): ComparedFile {
  try {
    const snapshot = decodeSnapshot(new Uint8Array(bytes));
    return { name, snapshot, summary: { ...summaryOf(snapshot), name } };
  } catch (thrown) {
    if (!(thrown instanceof SluiceError)) throw thrown;
    throw new SluiceError(thrown.code, `${name}: ${thrown.message}`, thrown.remedy, { cause: thrown });
  }
}

function summaryOf(snapshot: Snapshot): RecordingSummary {
  return Object.fromEntries(
    Object.entries(snapshot).filter(([field]) => field !== 'methods' && field !== 'threads'),
  ) as unknown as RecordingSummary;
}

function changeTree(change: TreeChange): void {
  try {
    const history = host.changeTree(change);
    if (!history) return;
    post({ kind: 'history', history });
    if (host.isChanging) void refresh();
  } catch (thrown) {
    postFailure(thrown, 'The tree could not be changed', 'Copy the details and report it.');
  }
}

async function write(
  id: number,
  format: FileFormat | 'comparison',
  session: RecordedSession | null,
  streamBytes: number,
): Promise<void> {
  try {
    await position.reached(streamBytes);
    post({ kind: 'written', id, file: await fileOf(format, session) });
  } catch (thrown) {
    post({
      kind: 'written',
      id,
      file: errorOf(thrown, 'The file could not be made', 'Copy the details and report it.'),
    });
  }
}

async function fileOf(format: FileFormat | 'comparison', session: RecordedSession | null): Promise<Blob> {
  if (format === 'comparison') {
    return new Blob([...diffJson(ensure(compared, 'comparison').diff)]);
  }
  const snapshot = session
    ? recordedSnapshot(session, host.methods, reader)
    : ensure(opened, 'opened recording');
  return recordingFile(snapshot, format);
}

/**
 * Does it step by step, with a turn for messages whenever it has taken long.
 * @returns what it made and what it cost; null when something newer was begun meanwhile
 */
async function work<T>(
  steps: Generator<void, T>,
): Promise<{ readonly made: T; readonly costMs: number } | null> {
  const mine = ++newestWork;
  let costMs = 0;
  let turnStartMs = performance.now();
  for (;;) {
    const { done, value } = steps.next();
    const turnMs = performance.now() - turnStartMs;
    if (done) return { made: value, costMs: costMs + turnMs };
    if (turnMs < LONGEST_TURN_MS) continue;
    costMs += turnMs;
    await nextTurn();
    if (mine !== newestWork) return null;
    turnStartMs = performance.now();
  }
}

function scheduleRefresh(): void {
  refreshTimer ??= setTimeout(refreshWhenDue, pacer.delayMs(performance.now()));
}

function refreshWhenDue(): void {
  refreshTimer = undefined;
  if (!unpainted && refreshes === 0) void refresh();
}

/** @returns false when something newer was begun meanwhile: then it will be made up for */
async function refresh(): Promise<boolean> {
  clearTimeout(refreshTimer);
  refreshTimer = undefined;
  refreshes++;
  const done = await work(host.refresh(performance.now())).finally(() => refreshes--);
  if (done) {
    pacer.taken(done.costMs, performance.now());
    postMoment(done.made);
    receiveHeld();
  } else host.sourceChanged();
  if (host.changed) scheduleRefresh();
  return done !== null;
}

/** Also of a page that is hidden, which gets no moments. */
function keepBudget(): void {
  const startMs = performance.now();
  const over = budget?.look(reader, host.methods);
  if (over) post({ kind: 'overBudget', over });
  const costMs = performance.now() - startMs;
  budgetTimer = setTimeout(keepBudget, Math.max(BUDGET_INTERVAL_MS, COST_FACTOR * costMs));
}

async function flush(id: number, deadlineMs: number): Promise<void> {
  for (;;) {
    const nowMs = performance.now();
    const quietMs = nowMs - lastBytesMs;
    if (quietMs >= SILENCE_MS || nowMs >= deadlineMs) break;
    await sleep(Math.min(SILENCE_MS - quietMs, deadlineMs - nowMs));
  }
  while (host.changed) if ((await refresh()) && !host.isChanging) break;
  post({ kind: 'flushed', id });
}

function postMoment(moment: RecordingMoment): void {
  unpainted = true;
  post({ kind: 'moment', moment });
  postPicture();
}

function postPicture(): void {
  const drawn = host.picture();
  // A file has all the names that there are.
  const picture = opened || compared ? drawn : pictures.next(drawn, host.names, performance.now());
  if (picture) post(picture);
  else if (drawn) setTimeout(postPicture, LONGEST_WAIT_MS);
}

function postFailure(thrown: unknown, what: string, remedy: string): void {
  post({ kind: 'failed', ...errorOf(thrown, what, remedy) });
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

function post(message: FromCctWorker): void {
  postMessage(message);
}

function sleep(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms));
}
