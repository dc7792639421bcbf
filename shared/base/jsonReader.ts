import { SluiceError } from './errors.ts';
import { decodeUtf8 } from './utf8.ts';

const QUOTE = 0x22;
const BACKSLASH = 0x5c;
/** Of a text that is kept: the rest of a longer one is passed over. */
const MOST_TEXT_BYTES = 4096;
const ESCAPES: Readonly<Record<string, string>> = { b: '\b', f: '\f', n: '\n', r: '\r', t: '\t' };

/**
 * Reads JSON in UTF-8 value by value, without making anything of what nobody wants: JSON.parse takes thirty times the length of a
 * hostile file. O(bytes); nothing in it depends on how deep the values lie.
 */
export class JsonReader {
  readonly #bytes: Uint8Array;
  #at = 0;

  constructor(bytes: Uint8Array) {
    this.#bytes = bytes;
  }

  /** What the next value begins with: { [ " or another character; '' at the end. */
  get next(): string {
    const { length } = this.#bytes;
    while (this.#at < length && this.#bytes[this.#at] <= 0x20) this.#at++;
    return this.#at < length ? String.fromCharCode(this.#bytes[this.#at]) : '';
  }

  /** Each field of an object; of another value: none, and it is passed over. @param visit takes its value, or leaves it */
  fields(visit: (name: string) => void): void {
    this.#members('{', '}', () => {
      if (this.next !== '"') throw this.#damaged('a field without a name');
      const name = this.text();
      this.#expect(':');
      this.#visitOne(() => visit(name));
    });
  }

  /** Each item of an array; of another value: none, and it is passed over. @param visit takes its value, or leaves it */
  items(visit: () => void): void {
    this.#members('[', ']', () => this.#visitOne(visit));
  }

  /** A text, or a number, true and false as they are written; '' of null and of all else. */
  text(): string {
    const { next } = this;
    if (next === '"') return this.#string();
    if (next === '{' || next === '[') {
      this.skip();
      return '';
    }
    const word = this.#word();
    return word === 'null' ? '' : word;
  }

  /** Passes over one value. */
  skip(): void {
    let depth = 0;
    do {
      const { next } = this;
      if (next === '{' || next === '[') depth++;
      else if (next === '}' || next === ']') depth--;
      else if (next === '"') this.#stringEnd();
      else if (next === ',' || next === ':') {
        if (depth === 0) throw this.#damaged(`a ${next} in the place of a value`);
      } else {
        this.#word();
        continue;
      }
      this.#at++;
    } while (depth > 0);
    if (depth < 0) throw this.#damaged('a value that has no beginning');
  }

  #members(open: string, close: string, member: () => void): void {
    if (this.next !== open) return this.skip();
    this.#at++;
    if (this.next === close) {
      this.#at++;
      return;
    }
    for (;;) {
      member();
      const { next } = this;
      if (next !== ',' && next !== close)
        throw this.#damaged(next === '' ? 'no end' : `a ${next} behind a value`);
      this.#at++;
      if (next === close) return;
    }
  }

  #visitOne(visit: () => void): void {
    void this.next;
    const before = this.#at;
    visit();
    if (this.#at === before) this.skip();
  }

  #expect(character: string): void {
    if (this.next !== character) throw this.#damaged(`no ${character} behind a name`);
    this.#at++;
  }

  #word(): string {
    const start = this.#at;
    while (this.#at < this.#bytes.length && /[\w.+-]/.test(String.fromCharCode(this.#bytes[this.#at])))
      this.#at++;
    if (this.#at === start) throw this.#damaged(this.next === '' ? 'no end' : `a ${this.next}`);
    if (this.#at - start > 40) throw this.#damaged('a word that is none');
    return String.fromCharCode(...this.#bytes.subarray(start, this.#at));
  }

  /** Moves to the quote that ends the text. @returns whether something in it is escaped */
  #stringEnd(): boolean {
    let isEscaped = false;
    for (;;) {
      const byte = this.#bytes[++this.#at];
      if (byte === QUOTE) return isEscaped;
      if (byte === undefined) throw this.#damaged('a text without an end');
      if (byte === BACKSLASH) {
        isEscaped = true;
        this.#at++;
      }
    }
  }

  #string(): string {
    const start = this.#at + 1;
    const isEscaped = this.#stringEnd();
    const end = this.#at++;
    const kept = this.#bytes.subarray(start, Math.min(end, start + MOST_TEXT_BYTES));
    const text = kept.every((byte) => byte < 0x80) ? String.fromCharCode(...kept) : decodeUtf8(kept);
    const whole = end - start > MOST_TEXT_BYTES ? `${text}…` : text;
    if (!isEscaped) return whole;
    return whole.replace(/\\(u[0-9a-fA-F]{4}|.)/gs, (_, escape: string) =>
      escape.length > 1 ? String.fromCharCode(parseInt(escape.slice(1), 16)) : (ESCAPES[escape] ?? escape),
    );
  }

  #damaged(what: string): SluiceError {
    return new SluiceError(
      'io',
      `The JSON is damaged: ${what}, at byte ${this.#at}.`,
      'Make the file again, or copy it again.',
    );
  }
}
