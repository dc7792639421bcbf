import type { EngineApi } from '../../../shared/ipc/engineApi.ts';
import type { AppStore } from '../appStore.ts';

/** Deadlocks of the JVM that is attached to, or looked at: who does either is told of them. */
export class Deadlocks {
  readonly #store: AppStore;
  readonly #engine: EngineApi;

  constructor(store: AppStore, engine: EngineApi) {
    this.#store = store;
    this.#engine = engine;
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
}
