import { setImmediate as nextTurn } from 'node:timers/promises';

/** Whoever asks the engine meanwhile waits for so long, times the sessions that are busy. */
const TURN_MS = 8;

/**
 * How long one session may work in one turn of the event loop, which serves all sessions and clients: no target holds up another
 * by what it sends. Long work is cut in steps, and rests between two of them once its share of the turn is used up.
 */
export class TurnBudget {
  #leftMs = TURN_MS;
  #renewal: Promise<void> | null = null;
  #beganMs = 0;

  /** The next step begins. */
  begin(): void {
    this.#beganMs = performance.now();
  }

  /** A step has ended. @returns null: go on; else to be awaited before the next step */
  end(): Promise<void> | null {
    this.#leftMs -= performance.now() - this.#beganMs;
    this.#renewal ??= nextTurn().then(() => {
      this.#renewal = null;
      this.#leftMs = TURN_MS;
    });
    return this.#leftMs > 0 ? null : this.#renewal;
  }

  /** Runs work that yields between its steps. @param step runs one of them, and may time it */
  async run<T>(steps: Generator<void, T, undefined>, step = <S>(work: () => S): S => work()): Promise<T> {
    for (;;) {
      this.begin();
      const { done, value } = step(() => steps.next());
      const nextTurn = this.end();
      if (done === true) return value;
      if (nextTurn !== null) await nextTurn;
    }
  }
}
