import { messageOf, SluiceError } from '../../../shared/base/errors.ts';
import type { ComparisonBasis } from '../../../shared/compare/comparisonBasis.ts';
import { isDumpName } from '../../../shared/hprof/dumpName.ts';
import { ownPackagesIn } from '../../../shared/recording/ownPackages.ts';
import type { GroupSide } from '../../../shared/recording/sets/rootCallGroups.ts';
import type { NamedBytes } from '../../worker/cctProtocol.ts';
import type { ViewKind } from '../../worker/workerViews.ts';
import { screenBelow } from '../appState.ts';
import type { AppStore } from '../appStore.ts';
import { atom, type Atom } from '../atom.ts';
import type { StartCctWorker } from '../cctWorkerClient.ts';
import type { FilePlaces } from '../filePlaces.ts';
import {
  keptWhen,
  recordedWhen,
  type RecentRecording,
  type RecordedWhen,
  type RecordingFiles,
} from './recordingFiles.ts';
import { Results, thrownBy } from '../results.ts';
import type { SessionActions } from '../session/sessionActions.ts';

/** One of the recordings that can be compared. */
export interface Comparable {
  /** Within one list. */
  readonly id: string;
  readonly name: string;
  /** null: not known yet, or no recording of calls. */
  readonly recorded: RecordedWhen | null;
  /** As a file, made or read when it is asked for. */
  readonly file: () => Promise<Blob>;
}

/** A recording that is compared, or some of its root calls. */
interface ComparedSide extends Pick<RecentRecording, 'name' | 'file'> {
  readonly side?: GroupSide;
}

/** Two recordings, A before and B after: chosen, shown on a screen of their own, turned round, saved. */
export class Comparisons {
  readonly results: Atom<Results | null> = atom<Results | null>(null);
  readonly #store: AppStore;
  readonly #startWorker: StartCctWorker;
  readonly #places: FilePlaces;
  readonly #session: SessionActions;
  readonly #files: RecordingFiles;
  #shown: { readonly a: ComparedSide; readonly b: ComparedSide } | null = null;

  constructor(
    store: AppStore,
    startWorker: StartCctWorker,
    places: FilePlaces,
    session: SessionActions,
    files: RecordingFiles,
  ) {
    this.#store = store;
    this.#startWorker = startWorker;
    this.#places = places;
    this.#session = session;
    this.#files = files;
  }

  /** What the session has recorded so far, what was opened last, and what is kept; the one in front comes first. */
  comparables(): readonly Comparable[] {
    const { screen, session } = this.#store.state.get();
    const opened = this.#files.recent.get().map(({ file, ...one }): Comparable => ({
      ...one,
      id: `file ${one.name}`,
      file: () => Promise.resolve(file),
    }));
    const status = session?.status;
    const kept = this.#files.kept.list
      .get()
      .filter(
        (one) =>
          one.startedAtMs !== status?.measurement.startedAtMs &&
          !opened.some(({ name }) => name === one.name),
      )
      .map((one): Comparable => ({
        id: `kept ${one.id}`,
        name: one.name,
        recorded: keptWhen(one),
        file: async () => new Blob([await this.#files.kept.read(one)]),
      }));
    const others = [...this.#beside(opened), ...kept];
    const recorded = this.#recorded();
    if (!recorded) return [...opened, ...others];
    return screen === 'recording' ? [...opened, recorded, ...others] : [recorded, ...opened, ...others];
  }

  /** Lets the user choose a file that can be compared then. @returns its id; null: none was chosen */
  async choose(): Promise<string | null> {
    const file = await this.#places.chooseFile();
    if (!file) return null;
    this.#files.remember({ name: file.name, file, recorded: null });
    return `file ${file.name}`;
  }

  /** What cannot be read is a problem, and leaves all as it was. @param a before @param b after */
  async compare(a: Comparable, b: Comparable): Promise<boolean> {
    return this.#store.during('compare', async () => {
      const [fileA, fileB] = [await a.file(), await b.file()];
      await this.#show({ name: a.name, file: fileA }, { name: b.name, file: fileB }, 'tree');
    });
  }

  /** Root calls of the recording in front against others of it. @param a before, as the fast ones @param b after, as the slow ones */
  async compareGroups(a: GroupSide, b: GroupSide): Promise<void> {
    const shown = this.#inFront();
    if (!shown) return;
    const { name, file } = shown;
    await this.#store.during('compare', async () => {
      const whole = await file();
      await this.#show({ name, file: whole, side: a }, { name, file: whole, side: b }, 'tree');
    });
  }

  compareBy(basis: ComparisonBasis): void {
    this.results.get()?.compareBy(basis);
  }

  /** What was before is after. */
  async turnRound(): Promise<void> {
    const shown = this.#shown;
    const tab = this.#store.state.get().comparison?.tab ?? 'tree';
    if (shown) await this.#store.during('compare', () => this.#show(shown.b, shown.a, tab));
  }

  showTab(tab: ViewKind): void {
    const { comparison } = this.#store.state.get();
    if (comparison) this.#store.change({ comparison: { ...comparison, tab } });
  }

  /** Gives the user what `sluice diff --format json` writes. */
  async save(): Promise<void> {
    const results = this.results.get();
    const shown = this.#shown;
    if (!results || !shown) return;
    await this.#store.during('save', async () => {
      const stem = (name: string): string =>
        name.replace(/\.sluice$/i, '').replace(/[^\p{L}\p{N}._-]+/gu, '_');
      const nameOf = ({ name, side }: ComparedSide): string =>
        stem(side === undefined ? name : `${stem(name)} ${side.isRest ? 'not ' : ''}${side.group}`);
      const name = `${nameOf(shown.a)}-to-${nameOf(shown.b)}.json`;
      this.#places.giveFile(await results.write('comparison', null), name);
    });
  }

  close(): void {
    const state = this.#store.state.get();
    this.results.get()?.close();
    this.results.set(null);
    this.#shown = null;
    this.#store.change({ comparison: null, screen: state.recording ? 'recording' : screenBelow(state) });
  }

  /** What lies beside the page and was not opened yet; a heap dump is never compared with a recording. */
  #beside(opened: readonly Comparable[]): readonly Comparable[] {
    return this.#files.beside
      .get()
      .filter(({ name }) => !isDumpName(name) && !opened.some((one) => one.name === name))
      .map((one): Comparable => ({
        ...{ id: `beside ${one.url}`, name: one.name, recorded: null },
        file: () => this.#files.readBeside(one),
      }));
  }

  /** What the session has recorded so far; null: nothing. */
  #recorded(): Comparable | null {
    const status = this.#store.state.get().session?.status;
    const results = this.#session.results.get();
    if (!results || !status?.measurement.request) return null;
    const { mainClass, pid } = status.target;
    const { startedAtMs } = status.measurement;
    const name = `${mainClass} (PID ${pid})`;
    const file = () => results.write('sluice', this.#session.record.recorded(status));
    return { id: 'session', name, recorded: { mainClass, startedAtMs }, file };
  }

  /** By its own results: files of one name may be others. null: no recording is, or a comparison. */
  #inFront(): Comparable | null {
    const { screen, recording } = this.#store.state.get();
    if (screen === 'session') return this.#recorded();
    const results = this.#files.results.get();
    if (screen !== 'recording' || !recording || !results) return null;
    const recorded = recordedWhen(recording);
    return { id: 'opened', name: recording.name, recorded, file: () => results.write('sluice', null) };
  }

  async #show(a: ComparedSide, b: ComparedSide, tab: ViewKind): Promise<void> {
    const [bytesA, bytesB] = await Promise.all([namedBytes(a), namedBytes(b)]);
    await new Promise<void>((resolve, reject) => {
      let isOpen = false;
      const results = new Results(this.#startWorker, {
        onCompared: (summary) => {
          results.learnOwn(ownPackagesIn([summary.a.target, summary.b.target]));
          const { comparison } = this.#store.state.get();
          if (isOpen && comparison) this.#store.change({ comparison: { ...comparison, summary } });
          if (isOpen) return;
          isOpen = true;
          this.results.get()?.close();
          this.results.set(results);
          this.#shown = { a, b };
          this.#store.change({ screen: 'comparison', comparison: { summary, tab } });
          resolve();
        },
        onProblem: (problem) => {
          if (isOpen) return this.#store.addProblem(problem);
          results.close();
          reject(thrownBy(problem));
        },
      });
      results.openComparison(bytesA, bytesB);
    });
  }
}

/**
 * What a recording is compared with, unless the user says otherwise: the program's last one before it, or else what was opened last and
 * is of no other program, as far as that is known.
 * A file that does not tell its program, mainClass "", has none before it.
 */
export function recordedBefore(after: Comparable, all: readonly Comparable[]): Comparable | undefined {
  const others = all.filter((one) => one !== after);
  const { recorded } = after;
  const earlier = others.filter(
    (one) =>
      one.recorded !== null &&
      one.recorded.mainClass !== '' &&
      one.recorded.mainClass === recorded?.mainClass &&
      one.recorded.startedAtMs < recorded.startedAtMs,
  );
  const latest = Math.max(...earlier.map((one) => one.recorded?.startedAtMs ?? 0));
  return (
    earlier.find((one) => one.recorded?.startedAtMs === latest) ??
    others.find((one) => !isOfAnother(one.recorded?.mainClass ?? '', recorded?.mainClass ?? ''))
  );
}

/** @param program its main class, '' of one that is not known */
function isOfAnother(program: string, than: string): boolean {
  return program !== '' && than !== '' && program !== than;
}

async function namedBytes({ name, file, side }: ComparedSide): Promise<NamedBytes> {
  try {
    return { name, bytes: await file.arrayBuffer(), ...side };
  } catch (thrown) {
    throw new SluiceError(
      'io',
      `${name} could not be read: ${messageOf(thrown)}`,
      'It may have been moved or changed: choose it again.',
      { cause: thrown },
    );
  }
}
