import type { TableNames } from './tableContent.ts';

/** Numbers for names of classes, packages or threads, which stay while more of them come. */
export class StableNames {
  readonly #numbers = new Map<string, number>();
  readonly #names: string[] = [];

  /** @param key what makes the name another one */
  numberOf(key: string): number {
    const known = this.#numbers.get(key);
    if (known !== undefined) return known;
    const number = this.#names.push(key) - 1;
    this.#numbers.set(key, number);
    return number;
  }

  keyOf(number: number): string {
    return this.#names[number] ?? '';
  }

  /** Sorted by title. @param titleOf what is shown for a key */
  named(titleOf: (key: string) => string): TableNames {
    const titles = this.#names.map(titleOf);
    const ranks = new Int32Array(titles.length);
    [...titles.keys()]
      .sort((a, b) => (titles[a] < titles[b] ? -1 : titles[a] > titles[b] ? 1 : a - b))
      .forEach((number, rank) => (ranks[number] = rank));
    const nameOf = (number: number): string => titles[number] ?? '';
    return { ranks, titleOf: nameOf, longNameOf: nameOf, matches: (text) => withAllWords(titles, text) };
  }
}

function withAllWords(titles: readonly string[], text: string): Uint8Array {
  const words = text.toLowerCase().split(/\s+/).filter(Boolean);
  return Uint8Array.from(titles, (title) => {
    const lower = title.toLowerCase();
    return words.length > 0 && words.every((word) => lower.includes(word)) ? 1 : 0;
  });
}
