/** How much of one event stream has been read, for who must have all up to some place. */
export class StreamPosition {
  #readBytes = 0;
  #waiting: { readonly bytes: number; readonly resolve: () => void }[] = [];

  advance(bytes: number): void {
    this.#readBytes += bytes;
    this.#wake(this.#readBytes);
  }

  /** No more comes: every place is reached. */
  end(): void {
    this.#readBytes = Infinity;
    this.#wake(Infinity);
  }

  /** Resolves when so many bytes have been read since the stream began, or no more come. */
  reached(bytes: number): Promise<void> {
    if (bytes <= this.#readBytes) return Promise.resolve();
    return new Promise((resolve) => this.#waiting.push({ bytes, resolve }));
  }

  #wake(readBytes: number): void {
    const isReached = ({ bytes }: { readonly bytes: number }): boolean => bytes <= readBytes;
    const reached = this.#waiting.filter(isReached);
    this.#waiting = this.#waiting.filter((waiting) => !isReached(waiting));
    for (const { resolve } of reached) resolve();
  }
}
