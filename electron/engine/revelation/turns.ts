/** Work that is done one after the other, in the order in which it came. What fails keeps nobody behind it from its turn. */
export class Turns {
  #last: Promise<void> = Promise.resolve();

  /** Runs after all that was queued before. */
  take<T>(work: () => Promise<T>): Promise<T> {
    const run = this.#last.then(work);
    this.#last = run.then(
      () => {},
      () => {},
    );
    return run;
  }

  /** All that is queued now. */
  over(): Promise<void> {
    return this.#last;
  }
}
