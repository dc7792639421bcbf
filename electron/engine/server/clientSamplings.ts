import type { EngineApi } from '../../../shared/ipc/engineApi.ts';

/** The samplings that one client waits for: they end with its connection, as nobody else hears of them. */
export class ClientSamplings {
  readonly #engine: Pick<EngineApi, 'cancelSampling'>;
  /** Process ids. */
  readonly #sampled = new Set<unknown>();

  constructor(engine: Pick<EngineApi, 'cancelSampling'>) {
    this.#engine = engine;
  }

  /** Hears of each question of the client. @param answer settles when it is answered */
  learn(method: keyof EngineApi, [pid]: readonly unknown[], answer: Promise<unknown>): void {
    if (method !== 'sample') return;
    this.#sampled.add(pid);
    const forget = (): void => void this.#sampled.delete(pid);
    answer.then(forget, forget);
  }

  /** The client has gone. */
  cancel(): void {
    for (const pid of this.#sampled) void this.#engine.cancelSampling(pid as number);
  }
}
