const FREE = -1;

/** An odd number of 32 bits that nobody knows who writes files. */
function secret(): number {
  return Math.floor(Math.random() * 2 ** 32) | 1;
}

/**
 * Ids of files -> numbers, asked for with each object of a heap: an open hash over halves, so that no number is made for it. It is keyed
 * anew in each table: ids can be chosen so that all fall together in a hash that is known, and V8's of a Map by numbers is. A place is
 * the upper bits of products with secret odd numbers (multiply-shift; Dietzfelbinger et al., 1997), mixed between so that no difference
 * of one half is undone by one of the other.
 */
export class IdTable {
  #highs = new Int32Array(1024);
  #lows = new Int32Array(1024);
  #values = new Int32Array(1024).fill(FREE);
  #count = 0;
  /** 32 less the bits of a place. */
  #shift = 22;
  readonly #keys = [secret(), secret(), secret()] as const;

  get count(): number {
    return this.#count;
  }

  set(high: number, low: number, value: number): void {
    const at = this.#place(high, low);
    if (this.#values[at] === FREE) this.#count++;
    this.#highs[at] = high;
    this.#lows[at] = low;
    this.#values[at] = value;
    if (this.#count * 2 > this.#values.length) this.#grow();
  }

  setId(id: number, value: number): void {
    this.set(Math.floor(id / 4294967296) | 0, id | 0, value);
  }

  /** -1: none. */
  get(high: number, low: number): number {
    return this.#values[this.#place(high, low)];
  }

  getId(id: number): number {
    return this.get(Math.floor(id / 4294967296) | 0, id | 0);
  }

  #place(high: number, low: number): number {
    const mask = this.#values.length - 1;
    const [a, b, c] = this.#keys;
    const mixed = Math.imul(low, a);
    let at = Math.imul((mixed ^ (mixed >>> 15)) + Math.imul(high, b), c) >>> this.#shift;
    for (; this.#values[at] !== FREE; at = (at + 1) & mask)
      if (this.#lows[at] === low && this.#highs[at] === high) break;
    return at;
  }

  #grow(): void {
    const [highs, lows, values] = [this.#highs, this.#lows, this.#values];
    this.#highs = new Int32Array(values.length * 2);
    this.#lows = new Int32Array(values.length * 2);
    this.#values = new Int32Array(values.length * 2).fill(FREE);
    this.#shift--;
    for (let i = 0; i < values.length; i++) {
      if (values[i] === FREE) continue;
      const at = this.#place(highs[i], lows[i]);
      this.#highs[at] = highs[i];
      this.#lows[at] = lows[i];
      this.#values[at] = values[i];
    }
  }
}
