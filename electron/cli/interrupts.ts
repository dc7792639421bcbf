import { EXIT } from './exitCode.ts';
import type { Terminal } from './terminal.ts';

/** Ctrl-C, a plain kill, and the end of the terminal or of its connection. */
const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;
/** One request may come as several signals: timeout(1) sends one to the process and one to its group. Nobody types as fast. */
const SAME_REQUEST_MS = 300;

/** How a command is asked to end. One that takes the request ends in order; all others end at once. */
export class Interrupts {
  readonly #request = new AbortController();
  readonly #terminal: Terminal;
  #inOrder: string | null = null;
  #askedAtMs = 0;

  constructor(terminal: Terminal) {
    this.#terminal = terminal;
    for (const signal of SIGNALS) process.on(signal, this.#onSignal);
  }

  /** @param loss what a second request loses, in a sentence */
  endingInOrder(loss: string): AbortSignal {
    this.#inOrder = loss;
    return this.#request.signal;
  }

  close(): void {
    for (const signal of SIGNALS) process.off(signal, this.#onSignal);
  }

  readonly #onSignal = (): void => {
    const { signal } = this.#request;
    if (signal.aborted && performance.now() - this.#askedAtMs < SAME_REQUEST_MS) return;
    if (signal.aborted && this.#inOrder !== null) this.#terminal.talk(`sluice: ${this.#inOrder}`);
    if (signal.aborted || this.#inOrder === null) process.exit(EXIT.interrupted); // the agent restores the classes by itself
    this.#askedAtMs = performance.now();
    this.#request.abort();
  };
}
