/** Lengths and counts at which something may turn over. */
const INTERESTING = [
  0,
  1,
  2,
  7,
  8,
  15,
  16,
  31,
  32,
  63,
  64,
  127,
  128,
  255,
  256,
  32767,
  32768,
  65535,
  65536,
  2 ** 31 - 1,
  2 ** 31,
  2 ** 32 - 1,
];
const MOST_CHANGES = 6;
const MOST_BYTES = 1 << 16;

type Change = (bytes: Uint8Array) => Uint8Array;

/** Makes an input of others by chance: bits, numbers, pieces moved and doubled, words of the decoder's own code. */
export class Mutator {
  readonly #random: () => number;
  readonly #numbers: readonly number[];
  readonly #words: readonly Uint8Array[];
  readonly #changes: readonly Change[];

  /** @param literals numbers and texts that the decoder compares with */
  constructor(random: () => number, literals: readonly (number | string)[]) {
    this.#random = random;
    const numbers = literals.filter((literal) => typeof literal === 'number');
    this.#numbers = [...INTERESTING, ...numbers.filter((n) => Number.isInteger(n) && n >= 0)];
    const texts = literals.filter(
      (literal) => typeof literal === 'string' && literal.length > 0 && literal.length < 40,
    );
    this.#words = texts.map((text) => new TextEncoder().encode(text as string));
    this.#changes = [
      this.#flipBit,
      this.#setByte,
      this.#setNumber,
      this.#addToNumber,
      this.#remove,
      this.#double,
      this.#word,
    ];
  }

  /** A changed copy. @param other of which a piece may be put in */
  mutate(bytes: Uint8Array, other: Uint8Array): Uint8Array {
    let result = this.#random() < 0.1 ? this.#splice(bytes, other) : bytes.slice();
    for (let left = 1 + this.#below(MOST_CHANGES); left > 0; left--) {
      if (result.length === 0) return other.slice();
      result = this.#pick(this.#changes)(result);
    }
    return result.length > MOST_BYTES ? result.slice(0, MOST_BYTES) : result;
  }

  readonly #flipBit: Change = (bytes) => {
    bytes[this.#below(bytes.length)] ^= 1 << this.#below(8);
    return bytes;
  };

  readonly #setByte: Change = (bytes) => {
    bytes[this.#below(bytes.length)] = this.#below(256);
    return bytes;
  };

  readonly #setNumber: Change = (bytes) => {
    const { view, at, write } = this.#numberIn(bytes);
    write(view, at, this.#pick(this.#numbers));
    return bytes;
  };

  readonly #addToNumber: Change = (bytes) => {
    const { view, at, size, write } = this.#numberIn(bytes);
    const present = size === 1 ? view.getUint8(at) : size === 2 ? view.getUint16(at) : view.getUint32(at);
    write(view, at, present + this.#below(33) - 16);
    return bytes;
  };

  readonly #remove: Change = (bytes) => {
    const { from, to } = this.#piece(bytes);
    return joined(bytes.subarray(0, from), bytes.subarray(to));
  };

  readonly #double: Change = (bytes) => {
    const { from, to } = this.#piece(bytes);
    return joined(bytes.subarray(0, to), bytes.subarray(from));
  };

  readonly #word: Change = (bytes) => {
    if (this.#words.length === 0) return bytes;
    const at = this.#below(bytes.length);
    const word = this.#pick(this.#words);
    const overwritten = this.#random() < 0.5 ? word.length : 0;
    return joined(
      joined(bytes.subarray(0, at), word),
      bytes.subarray(Math.min(bytes.length, at + overwritten)),
    );
  };

  #splice(bytes: Uint8Array, other: Uint8Array): Uint8Array {
    return joined(
      bytes.subarray(0, this.#below(bytes.length + 1)),
      other.subarray(this.#below(other.length + 1)),
    );
  }

  #numberIn(bytes: Uint8Array): {
    view: DataView;
    at: number;
    size: number;
    write: (view: DataView, at: number, value: number) => void;
  } {
    const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
    const sizes = [1, 2, 4].filter((size) => size <= bytes.length);
    const size = this.#pick(sizes);
    const at = this.#below(bytes.length - size + 1);
    const little = this.#random() < 0.5;
    const write = (to: DataView, where: number, value: number): void => {
      if (size === 1) to.setUint8(where, value);
      else if (size === 2) to.setUint16(where, value, little);
      else to.setUint32(where, value, little);
    };
    return { view, at, size, write };
  }

  #piece(bytes: Uint8Array): { from: number; to: number } {
    const from = this.#below(bytes.length);
    return { from, to: Math.min(bytes.length, from + 1 + this.#below(64)) };
  }

  #below(limit: number): number {
    return Math.floor(this.#random() * limit);
  }

  #pick<T>(from: readonly T[]): T {
    return from[this.#below(from.length)];
  }
}

function joined(first: Uint8Array, second: Uint8Array): Uint8Array {
  const result = new Uint8Array(first.length + second.length);
  result.set(first);
  result.set(second, first.length);
  return result;
}
