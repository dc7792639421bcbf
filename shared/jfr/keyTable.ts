const LEAST_SLOTS = 16;
const BITS_32 = 0x1_0000_0000;

/** So nobody who writes a file knows which keys fall together. */
const [LOW_SEED, HIGH_SEED, MULTIPLIER] = [0, 1, 2].map(() => Math.floor(Math.random() * BITS_32) | 1);

/**
 * Keys of a file -> their places, 0, 1, 2... in the order of their coming. Keys are whole numbers that the file chooses: a Map of them can be
 * made quadratic by keys whose hashes are equal, as everybody knows the hash.
 *
 *     slots   2  0  .  1      place + 1, 0: free; at most half of them are taken
 */
export class KeyTable {
  #keys = new Float64Array(LEAST_SLOTS / 2);
  #slots = new Int32Array(LEAST_SLOTS);
  #size = 0;

  get size(): number {
    return this.#size;
  }

  /** Of a new key and of one that is there. */
  placeFor(key: number): number {
    const slot = this.#slotOf(key);
    if (this.#slots[slot] !== 0) return this.#slots[slot] - 1;
    if (this.#size === this.#keys.length) {
      this.#grow();
      return this.placeFor(key);
    }
    this.#keys[this.#size] = key;
    this.#slots[slot] = ++this.#size;
    return this.#size - 1;
  }

  /** -1: there is no such key */
  placeOf(key: number): number {
    return this.#slots[this.#slotOf(key)] - 1;
  }

  #slotOf(key: number): number {
    const mask = this.#slots.length - 1;
    let hash = Math.imul(key ^ LOW_SEED, MULTIPLIER);
    hash = Math.imul((hash ^ (hash >>> 15)) + (Math.floor(key / BITS_32) ^ HIGH_SEED), 0x85ebca6b);
    hash = Math.imul(hash ^ (hash >>> 13), MULTIPLIER);
    for (let slot = (hash ^ (hash >>> 16)) & mask; ; slot = (slot + 1) & mask) {
      const found = this.#slots[slot];
      if (found === 0 || this.#keys[found - 1] === key) return slot;
    }
  }

  #grow(): void {
    const keys = new Float64Array(2 * this.#keys.length);
    keys.set(this.#keys);
    this.#keys = keys;
    this.#slots = new Int32Array(2 * this.#slots.length);
    for (let place = 0; place < this.#size; place++) this.#slots[this.#slotOf(keys[place])] = place + 1;
  }
}
