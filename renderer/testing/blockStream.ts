/** @returns false when it has enough for now */
export type BlockListener = (block: Uint8Array) => boolean;

/** The stream of blocks of a fake engine. A test can keep what is on its way. */
export class BlockStream {
  readonly #listeners = new Set<BlockListener>();
  /** null: blocks arrive at once. */
  #held: Uint8Array[] | null = null;
  #sentBytes = 0;

  /** Since the last listener came. */
  get sentBytes(): number {
    return this.#sentBytes;
  }

  listen(listener: BlockListener): () => void {
    this.#listeners.add(listener);
    this.#sentBytes = 0;
    return () => void this.#listeners.delete(listener);
  }

  /** From now on blocks are on their way, until they are released. */
  hold(): void {
    this.#held = [];
  }

  release(): void {
    const held = this.#held ?? [];
    this.#held = null;
    for (const block of held) for (const listener of this.#listeners) listener(block);
  }

  /** @returns false when a listener has enough for now */
  send(blocks: readonly Uint8Array[]): boolean {
    let wantMore = true;
    for (const block of blocks) {
      this.#sentBytes += block.byteLength;
      if (this.#held !== null) this.#held.push(block);
      else for (const listener of this.#listeners) wantMore = listener(block) && wantMore;
    }
    return wantMore;
  }
}
