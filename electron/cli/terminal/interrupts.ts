import { exitCodeOfSignal } from '../../engine/jvms/exitCodeText.ts';
import type { Terminal } from './terminal.ts';

/** Ctrl-C, a plain kill, and the end of the terminal or of its connection. */
const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;
/** One request may come as several signals: timeout(1) sends one to the process and one to its group. Nobody types as fast. */
const SAME_REQUEST_MS = 300;

/**
 * How a command is asked to end. One that takes the request ends in order; asked a second time, it saves what there is, if it
 * can; then it ends at once. All others do so the first time: nobody listens, so that the system ends them, also while they read
 * a large file and hear nothing (removedAtExit.ts has what must be removed then).
 */
export class Interrupts {
  readonly #request = new AbortController();
  readonly #hurry = new AbortController();
  readonly #terminal: Terminal;
  #inOrder: string | null = null;
  /** A command listens for the second request. */
  #savesInHurry = false;
  #askedAtMs = 0;

  constructor(terminal: Terminal) {
    this.#terminal = terminal;
  }

  /**
   * @param loss what a second request loses, in a sentence
   * @returns aborted with the name of the signal as its reason, as that of savingInHurry
   */
  endingInOrder(loss: string): AbortSignal {
    if (this.#inOrder === null) for (const signal of SIGNALS) process.on(signal, this.#onSignal);
    this.#inOrder = loss;
    return this.#request.signal;
  }

  /** The second request, from now on: to save what there is, without waiting for anything. */
  savingInHurry(): AbortSignal {
    this.#savesInHurry = true;
    return this.#hurry.signal;
  }

  close(): void {
    for (const signal of SIGNALS) process.off(signal, this.#onSignal);
  }

  readonly #onSignal = (asked: NodeJS.Signals): void => {
    const { signal } = this.#request;
    if (signal.aborted && performance.now() - this.#askedAtMs < SAME_REQUEST_MS) return;
    if (signal.aborted && this.#savesInHurry && !this.#hurry.signal.aborted) {
      this.#askedAtMs = performance.now();
      this.#hurry.abort(asked);
      return;
    }
    if (signal.aborted) {
      this.#terminal.talk(`sluice: ${this.#inOrder ?? ''}`);
      process.exit(exitCodeOfSignal(asked)); // the agent restores the classes by itself
    }
    this.#askedAtMs = performance.now();
    this.#request.abort(asked);
  };
}
