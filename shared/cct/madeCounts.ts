import { CONTROL_WORD, HIGH_TIME_BITS, LOW_TIME_SHIFT, timeOfWord } from '../events/eventWord.ts';
import { arrayBytes, type ObjectLayout } from '../events/objectLayout.ts';
import { madeArrays } from '../events/madeArrays.ts';
import {
  elementBytesOf,
  kindOf,
  MADE_KIND,
  MADE_LENGTH_BITS,
  MADE_LENGTH_LIMIT,
} from '../events/madeWord.ts';
import { resized } from './contextIndex.ts';
import type { MadeTable } from './madeTable.ts';

/** Where a thread stands: its context, and of what it made last the row and the length; row -1: nothing can go on with that. */
export interface MadeCursor {
  readonly node: number;
  madeRow: number;
  madeLength: number;
}

/** So many bits of a length are in the high u32 of a word. */
const HIGH_LENGTH_BITS = MADE_LENGTH_BITS - HIGH_TIME_BITS;
const HIGH_LENGTH_MASK = 2 ** HIGH_LENGTH_BITS - 1;
const FIRST_CAPACITY = 64;

/**
 * Counts what contexts make while their tree grows.
 *
 *     first   node -> its row that was met last + 1; 0: it has none
 *     next    row  -> another row of the same node + 1
 *
 * A context makes objects at a few places, one of which was the last one mostly.
 */
export class MadeCounts {
  readonly #layout: ObjectLayout;
  #first: Int32Array;
  #count = 0;
  #next = new Int32Array(FIRST_CAPACITY);
  #node = new Int32Array(FIRST_CAPACITY);
  #code = new Int32Array(FIRST_CAPACITY);
  #objects = new Float64Array(FIRST_CAPACITY);
  #elements = new Float64Array(FIRST_CAPACITY);
  #arrayBytes = new Float64Array(FIRST_CAPACITY);

  /** @param nodes room for so many contexts */
  constructor(layout: ObjectLayout, nodes: number) {
    this.#layout = layout;
    this.#first = new Int32Array(nodes);
  }

  get byteLength(): number {
    return this.#first.byteLength + this.#next.length * 36;
  }

  /** The tree has room for other numbers of contexts. @param used of them */
  resize(used: number, nodes: number): void {
    this.#first = resized(this.#first, Math.min(used, this.#first.length), new Int32Array(nodes));
  }

  /** A word `made` or `arrays`, or one that goes on with the last one of its thread. */
  take(cursor: MadeCursor, word: number, low: number, high: number): void {
    if (word === CONTROL_WORD.made || word === CONTROL_WORD.arrays) {
      const row = this.#rowOf(cursor.node, high >>> HIGH_LENGTH_BITS);
      const length = ((high & HIGH_LENGTH_MASK) << HIGH_TIME_BITS) | (low >>> LOW_TIME_SHIFT);
      cursor.madeRow = row;
      cursor.madeLength = length;
      if (word === CONTROL_WORD.arrays) return;
      if (kindOf(this.#code[row]) === MADE_KIND.object) this.#objects[row] += 1 + length;
      else this.#add(row, length, 1);
      return;
    }
    const { madeRow, madeLength } = cursor;
    if (madeRow < 0) return; // its first word was lost
    if (word === CONTROL_WORD.elements) {
      const { elements, bytes } = madeArrays(
        this.#layout,
        this.#code[madeRow],
        madeLength,
        timeOfWord(low, high),
      );
      this.#objects[madeRow] += madeLength;
      this.#elements[madeRow] += elements;
      this.#arrayBytes[madeRow] += bytes;
      return;
    }
    if (word === CONTROL_WORD.again) return this.#add(madeRow, madeLength, timeOfWord(low, high));
    cursor.madeLength = madeLength + timeOfWord(low, high) * MADE_LENGTH_LIMIT;
    this.#add(madeRow, madeLength, -1);
    this.#add(madeRow, cursor.madeLength, 1);
  }

  /** A copy. What was made outside of all contexts is nobody's. */
  toTable(): MadeTable {
    const rows = Array.from({ length: this.#count }, (_, row) => row).filter((row) => this.#node[row] > 0);
    const floats = (column: Float64Array): Float64Array => Float64Array.from(rows, (row) => column[row]);
    return {
      length: rows.length,
      node: Int32Array.from(rows, (row) => this.#node[row]),
      code: Int32Array.from(rows, (row) => this.#code[row]),
      objects: floats(this.#objects),
      elements: floats(this.#elements),
      arrayBytes: floats(this.#arrayBytes),
    };
  }

  #add(row: number, length: number, times: number): void {
    this.#objects[row] += times;
    const kind = kindOf(this.#code[row]);
    if (kind === MADE_KIND.object) return;
    const elementBytes = elementBytesOf(kind) || this.#layout.referenceBytes;
    this.#elements[row] += times * length;
    this.#arrayBytes[row] += times * arrayBytes(this.#layout, elementBytes, length);
  }

  #rowOf(node: number, code: number): number {
    const first = this.#first[node] - 1;
    if (first >= 0 && this.#code[first] === code) return first;
    let before = first;
    for (let row = before < 0 ? -1 : this.#next[before] - 1; row >= 0; row = this.#next[row] - 1) {
      if (this.#code[row] === code) {
        this.#next[before] = this.#next[row];
        this.#next[row] = first + 1;
        this.#first[node] = row + 1;
        return row;
      }
      before = row;
    }
    return this.#newRow(node, code, first);
  }

  #newRow(node: number, code: number, first: number): number {
    const row = this.#count++;
    if (row === this.#next.length) this.#grow(2 * row);
    this.#node[row] = node;
    this.#code[row] = code;
    this.#next[row] = first + 1;
    this.#first[node] = row + 1;
    return row;
  }

  #grow(capacity: number): void {
    const used = this.#next.length;
    this.#next = resized(this.#next, used, new Int32Array(capacity));
    this.#node = resized(this.#node, used, new Int32Array(capacity));
    this.#code = resized(this.#code, used, new Int32Array(capacity));
    this.#objects = resized(this.#objects, used, new Float64Array(capacity));
    this.#elements = resized(this.#elements, used, new Float64Array(capacity));
    this.#arrayBytes = resized(this.#arrayBytes, used, new Float64Array(capacity));
  }
}
