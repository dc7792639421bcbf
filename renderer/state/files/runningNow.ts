import { SluiceError } from '../../../shared/base/errors.ts';
import type { EngineApi } from '../../../shared/ipc/engineApi.ts';
import type { AppStore } from '../appStore.ts';
import { offeredName } from '../fileFormats.ts';
import type { RecordingFiles } from './recordingFiles.ts';
import type { Results } from '../results.ts';
import { shownJvm } from '../shownJvm.ts';
import { unlessAborted } from '../unlessAborted.ts';

/** Nobody looks longer; who does looks again. */
const SAMPLED_MS = 120_000;

/** One look at a JVM, from its first samples until it is stopped. */
interface Look {
  readonly pid: number;
  /** Id of the samples that came last, and are not fetched yet. */
  next: string | null;
  /** Is told when there is a next. */
  onNext: () => void;
  /** What shows them; null before the first. */
  results: Results | null;
  /** Resolves when the recorder has stopped, however that came. */
  over: Promise<void>;
  isStopped: boolean;
}

/**
 * What a JVM is doing now, by samples: for who does not know yet which method to record. The first ones are shown as soon as they
 * are there, and then the same recording goes on.
 */
export class RunningNow {
  readonly #store: AppStore;
  readonly #engine: EngineApi;
  readonly #files: RecordingFiles;
  #look: Look | null = null;

  constructor(store: AppStore, engine: EngineApi, files: RecordingFiles) {
    this.#store = store;
    this.#engine = engine;
    this.#files = files;
  }

  /** Samples the JVM that the screen is about, and shows what is found as a recording, while it goes on. */
  async look(): Promise<void> {
    const jvm = shownJvm(this.#store.state.get());
    if (!jvm) return;
    await this.stop();
    const { pid, mainClass } = jvm;
    await this.#store.during('sample', async (signal) => {
      this.#store.change({ sampling: { pid, hasBegun: false } });
      const look: Look = {
        ...{ pid, next: null, onNext: () => {}, results: null },
        ...{ over: Promise.resolve(), isStopped: false },
      };
      this.#look = look;
      const whole = this.#engine.sample(pid, SAMPLED_MS);
      look.over = whole.then(
        () => {},
        () => {},
      );
      void look.over.then(() => this.#ended(look));
      signal.addEventListener('abort', () => void this.#engine.cancelSampling(pid).catch(() => {}));
      const first = await Promise.race([whole, unlessAborted(this.#more(look), signal).catch(() => whole)]);
      const name = offeredName(mainClass, Date.now(), 'sluice').replace(/(?=\.sluice$)/, '-samples');
      const program = await this.#files.openSamples(await fetched(first, signal), name, signal);
      look.results = this.#files.results.get();
      this.#store.change({ sampled: { ...program, pid, mainClass } });
      void this.#goOn(look, whole, first);
    });
    if (this.#look?.results === null) await this.stop();
  }

  /** The recording stays as it is. */
  async stop(): Promise<void> {
    const look = this.#look;
    if (look === null) return;
    this.#look = null;
    look.isStopped = true;
    await this.#engine.cancelSampling(look.pid).catch(() => {});
    await look.over;
  }

  /** The engine tells that samples are taken. @param samples id of what there is by now; null: they begin */
  began(pid: number, samples: string | null): void {
    const { sampling } = this.#store.state.get();
    if (sampling?.pid !== pid) return;
    if (!sampling.hasBegun) this.#store.change({ sampling: { pid, hasBegun: true } });
    if (samples === null || this.#look?.pid !== pid) return;
    this.#look.next = samples;
    this.#look.onNext();
  }

  /** Shows what comes, one after the other: what came while the one before was fetched takes the place of those between. */
  async #goOn(look: Look, whole: Promise<string>, first: string): Promise<void> {
    let lastId: string | null | undefined;
    const last = whole.catch(() => null).then((id) => (lastId = id));
    const end = new AbortController().signal;
    while (this.#isShown(look)) {
      const id = await Promise.race([last, this.#more(look)]);
      const isLast = id === null || id === lastId;
      if (id !== null && id !== first && this.#isShown(look) && !this.#isHeld())
        await fetched(id, end).then(
          (bytes) => look.results?.goOn(bytes),
          () => {}, // a newer one has taken its place
        );
      if (isLast) return;
    }
    if (this.#look === look) await this.stop();
  }

  /** Who looks at a range of time wants it to stay. */
  #isHeld(): boolean {
    return this.#store.state.get().recording?.narrowed !== null;
  }

  #isShown({ results, isStopped }: Look): boolean {
    return !isStopped && results !== null && this.#files.results.get() === results;
  }

  async #more(look: Look): Promise<string> {
    while (look.next === null) await new Promise<void>((resolve) => (look.onNext = resolve));
    const { next } = look;
    look.next = null;
    return next;
  }

  #ended(look: Look): void {
    if (this.#look === look) this.#look = null;
    if (this.#store.state.get().sampling?.pid === look.pid) this.#store.change({ sampling: null });
  }
}

async function fetched(id: string, signal: AbortSignal): Promise<ArrayBuffer> {
  const answer = await fetch(`samples/${id}`, { signal });
  if (!answer.ok) throw new SluiceError('not-found', (await answer.text()).trim());
  return answer.arrayBuffer();
}
