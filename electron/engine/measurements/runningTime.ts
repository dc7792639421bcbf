/** How long something has run, in several stretches. */
export class RunningTime {
  #beforeMs = 0;
  /** null while it stands still. */
  #sinceMs: number | null = null;

  get elapsedMs(): number {
    return this.#beforeMs + (this.#sinceMs === null ? 0 : performance.now() - this.#sinceMs);
  }

  get isRunning(): boolean {
    return this.#sinceMs !== null;
  }

  start(): void {
    this.#sinceMs ??= performance.now();
  }

  stop(): void {
    this.#beforeMs = this.elapsedMs;
    this.#sinceMs = null;
  }

  /** From 0 on; it runs, or stands still, as before. */
  reset(): void {
    this.#beforeMs = 0;
    if (this.#sinceMs !== null) this.#sinceMs = performance.now();
  }
}
