import { SluiceError } from '../../shared/base/errors.ts';
import type { EngineApi } from '../../shared/ipc/engineApi.ts';
import type { AppStore } from './appStore.ts';
import { offeredName } from './fileFormats.ts';
import type { RecordingFiles } from './recordingFiles.ts';
import { shownJvm } from './shownJvm.ts';

const SAMPLED_MS = 5_000;

/** What a JVM is doing now, by samples: for who does not know yet which method to record. */
export class RunningNow {
  readonly #store: AppStore;
  readonly #engine: EngineApi;
  readonly #files: RecordingFiles;

  constructor(store: AppStore, engine: EngineApi, files: RecordingFiles) {
    this.#store = store;
    this.#engine = engine;
    this.#files = files;
  }

  /** Samples the JVM that the screen is about, and shows what was found as a recording. */
  async look(): Promise<void> {
    const jvm = shownJvm(this.#store.state.get());
    if (!jvm) return;
    const { pid, mainClass } = jvm;
    await this.#store.during('sample', async (signal) => {
      this.#store.change({ sampling: { pid, hasBegun: false } });
      signal.addEventListener('abort', () => void this.#engine.cancelSampling(pid).catch(() => {}));
      try {
        const id = await this.#engine.sample(pid, SAMPLED_MS);
        const name = offeredName(mainClass, Date.now(), 'sluice').replace(/(?=\.sluice$)/, '-samples');
        const program = await this.#files.openSamples(await fetched(id, signal), name, signal);
        this.#store.change({ sampled: { ...program, pid, mainClass } });
      } finally {
        this.#store.change({ sampling: null });
      }
    });
  }

  /** The engine tells that samples are taken from now on. */
  began(pid: number): void {
    if (this.#store.state.get().sampling?.pid === pid)
      this.#store.change({ sampling: { pid, hasBegun: true } });
  }
}

async function fetched(id: string, signal: AbortSignal): Promise<ArrayBuffer> {
  const answer = await fetch(`samples/${id}`, { signal });
  if (!answer.ok) throw new SluiceError('not-found', (await answer.text()).trim());
  return answer.arrayBuffer();
}
