const FIRST_CAPACITY = 64;

/** Methods of the frames that are open, as CctBuilder closes them, for who has no tree: a call is found to end by its words alone. */
export class OpenMethods {
  #methods = new Int32Array(FIRST_CAPACITY);
  #depth = 0;

  get depth(): number {
    return this.#depth;
  }

  enter(method: number): void {
    if (this.#depth === this.#methods.length) {
      const larger = new Int32Array(2 * this.#depth);
      larger.set(this.#methods);
      this.#methods = larger;
    }
    this.#methods[this.#depth++] = method;
  }

  /** Closes the nearest frame of the method and those above it; none: nothing. @returns whether a frame was closed */
  exit(method: number): boolean {
    let at = this.#depth - 1;
    while (at >= 0 && this.#methods[at] !== method) at--;
    if (at < 0) return false;
    this.#depth = at;
    return true;
  }

  /** So many of the innermost frames have ended. */
  close(frames: number): void {
    this.#depth = Math.max(0, this.#depth - frames);
  }

  /** After a loss: nobody knows which are open, except the root. */
  keepRoot(): void {
    this.#depth = Math.min(1, this.#depth);
  }
}
