/** Adds up how long pieces of synchronous work take; what is timed within a piece counts once. */
export class Stopwatch {
  #elapsedMs = 0;
  #isRunning = false;

  get elapsedMs(): number {
    return this.#elapsedMs;
  }

  reset(): void {
    this.#elapsedMs = 0;
  }

  time<T>(work: () => T): T {
    if (this.#isRunning) return work();
    this.#isRunning = true;
    const beganMs = performance.now();
    try {
      return work();
    } finally {
      this.#isRunning = false;
      this.#elapsedMs += performance.now() - beganMs;
    }
  }
}
