import { SluiceError, messageOf } from '../../../shared/base/errors.ts';
import type {
  EngineApi,
  KeptRecording,
  RecordingFacts,
  RecordingLabel,
  SessionStatus,
} from '../../../shared/ipc/engineApi.ts';
import type { AppStore } from '../appStore.ts';
import { atom, type Atom } from '../atom.ts';

/** The engine's copies of the recordings that were stopped, saved or opened last, also before this page was loaded. */
export class KeptRecordings {
  /** The last one comes first. */
  readonly list: Atom<readonly KeptRecording[]> = atom<readonly KeptRecording[]>([]);
  readonly #store: AppStore;
  readonly #engine: EngineApi;

  constructor(store: AppStore, engine: EngineApi) {
    this.#store = store;
    this.#engine = engine;
  }

  async refresh(): Promise<void> {
    try {
      this.list.set(await this.#engine.keptRecordings());
    } catch (thrown) {
      this.#store.reportOfEngine(thrown);
    }
  }

  /** Whether there is a copy of a session's recording. */
  async has({ target, measurement }: SessionStatus): Promise<boolean> {
    await this.refresh();
    return this.list
      .get()
      .some(
        ({ mainClass, startedAtMs }) =>
          mainClass === target.mainClass && startedAtMs === measurement.startedAtMs,
      );
  }

  /** What the user has in another way too. What cannot be kept is said, and is no failure. */
  async keepOrSay(file: Blob, facts: Omit<RecordingFacts, 'fileBytes'>): Promise<void> {
    if (this.#store.state.get().connection === 'none') return;
    try {
      await this.keep(file, facts);
    } catch (thrown) {
      if (this.#store.state.get().connection === 'lost') return;
      this.#store.addProblem({
        severity: 'note',
        code: '',
        message: `${facts.name} will not be among the recent recordings next time.`,
        remedy: messageOf(thrown),
      });
    }
  }

  /** @returns its id @throws SluiceError that says why there is no copy */
  async keep(file: Blob, facts: Omit<RecordingFacts, 'fileBytes'>): Promise<string> {
    const id = await this.#engine.keepRecording({ ...facts, fileBytes: file.size });
    const answer = await fetch(`kept/${id}`, { method: 'PUT', body: file });
    if (!answer.ok) throw new SluiceError('io', (await answer.text()).trim());
    await this.refresh();
    return id;
  }

  /** It is the last one that was opened then. @throws SluiceError 'not-found' when the copy is gone */
  async read({ id }: KeptRecording, signal?: AbortSignal): Promise<ArrayBuffer> {
    const answer = await fetch(`kept/${id}`, signal ? { signal } : {});
    if (!answer.ok) throw new SluiceError('not-found', (await answer.text()).trim());
    const bytes = await answer.arrayBuffer();
    await this.refresh();
    return bytes;
  }

  /** Gives it a name of the user's own, and a note. */
  async label({ id }: KeptRecording, label: RecordingLabel): Promise<void> {
    try {
      await this.#engine.labelRecording(id, label);
    } catch (thrown) {
      this.#store.reportOfEngine(thrown);
    }
    await this.refresh();
  }

  /** Takes it from the list, and the copy away; the user's own file stays. */
  async forget({ id }: KeptRecording): Promise<void> {
    try {
      await this.#engine.forgetRecording(id);
    } catch (thrown) {
      this.#store.reportOfEngine(thrown);
    }
    await this.refresh();
  }
}
