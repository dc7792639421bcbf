/** Reads choices from bytes, so that a fuzzer that changes bytes changes what is built of them: an input of it is a recipe. */
export class Choices {
  readonly #bytes: Uint8Array;
  #at = 0;

  constructor(bytes: Uint8Array) {
    this.#bytes = bytes;
  }

  get areLeft(): boolean {
    return this.#at < this.#bytes.length;
  }

  /** 0 to 255; 0 when there are none any more. */
  byte(): number {
    return this.#bytes[this.#at++] ?? 0;
  }

  /** Whole numbers of all sizes, small ones more often. */
  number(): number {
    const size = this.byte() % 5;
    let number = 0;
    for (let i = 0; i < size; i++) number = number * 256 + this.byte();
    return number;
  }

  of<T>(choices: readonly T[]): T {
    return choices[this.byte() % choices.length];
  }
}

/** Recipes of some lengths, for a beginning. */
export function recipes(count: number): Uint8Array[] {
  let state = 1;
  return Array.from({ length: count }, (_, i) =>
    Uint8Array.from({ length: 40 * (i + 1) }, () => {
      state = Math.imul(state, 1_103_515_245) + 12_345;
      return state >>> 16;
    }),
  );
}
