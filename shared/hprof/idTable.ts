const FREE = -1;

/** Ids of classes -> their numbers, asked for with each object: an open hash over halves, so that no number is made for it. */
export class IdTable {
  #highs = new Int32Array(1024);
  #lows = new Int32Array(1024);
  #values = new Int32Array(1024).fill(FREE);
  #count = 0;

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
    let at = (Math.imul(low >>> 3, 0x9e3779b1) ^ Math.imul(high, 0x85ebca6b)) >>> 7;
    for (at &= mask; this.#values[at] !== FREE; at = (at + 1) & mask)
      if (this.#lows[at] === low && this.#highs[at] === high) break;
    return at;
  }

  #grow(): void {
    const [highs, lows, values] = [this.#highs, this.#lows, this.#values];
    this.#highs = new Int32Array(values.length * 2);
    this.#lows = new Int32Array(values.length * 2);
    this.#values = new Int32Array(values.length * 2).fill(FREE);
    for (let i = 0; i < values.length; i++) {
      if (values[i] === FREE) continue;
      const at = this.#place(highs[i], lows[i]);
      this.#highs[at] = highs[i];
      this.#lows[at] = lows[i];
      this.#values[at] = values[i];
    }
  }
}
