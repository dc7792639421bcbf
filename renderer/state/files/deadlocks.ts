import type { EngineApi } from '../../../shared/ipc/engineApi.ts';
import { SluiceError } from '../../../shared/base/errors.ts';
import type { FoundDeadlocks } from '../appState.ts';
import type { AppStore } from '../appStore.ts';
import { offeredName } from '../fileFormats.ts';
import type { RecordingFiles } from './recordingFiles.ts';

/** Deadlocks of the JVM that is attached to, or looked at: who does either is told of them. */
export class Deadlocks {
  readonly #store: AppStore;
  readonly #engine: EngineApi;
  readonly #files: RecordingFiles;

  constructor(store: AppStore, engine: EngineApi, files: RecordingFiles) {
    this.#store = store;
    this.#engine = engine;
    this.#files = files;
  }

  /** One thread dump. A JVM that gives none says so elsewhere: in what it was asked for. */
  async look(pid: number, mainClass: string): Promise<void> {
    const circles = await this.#engine.deadlocks(pid).catch(() => []);
    const { deadlocks } = this.#store.state.get();
    if (circles.length > 0) this.#store.change({ deadlocks: { pid, mainClass, circles } });
    else if (deadlocks?.pid === pid) this.#store.change({ deadlocks: null });
  }

  dismiss(): void {
    this.#store.change({ deadlocks: null });
  }

  /** What each thread does now, as a recording that has them alone. */
  async showThreads({ pid, mainClass }: Pick<FoundDeadlocks, 'pid' | 'mainClass'>): Promise<void> {
    await this.#store.during('open', async (signal) => {
      const answer = await fetch(`samples/${await this.#engine.dumpThreads(pid)}`, { signal });
      if (!answer.ok) throw new SluiceError('not-found', (await answer.text()).trim());
      const name = offeredName(mainClass, Date.now(), 'sluice').replace(/(?=\.sluice$)/, '-threads');
      await this.#files.openThreads(await answer.arrayBuffer(), name, signal);
    });
  }
}
