import type { DataSet } from '../../recording/dataSets/dataSet.ts';
import { DumpVisitor } from '../dumpVisitor.ts';
import type { HeapDump } from '../heapDump.ts';
import { largest } from '../largest.ts';
import { StringTexts, valueOfString } from '../stringTexts.ts';
import { heapSet } from './heapView.ts';

const FNV_PRIME = 0x01000193;
const FNV_BASIS = 0x811c9dc5;

/** Texts that are in the heap more than once, by what the arrays beyond the first take. Equal ones are known by 53 bits of a hash. */
export async function duplicateStrings(dump: HeapDump, most: number): Promise<DataSet> {
  const strings = dump.objectsOf(({ name }) => name === 'java.lang.String');
  const valueOf = Int32Array.from(strings, (string) => valueOfString(dump, string));
  const hashes = new ContentHashes(dump, valueOf);
  await dump.scan(hashes, 'comparing the strings');
  const { keys, groupOf } = groupsOf(hashes.hashOf, valueOf);
  const texts = new Float64Array(keys.length);
  const arrays = new Float64Array(keys.length);
  const bytes = new Float64Array(keys.length);
  const example = new Int32Array(keys.length).fill(-1);
  const seen = new Uint8Array(dump.count);
  valueOf.forEach((array, i) => {
    const group = array < 0 ? -1 : groupOf(array);
    if (group < 0) return;
    texts[group]++;
    if (example[group] < 0) example[group] = strings[i];
    if (seen[array] === 1) return; // the JVM itself has joined them
    seen[array] = 1;
    arrays[group]++;
    bytes[group] += dump.bytesOf(array);
  });
  const wasted = bytes.map((all, group) => all - all / Math.max(1, arrays[group]));
  const shown = [...largest(wasted, most, (group) => arrays[group] > 1)];
  const found = new StringTexts(
    dump,
    shown.map((group) => example[group]),
  );
  if (shown.length > 0) await dump.scan(found, 'reading the strings');
  const rows = shown.map((group) => ({
    texts: [found.of(example[group])],
    values: [wasted[group], bytes[group], texts[group], arrays[group]],
  }));
  const columns = {
    texts: [['text', 'Text']],
    values: [
      ['wastedBytes', 'Wasted', 'bytes'],
      ['bytes', 'Bytes', 'bytes'],
      ['strings', 'Strings', 'count'],
      ['arrays', 'Arrays', 'count'],
    ],
  } as const;
  return heapSet('strings', 'Texts that are there more than once', columns, rows);
}

/** Hashes that occur more than once, and which of them an array has; -1: none. */
function groupsOf(
  hashOf: Float64Array,
  arrays: Int32Array,
): { readonly keys: Float64Array; readonly groupOf: (array: number) => number } {
  const seen = new Uint8Array(hashOf.length);
  const all = new Float64Array(arrays.length);
  let count = 0;
  for (const array of arrays) {
    if (array < 0 || seen[array] === 1) continue;
    seen[array] = 1;
    all[count++] = hashOf[array];
  }
  const sorted = all.subarray(0, count).sort();
  let keyCount = 0;
  for (let i = 1; i < count; i++) {
    const isFirstRepetition =
      sorted[i] === sorted[i - 1] && (keyCount === 0 || sorted[keyCount - 1] !== sorted[i]);
    if (isFirstRepetition) sorted[keyCount++] = sorted[i];
  }
  const keys = sorted.slice(0, keyCount);
  const groupOf = (array: number): number => {
    let [low, high] = [0, keys.length - 1];
    while (low <= high) {
      const middle = (low + high) >>> 1;
      if (keys[middle] === hashOf[array]) return middle;
      if (keys[middle] < hashOf[array]) low = middle + 1;
      else high = middle - 1;
    }
    return -1;
  };
  return { keys, groupOf };
}

/** Of the arrays that Strings have their characters in. */
class ContentHashes extends DumpVisitor {
  override readonly readsElements = true;
  /** array -> hash of its type, length and contents. */
  readonly hashOf: Float64Array;
  readonly #dump: HeapDump;
  readonly #isWanted: Uint8Array;
  #array = -1;
  #one = 0;
  #other = 0;

  constructor(dump: HeapDump, arrays: Int32Array) {
    super();
    this.#dump = dump;
    this.hashOf = new Float64Array(dump.count);
    this.#isWanted = new Uint8Array(dump.count);
    for (const array of arrays) if (array >= 0) this.#isWanted[array] = 1;
  }

  override primitiveArray(high: number, low: number, length: number, type: number): void {
    const object = this.#dump.graph.objects.indexOf(high, low);
    this.#array = this.#isWanted[object] === 1 ? object : -1;
    this.#one = Math.imul(FNV_BASIS ^ type, FNV_PRIME) ^ length;
    this.#other = length + type;
    this.#keep();
  }

  override content(at: number, bytes: number): void {
    if (this.#array < 0) return;
    const content = this.window.bytes;
    let [one, other] = [this.#one, this.#other];
    for (let i = at; i < at + bytes; i++) {
      one = Math.imul(one ^ content[i], FNV_PRIME);
      other = (Math.imul(other, 31) + content[i]) | 0;
    }
    [this.#one, this.#other] = [one, other];
    this.#keep();
  }

  #keep(): void {
    if (this.#array >= 0) this.hashOf[this.#array] = (this.#one >>> 0) * 2 ** 21 + (this.#other & 0x1fffff);
  }
}
