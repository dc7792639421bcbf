import { eachTarget, type HeapDump } from './heapDump.ts';
import { DumpVisitor } from './dumpVisitor.ts';

const CHAR_TYPE = 5;
const BYTE_TYPE = 8;
const UTF16 = 1;
/** Of a text that is shown. */
const MOST_CHARS = 200;

/** The array that a String has its characters in; -1: none. */
export function valueOfString(dump: HeapDump, string: number): number {
  let value = -1;
  eachTarget(dump.graph, string, (target) => {
    if (dump.classOf(target).shape.kind === 'array') value = target;
  });
  return value;
}

/** The texts of some Strings, cut to what is shown: read from the file once more. */
export class StringTexts extends DumpVisitor {
  override readonly readsElements = true;
  readonly #dump: HeapDump;
  /** string -> its coder, -1: it was not met yet, or has none. */
  readonly #coders = new Map<number, number>();
  readonly #valueOf = new Map<number, number>();
  /** array -> its first bytes. */
  readonly #bytes = new Map<number, number[]>();
  readonly #types = new Map<number, number>();
  readonly #lengths = new Map<number, number>();
  readonly #coderOffset: number;
  #array: number[] | undefined;

  constructor(dump: HeapDump, strings: Iterable<number>) {
    super();
    this.#dump = dump;
    for (const string of strings) {
      const value = valueOfString(dump, string);
      if (value < 0) continue;
      this.#coders.set(string, -1);
      this.#valueOf.set(string, value);
      this.#bytes.set(value, []);
    }
    const { classes } = dump.graph;
    const stringClass = classes.all.find(({ name }) => name === 'java.lang.String');
    const fields = stringClass === undefined ? [] : classes.placedFields(stringClass);
    this.#coderOffset = fields.find(({ name }) => name === 'coder')?.offset ?? -1;
  }

  /** '' of what is no String, or has no characters. */
  of(string: number): string {
    const value = this.#valueOf.get(string) ?? -1;
    const bytes = this.#bytes.get(value) ?? [];
    const isChars = this.#types.get(value) === CHAR_TYPE;
    const isUtf16 = isChars || this.#coders.get(string) === UTF16;
    let text = '';
    if (isUtf16) {
      // An array of char is in the order of the dump; bytes are in that of the machine, and nearly all are little-endian.
      for (let i = 0; i + 1 < bytes.length; i += 2)
        text += String.fromCharCode(
          isChars ? (bytes[i] << 8) | bytes[i + 1] : bytes[i] | (bytes[i + 1] << 8),
        );
    } else {
      text = String.fromCharCode(...bytes);
    }
    const chars = (this.#lengths.get(value) ?? 0) / (isUtf16 && !isChars ? 2 : 1);
    return chars > MOST_CHARS ? `${text.slice(0, MOST_CHARS - 1)}…` : text;
  }

  override instance(high: number, low: number, _classHigh: number, _classLow: number, at: number): void {
    if (this.#coderOffset < 0) return;
    const object = this.#dump.graph.objects.indexOf(high, low);
    if (this.#coders.has(object)) this.#coders.set(object, this.window.bytes[at + this.#coderOffset]);
  }

  override primitiveArray(high: number, low: number, length: number, type: number): void {
    this.#array = undefined;
    if (type !== BYTE_TYPE && type !== CHAR_TYPE) return;
    const object = this.#dump.graph.objects.indexOf(high, low);
    this.#array = this.#bytes.get(object);
    if (this.#array === undefined) return;
    this.#array.length = 0;
    this.#types.set(object, type);
    this.#lengths.set(object, length);
  }

  override content(at: number, bytes: number): void {
    const array = this.#array;
    if (array === undefined) return;
    const taken = Math.min(bytes, 2 * MOST_CHARS - array.length);
    for (let i = 0; i < taken; i++) array.push(this.window.bytes[at + i]);
  }
}
