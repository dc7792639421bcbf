/** A character of a glob as it is matched: itself, or one of these. */
const DOT = -1; // a dot, or the $ of a nested class
const STAR = -2; // any characters but dots
const STARS = -3; // any characters

const CODE = { dot: 46, dollar: 36, star: 42 } as const;

/** How a glob is read. */
export interface GlobStyle {
  /** A dot also stands for $. */
  readonly dotIsNesting: boolean;
  /** It may begin behind any dot or $ of the text as well. */
  readonly beginsAnywhere: boolean;
}

/**
 * A glob in which `*` stands for any characters but a dot and a closing `**` for any at all. Takes time proportional to the text times the
 * number of stars, whatever the text is: a target chooses the names of its classes, up to 65,535 characters, and an equal regular
 * expression tries each division of a text among its stars.
 *
 * It reads the text once and keeps the set of all places of the glob at which it may be: those are few, one for each star passed.
 *
 *     glob    a * b         text   a  x  b  b
 *     place  0 1 2 3        at     1  1  1  1        behind a star: it stays
 *                                        3  3        behind the b: the end
 */
export class GlobMatcher {
  readonly #parts: Int32Array;
  readonly #beginsAnywhere: boolean;
  /** Places that may be now, and those behind the next character. */
  #now: Int32Array;
  #next: Int32Array;
  /** The character, counted from 1 over all texts, at which a place was added last. */
  readonly #addedAt: Float64Array;
  #characters = 0;

  constructor(glob: string, { dotIsNesting, beginsAnywhere }: GlobStyle) {
    this.#parts = partsOf(glob, dotIsNesting);
    this.#beginsAnywhere = beginsAnywhere;
    this.#now = new Int32Array(this.#parts.length + 1);
    this.#next = new Int32Array(this.#parts.length + 1);
    this.#addedAt = new Float64Array(this.#parts.length + 1);
  }

  matches(text: string): boolean {
    const parts = this.#parts;
    this.#characters++;
    let places = this.#add(0, this.#now, 0);
    for (let i = 0; i < text.length; i++) {
      const code = text.charCodeAt(i);
      const now = this.#now;
      const next = this.#next;
      let found = 0;
      this.#characters++;
      for (let p = 0; p < places; p++) {
        const place = now[p];
        const part = parts[place];
        if (part === STARS || (part === STAR && code !== CODE.dot)) found = this.#add(place, next, found);
        else if (part === code || (part === DOT && isDot(code))) found = this.#add(place + 1, next, found);
      }
      if (this.#beginsAnywhere && isDot(code)) found = this.#add(0, next, found);
      if (this.#matchesAnyRest()) return true;
      if (found === 0 && !this.#beginsAnywhere) return false;
      this.#now = next;
      this.#next = now;
      places = found;
    }
    return this.#now.subarray(0, places).includes(parts.length);
  }

  /** A closing `**` is reached. */
  #matchesAnyRest(): boolean {
    const last = this.#parts.length - 1;
    return this.#parts[last] === STARS && this.#addedAt[last] === this.#characters;
  }

  /** With it those behind it that a star standing for nothing leads to. @returns how many places there are */
  #add(place: number, places: Int32Array, count: number): number {
    let found = count;
    for (let at = place; this.#addedAt[at] !== this.#characters; at++) {
      this.#addedAt[at] = this.#characters;
      places[found++] = at;
      if (this.#parts[at] !== STAR && this.#parts[at] !== STARS) break;
    }
    return found;
  }
}

function isDot(code: number): boolean {
  return code === CODE.dot || code === CODE.dollar;
}

function partsOf(glob: string, dotIsNesting: boolean): Int32Array {
  const parts: number[] = [];
  for (let i = 0; i < glob.length; i++) {
    const code = glob.charCodeAt(i);
    if (code === CODE.star) parts.push(glob.startsWith('**', i) ? STARS : STAR);
    else parts.push(code === CODE.dot && dotIsNesting ? DOT : code);
    if (parts.at(-1) === STARS) i++;
  }
  return Int32Array.from(parts);
}
