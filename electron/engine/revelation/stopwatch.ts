/** So often a piece says that it gets on: some times within the 2 s after which a first call does not wait any longer. */
const TELL_MS = 250;
/** After so long a piece that still takes steps hangs. As the agent has it of a swap (ToolWatch). */
const LONGEST_MS = 20_000;
/** Steps are small: the clock is read at each of so many. */
const STEPS_PER_LOOK = 16;

/**
 * Adds up how long pieces of synchronous work take; what is timed within a piece counts once. A piece that is long says meanwhile that
 * it gets on: with a small share of a core 100 ms of work take seconds, in which nothing else can be said.
 */
export class Stopwatch {
  readonly #onGetsOn: () => void;
  readonly #nowMs: () => number;
  #elapsedMs = 0;
  #isRunning = false;
  #beganMs = 0;
  #toldMs = 0;
  #steps = 0;

  constructor(onGetsOn: () => void = () => {}, nowMs = () => performance.now()) {
    this.#onGetsOn = onGetsOn;
    this.#nowMs = nowMs;
  }

  get elapsedMs(): number {
    return this.#elapsedMs;
  }

  reset(): void {
    this.#elapsedMs = 0;
  }

  time<T>(work: () => T): T {
    if (this.#isRunning) return work();
    this.#isRunning = true;
    this.#beganMs = this.#toldMs = this.#nowMs();
    try {
      return work();
    } finally {
      this.#isRunning = false;
      this.#elapsedMs += this.#nowMs() - this.#beganMs;
    }
  }

  /** The piece that runs got on. */
  step(): void {
    if (!this.#isRunning || ++this.#steps % STEPS_PER_LOOK !== 0) return;
    const nowMs = this.#nowMs();
    if (nowMs - this.#toldMs < TELL_MS || nowMs - this.#beganMs > LONGEST_MS) return;
    this.#toldMs = nowMs;
    this.#onGetsOn();
  }
}
