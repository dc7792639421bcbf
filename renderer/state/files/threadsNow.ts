import { SluiceError } from '../../../shared/base/errors.ts';
import type { EngineApi } from '../../../shared/ipc/engineApi.ts';
import type { AppStore } from '../appStore.ts';
import { offeredName } from '../fileFormats.ts';
import type { ShownJvm } from '../shownJvm.ts';
import type { RecordingFiles } from './recordingFiles.ts';

/** Between an answer and the next question: the JVM stands still for each. */
export const REFRESHED_EVERY_MS = 1_000;

/** What each thread of a JVM does now, as a recording that has them alone and is refreshed in its place. */
export class ThreadsNow {
  readonly #store: AppStore;
  readonly #engine: EngineApi;
  readonly #files: RecordingFiles;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #isAsking = false;

  constructor(store: AppStore, engine: EngineApi, files: RecordingFiles) {
    this.#store = store;
    this.#engine = engine;
    this.#files = files;
  }

  async show({ pid, mainClass }: Pick<ShownJvm, 'pid' | 'mainClass'>): Promise<void> {
    await this.#store.during('open', async (signal) => {
      const bytes = await this.#dumped(pid, signal);
      const name = offeredName(mainClass, Date.now(), 'sluice').replace(/(?=\.sluice$)/, '-threads');
      await this.#files.openThreads(bytes, name, signal);
      this.#store.change({ threadsNow: { pid, isRepeated: false } });
    });
  }

  /** What they do by now. What is selected, sorted and filtered stays; a JVM that does not answer is a problem. @returns whether it may be asked again */
  async again(): Promise<boolean> {
    const { threadsNow } = this.#store.state.get();
    const results = this.#files.results.get();
    if (threadsNow === null || results === null) return false;
    if (this.#isAsking) return true;
    this.#isAsking = true;
    try {
      const bytes = await this.#dumped(threadsNow.pid);
      // Another recording may have taken the place meanwhile.
      if (this.#files.results.get() === results) results.goOn(bytes);
      return true;
    } catch (thrown) {
      this.#store.reportOfEngine(thrown);
      return false;
    } finally {
      this.#isAsking = false;
    }
  }

  /** Each second, as long as they are in front, or no more. */
  repeat(isRepeated: boolean): void {
    const { threadsNow } = this.#store.state.get();
    clearTimeout(this.#timer);
    if (threadsNow === null) return;
    this.#store.change({ threadsNow: { ...threadsNow, isRepeated } });
    if (isRepeated) this.#timer = setTimeout(() => void this.#next(), REFRESHED_EVERY_MS);
  }

  async #next(): Promise<void> {
    const { threadsNow, screen } = this.#store.state.get();
    if (threadsNow?.isRepeated !== true) return;
    const isSeen = screen === 'recording' && (await this.again());
    if (this.#store.state.get().threadsNow?.isRepeated === true) this.repeat(isSeen);
  }

  async #dumped(pid: number, signal?: AbortSignal): Promise<ArrayBuffer> {
    const id = await this.#engine.dumpThreads(pid);
    const answer = await fetch(`samples/${id}`, signal === undefined ? {} : { signal });
    if (!answer.ok) throw new SluiceError('not-found', (await answer.text()).trim());
    return answer.arrayBuffer();
  }
}
