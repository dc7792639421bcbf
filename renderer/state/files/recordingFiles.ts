import { SluiceError } from '../../../shared/base/errors.ts';
import { countsCalls } from '../../../shared/events/clock.ts';
import type { KeptRecording } from '../../../shared/ipc/engineApi.ts';
import type { TimeRange } from '../../../shared/jvmEvents/narrowedRecording.ts';
import { offInTheEnd } from '../../../shared/recording/methodSwitch.ts';
import { regionJson } from '../../../shared/report/regionReport.ts';
import type {
  FileFormat,
  OpenedContents,
  RecordingSummary,
  SampledProgram,
} from '../../worker/cctProtocol.ts';
import { screenBelow, type RecordingTab } from '../appState.ts';
import type { AppStore } from '../appStore.ts';
import { atom, type Atom } from '../atom.ts';
import type { StartCctWorker } from '../cctWorkerClient.ts';
import { offeredName } from '../fileFormats.ts';
import type { FilePlaces } from '../filePlaces.ts';
import { isHeapDump } from './dumpFile.ts';
import { unpackedRecording } from './unpackedRecording.ts';
import { unreadableFile, type HeapDumps } from './heapDumps.ts';
import { hideJdkAtFirst } from '../hideJdk.ts';
import { Results, thrownBy } from '../results.ts';
import { unlessAborted } from '../unlessAborted.ts';
import type { SessionActions } from '../session/sessionActions.ts';

/** A recording that was opened in this page, to be compared with another one. */
export interface RecentRecording {
  readonly name: string;
  readonly file: Blob;
  /** null: it has not been read yet, or is no recording of calls. */
  readonly recorded: RecordedWhen | null;
}

/** Which recording it is of a program's. */
export interface RecordedWhen {
  readonly mainClass: string;
  readonly startedAtMs: number;
}

/** Of a file; null: it has no call trees, as that of threads, or those of samples, which do not compare with calls. */
export function recordedWhen({
  hasTrees,
  summary: { clock, target, startedAtMs },
}: Pick<OpenedContents, 'hasTrees' | 'summary'>): RecordedWhen | null {
  return hasTrees && countsCalls(clock) ? { mainClass: target.mainClass, startedAtMs } : null;
}

/** The same of a copy, by what is told of it: without roots it is of samples or threads. */
export function keptWhen({
  mainClass,
  startedAtMs,
  roots,
}: Pick<KeptRecording, 'mainClass' | 'startedAtMs' | 'roots'>): RecordedWhen | null {
  return roots.length > 0 ? { mainClass, startedAtMs } : null;
}

/** A recording or heap dump that lies beside the page: `sluice view` was given it. */
export interface BesideFile {
  readonly name: string;
  /** Absolute. */
  readonly url: string;
}

/** So many that were opened last can be compared without being chosen again. */
const MOST_RECENT = 6;

/** Of a copy with such a problem nothing can be had any more. */
const NO_USE: readonly string[] = ['not-found', 'io'];

const NOT_STREAMED = { streamBytes: 0 };

interface OpenedFile extends OpenedContents {
  readonly results: Results;
}

/** Everything about recordings as files: opened and shown beside whatever session there is, saved, exported. */
export class RecordingFiles {
  /** What the opened recording file has. */
  readonly results: Atom<Results | null> = atom<Results | null>(null);
  /** The one opened last comes first; of files of one name the last. */
  readonly recent: Atom<readonly RecentRecording[]> = atom<readonly RecentRecording[]>([]);
  /** In the order in which they were given. */
  readonly beside: Atom<readonly BesideFile[]> = atom<readonly BesideFile[]>([]);
  /** The engine's copies of what was stopped, opened and saved. */
  readonly kept: SessionActions['stopped']['kept'];
  readonly #store: AppStore;
  readonly #startWorker: StartCctWorker;
  readonly #places: FilePlaces;
  readonly #session: SessionActions;
  readonly #dumps: HeapDumps;

  constructor(
    store: AppStore,
    startWorker: StartCctWorker,
    places: FilePlaces,
    session: SessionActions,
    dumps: HeapDumps,
  ) {
    this.#store = store;
    this.#startWorker = startWorker;
    this.#places = places;
    this.#session = session;
    this.kept = session.stopped.kept;
    this.#dumps = dumps;
  }

  /**
   * Shows a recording file beside whatever session there is. One that cannot be read is a problem, and leaves all as it was.
   * @param bytes of the file; they are taken away
   * @param name  of the file, for the reader
   * @returns whether it could be read
   */
  async open(bytes: ArrayBuffer, name: string): Promise<boolean> {
    const file = new Blob([bytes]);
    return (await isHeapDump(file)) ? this.#dumps.open(file, name) : this.#show(file, bytes, name);
  }

  /** Shows one of those that were opened last once more. */
  async openRecent({ name, file }: Pick<RecentRecording, 'name' | 'file'>): Promise<void> {
    await this.#show(file, await file.arrayBuffer(), name);
  }

  async #show(file: Blob, bytes: ArrayBuffer, name: string): Promise<boolean> {
    return this.#store.during('open', async (signal) => {
      const unpacked = await unlessAborted(unpackedRecording(bytes), signal);
      const plain = unpacked === bytes ? file : new Blob([unpacked]);
      this.#putAndKeep(name, plain, await this.#openFile(unpacked, name, signal), true);
    });
  }

  /** Shows one of which the engine has a copy. A copy that is gone or damaged is a problem, and goes from the list. */
  async openKept(kept: KeptRecording): Promise<void> {
    const { name } = kept;
    await this.#store.during('open', async (signal) => {
      try {
        const bytes = await this.kept.read(kept, signal);
        const file = new Blob([bytes]);
        this.#put(name, file, await this.#openFile(bytes, name, signal));
      } catch (thrown) {
        if (!(thrown instanceof SluiceError) || !NO_USE.includes(thrown.code)) throw thrown;
        await this.forgetKept(kept);
        const message = thrown.code === 'not-found' ? `${name}: ${thrown.message}` : thrown.message;
        const remedy = 'It is taken from the list. Open your own file of it, or record again.';
        throw new SluiceError(thrown.code, message, remedy, { cause: thrown });
      }
    });
  }

  /** Shows what was sampled a moment ago, each method of the JDK as a part of its caller, until that step is undone. It is in this window only: sampling again is quicker than looking for an old one. */
  async openSamples(bytes: ArrayBuffer, name: string, signal: AbortSignal): Promise<SampledProgram> {
    const file = new Blob([bytes]);
    const opened = await this.#openFile(bytes, name, signal);
    if (opened.sampled.roots.length > 0) hideJdkAtFirst(opened.results);
    this.#put(name, file, opened, 'hot');
    return opened.sampled;
  }

  /** Shows what threads did a moment ago. It is in this window only. */
  async openThreads(bytes: ArrayBuffer, name: string, signal: AbortSignal): Promise<void> {
    const file = new Blob([bytes]);
    this.#put(name, file, await this.#openFile(bytes, name, signal));
  }

  /** Takes one from the list of recent recordings. */
  async forgetKept(kept: KeptRecording): Promise<void> {
    this.recent.update((recent) => recent.filter(({ name }) => name !== kept.name));
    await this.kept.forget(kept);
  }

  /** Shows what the session has recorded so far as a recording of its own, while the session goes on. */
  async takeSnapshot(): Promise<void> {
    const { session } = this.#store.state.get();
    const results = this.#session.results.get();
    if (!session || !results) return;
    await this.#store.during('save', async (signal) => {
      const { status, streamBytes } = await unlessAborted(this.#session.drained(), signal);
      const file = await unlessAborted(
        results.write('sluice', this.#session.record.recorded(status), streamBytes),
        signal,
      );
      const length = `${(status.measurement.elapsedMs / 1000).toFixed(1)}s`;
      const name = offeredName(status.target.mainClass, status.measurement.startedAtMs, 'sluice').replace(
        /(?=\.sluice$)/,
        `-${length}`,
      );
      this.#putAndKeep(name, file, await this.#openFile(await file.arrayBuffer(), name, signal), false);
    });
  }

  /** Gives the user the numbers of the region that is, or was, timed, as `sluice region --format json` does. */
  saveRegion(): void {
    const { status } = this.#store.state.get().session ?? {};
    const region = status?.measurement.region;
    if (!region) return;
    const text = regionJson({ ...region, lines: region.request.lines });
    const name = offeredName(status.target.mainClass, Date.now(), 'sluice').replace(
      /\.sluice$/,
      '-region.json',
    );
    this.#places.giveFile(new Blob([text], { type: 'application/json' }), name);
  }

  /** Among those that can be compared. */
  remember(recording: RecentRecording): void {
    this.recent.update((recent) =>
      [recording, ...recent.filter(({ name }) => name !== recording.name)].slice(0, MOST_RECENT),
    );
  }

  /** Lets the user choose a file and shows it. */
  async choose(): Promise<void> {
    const file = await this.#places.chooseFile();
    if (file) await this.openFile(file, file.name);
  }

  /** Shows what lies beside the page. A dump stays there: it may be larger than what a page can keep. */
  async openBeside({ url, name }: BesideFile): Promise<void> {
    try {
      const stop = new AbortController();
      const answer = await fetch(url, { signal: stop.signal });
      if (!answer.ok || answer.body === null) throw goneBeside(name);
      const { value: first = new Uint8Array() } = await answer.body.getReader().read();
      stop.abort();
      const size = Number(answer.headers.get('content-length'));
      if (await isHeapDump(new Blob([first]))) return void (await this.#dumps.open({ url, size }, name));
      await this.open(await (await this.readBeside({ url, name })).arrayBuffer(), name);
    } catch (thrown) {
      this.#store.report(thrown);
    }
  }

  /** @throws SluiceError 'not-found' when the engine has it no more */
  async readBeside({ url, name }: BesideFile): Promise<Blob> {
    const answer = await fetch(url);
    if (!answer.ok) throw goneBeside(name);
    return answer.blob();
  }

  /** Shows a recording, or a heap dump: what it is tell its first bytes. */
  async openFile(file: Blob, name: string): Promise<void> {
    let bytes: ArrayBuffer;
    try {
      if (await isHeapDump(file)) return void (await this.#dumps.open(file, name));
      bytes = await file.arrayBuffer();
    } catch (thrown) {
      return this.#store.report(unreadableFile(name, thrown));
    }
    await this.#show(file, bytes, name);
  }

  /**
   * Gives the user a file of the recording in front, or else of the last one of the session. One that runs is written as
   * it is now, and goes on.
   */
  async saveAs(format: FileFormat): Promise<void> {
    const { screen, recording, session } = this.#store.state.get();
    if (screen === 'comparison') return; // it is saved by itself: comparisons.ts
    const opened = screen === 'recording' ? recording : null;
    const results = (opened ? this.results : this.#session.results).get();
    const status = opened ? null : session?.status;
    if (!results || status === undefined) return;
    await this.#store.during('save', async (signal) => {
      const name = status
        ? offeredName(status.target.mainClass, status.measurement.startedAtMs, format)
        : offeredName(opened?.name ?? '', null, format);
      const recorded = status && this.#session.record.recorded(status);
      const { streamBytes } = opened ? NOT_STREAMED : await unlessAborted(this.#session.drained(), signal);
      const file = await unlessAborted(results.write(format, recorded, streamBytes), signal);
      this.#places.giveFile(file, name);
      if (format !== 'sluice') return;
      if (status) {
        this.#session.stopped.forgetWhy();
        const { mainClass } = status.target;
        const { startedAtMs, request } = status.measurement;
        const roots = request?.roots ?? [];
        void this.kept.keepOrSay(file, { name, mainClass, startedAtMs, roots, isSaved: true });
      } else if (opened) this.#keep(name, file, opened.summary, true);
    });
  }

  showTab(tab: RecordingTab): void {
    const { recording } = this.#store.state.get();
    if (recording) this.#store.change({ recording: { ...recording, tab } });
  }

  /** All views show what happened in a range of the time only; null: in all of it. */
  narrow(range: TimeRange | null): void {
    const { recording } = this.#store.state.get();
    if (recording && (range !== null || recording.narrowed !== null)) this.results.get()?.narrow(range);
  }

  close(): void {
    this.results.get()?.close();
    this.results.set(null);
    this.#store.change({ recording: null, threadsNow: null, screen: screenBelow(this.#store.state.get()) });
  }

  // ---- within ----

  #putAndKeep(name: string, file: Blob, opened: OpenedFile, isSaved: boolean): void {
    this.#put(name, file, opened);
    this.#keep(name, file, opened.summary, isSaved);
  }

  #keep(name: string, file: Blob, summary: RecordingSummary, isSaved: boolean): void {
    const { target, startedAtMs, roots } = summary;
    void this.kept.keepOrSay(file, { name, mainClass: target.mainClass, startedAtMs, roots, isSaved });
  }

  #put(name: string, file: Blob, { results, ...contents }: OpenedFile, tab?: RecordingTab): void {
    this.remember({ name, file, recorded: recordedWhen(contents) });
    this.results.get()?.close();
    this.results.set(results);
    const { summary, newer, dataSets, hasTrees } = contents;
    if (newer !== null) this.#store.addToldNote(newer);
    results.switchedOff.set(offInTheEnd(summary.switches));
    results.learnSwaps(summary.timeline);
    const filled = dataSets.find(({ rows }) => rows > 0);
    const first = tab ?? (hasTrees || filled === undefined ? 'tree' : (`set:${filled.id}` as const));
    this.#store.change({
      screen: 'recording',
      threadsNow: null,
      recording: { name, ...contents, tab: first, narrowed: null },
    });
  }

  /** The file that is shown has become longer. */
  #goesOn(results: Results, contents: OpenedContents): void {
    const { recording, sampled, threadsNow } = this.#store.state.get();
    if (!recording || this.results.get() !== results) return;
    const hadRoots = recording.sampled.roots.length > 0;
    if (!hadRoots && contents.sampled.roots.length > 0) hideJdkAtFirst(results);
    this.#store.change({
      ...(sampled === null || threadsNow !== null ? {} : { sampled: { ...sampled, ...contents.sampled } }),
      recording: { ...recording, ...contents, narrowed: null },
    });
  }

  #openFile(bytes: ArrayBuffer, name: string, signal: AbortSignal): Promise<OpenedFile> {
    return new Promise((resolve, reject) => {
      let isOpen = false;
      const results = new Results(this.#startWorker, {
        onOpened: (contents) => {
          results.learnOwn(contents.summary.target.ownPackages);
          if (isOpen) return this.#goesOn(results, contents);
          isOpen = true;
          resolve({ results, ...contents });
        },
        onNarrowed: (narrowed) => {
          const { recording } = this.#store.state.get();
          if (recording && this.results.get() === results)
            this.#store.change({ recording: { ...recording, narrowed } });
        },
        onProblem: (problem) => {
          if (isOpen) return this.#store.addProblem(problem);
          results.close();
          reject(thrownBy({ ...problem, message: `${name}: ${problem.message}` }));
        },
      });
      results.openFile(bytes);
      signal.addEventListener('abort', () => {
        if (!isOpen) results.close();
        reject(signal.reason as Error);
      });
    });
  }
}

function goneBeside(name: string): SluiceError {
  return new SluiceError('not-found', `${name} cannot be had any more.`, 'Open the file again.');
}
