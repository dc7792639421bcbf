/** Whole numbers of 32 bits, as many as come. */
export class GrowingInts {
  #values = new Int32Array(1024);
  #length = 0;

  get length(): number {
    return this.#length;
  }

  push(value: number): void {
    if (this.#length === this.#values.length) {
      const larger = new Int32Array(this.#length * 2);
      larger.set(this.#values);
      this.#values = larger;
    }
    this.#values[this.#length++] = value;
  }

  pop(): number {
    return this.#values[--this.#length];
  }

  clear(): void {
    this.#length = 0;
  }

  /** A view, until the next push. */
  get all(): Int32Array {
    return this.#values.subarray(0, this.#length);
  }
}
