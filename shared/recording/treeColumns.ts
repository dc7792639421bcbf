import type { CctTable } from '../cct/cctTable.ts';
import { NO_METHOD } from '../cct/cctTable.ts';
import type { CoreWaitAccount } from '../cct/coreWaitAccount.ts';
import type { StretchSamples } from '../cct/stretchSamples.ts';
import type { TickerAccount } from '../cct/tickerAccount.ts';
import { damaged } from './snapshotHeader.ts';

/** How a column of numbers is written. */
const ENCODING = { varint: 0, float64: 1 } as const;
/** Of 2^53 - 1, in groups of 7 bits. */
const MAX_VARINT_BYTES = 8;
/** Room is made for so many values at a time: for all of a large tree it would be several times what they take. */
const GROWN_FOR_VALUES = 1 << 16;
const SAMPLE_COLUMNS = ['timed', 'restWeight', 'restNs', 'restSquaredNs'] as const;
const HEADER_BYTES = 8;
/** Method, caller, calls, self time: a byte each at least. */
const MIN_NODE_BYTES = 4;

/**
 * The columns of a tree as bytes, as of version 3 of the recording file. Row 0 is the thread, the same in each tree, and is not
 * written. A varint is a whole number below 2^53 in groups of 7 bits, the lowest first, all but the last with bit 7 set (LEB128).
 *
 *     u32 nodes, u32 0
 *     varint method[nodes - 1]
 *     varint back[nodes - 1]       row - parent: 1 or more, and small, for contexts appear near their callers
 *     u8 encoding, calls[nodes - 1]    0: varints; 1: f64 little-endian, where one value is no whole number below 2^53
 *     u8 encoding, selfNs[nodes - 1]
 *     u8 counted[(nodes + 7) / 8]  a bit a row, row 0 the lowest bit of the first byte
 *     u8 sampled                   from version 4 on. 1: the clock paused, and the rest follows (StretchSamples)
 *     f64 samples, sampledWeight, innerSpans (from version 7 on), innerStretches, innerNs
 *     u8 encoding, timed[nodes - 1]; the same restWeight, restNs, restSquaredNs
 *     u8 ticked                    from version 5 on. 1: a thread kept the clock, and the rest follows (TickerAccount)
 *     f64 words, starvedWords, gaps, leftOutNs, doubtNs
 *     u8 waited                    from version 6 on. 1: waits for a core were taken out, and the rest follows (CoreWaitAccount)
 *     f64 leftOutNs, doubtNs
 *
 * 8 bytes a context are usual, against 25 of the columns as they lie in memory.
 */
export function encodeTreeColumns(table: CctTable): Uint8Array {
  const { length, method, parent, calls, selfNs, counted, samples, ticker, coreWaits } = table;
  const writer = new ColumnWriter();
  writer.u32(length);
  writer.u32(0);
  writer.varints(length - 1, (i) => method[i + 1]);
  writer.varints(length - 1, (i) => i + 1 - parent[i + 1]);
  writer.numbers(calls);
  writer.numbers(selfNs);
  writer.bits(counted);
  writer.u8(samples === undefined ? 0 : 1);
  if (samples !== undefined) {
    const { samples: count, sampledWeight, innerSpans, innerStretches, innerNs } = samples.pauses;
    writer.floats(Float64Array.of(count, sampledWeight, innerSpans, innerStretches, innerNs));
    for (const name of SAMPLE_COLUMNS) writer.numbers(samples[name]);
  }
  writer.u8(ticker === undefined ? 0 : 1);
  if (ticker !== undefined) {
    const { words, starvedWords, gaps, leftOutNs, doubtNs } = ticker;
    writer.floats(Float64Array.of(words, starvedWords, gaps, leftOutNs, doubtNs));
  }
  writer.u8(coreWaits === undefined ? 0 : 1);
  if (coreWaits !== undefined) writer.floats(Float64Array.of(coreWaits.leftOutNs, coreWaits.doubtNs));
  return writer.written();
}

/** What a version of the file has at the end of its trees. */
export interface ColumnsOfVersion {
  readonly hasSampled: boolean;
  readonly hasTicked: boolean;
  readonly hasWaited: boolean;
  readonly hasSpans: boolean;
}

/**
 * Nothing is allocated for more nodes than the bytes can hold. Whether the rows make a tree is checked by who asked.
 * @throws SluiceError 'io'
 */
export function decodeTreeColumns(
  payload: Uint8Array,
  thread: string,
  { hasSampled, hasTicked, hasWaited, hasSpans }: ColumnsOfVersion,
): CctTable {
  const reader = new ColumnReader(payload, thread);
  const length = reader.nodes();
  const method = new Int32Array(length);
  const parent = new Int32Array(length);
  method[0] = NO_METHOD;
  parent[0] = -1;
  reader.varints(method, 'method');
  reader.varints(parent, 'parent');
  for (let row = 1; row < length; row++) parent[row] = row - parent[row];
  const calls = new Float64Array(length);
  const selfNs = new Float64Array(length);
  reader.numbers(calls, 'calls');
  reader.numbers(selfNs, 'selfNs');
  const counted = reader.bits(length);
  const samples = hasSampled && reader.flag('sampled') ? decodeSamples(reader, length, hasSpans) : null;
  const ticker = hasTicked && reader.flag('ticked') ? decodeTicker(reader) : null;
  const coreWaits = hasWaited && reader.flag('waited') ? decodeCoreWaits(reader) : null;
  reader.end();
  const table = { length, method, parent, calls, selfNs, counted };
  return {
    ...table,
    ...(samples === null ? {} : { samples }),
    ...(ticker === null ? {} : { ticker }),
    ...(coreWaits === null ? {} : { coreWaits }),
  };
}

function decodeCoreWaits(reader: ColumnReader): CoreWaitAccount {
  const [leftOutNs, doubtNs] = reader.floats(2, 'coreWaits');
  return { leftOutNs, doubtNs };
}

function decodeTicker(reader: ColumnReader): TickerAccount {
  const [words, starvedWords, gaps, leftOutNs, doubtNs] = reader.floats(5, 'ticker');
  return { words, starvedWords, gaps, leftOutNs, doubtNs };
}

function decodeSamples(reader: ColumnReader, length: number, hasSpans: boolean): StretchSamples {
  const [samples, sampledWeight] = reader.floats(2, 'pauses');
  const [innerSpans] = hasSpans ? reader.floats(1, 'pauses') : [0];
  const [innerStretches, innerNs] = reader.floats(2, 'pauses');
  const column = (name: string): Float64Array => {
    const values = new Float64Array(length);
    reader.numbers(values, name);
    return values;
  };
  return {
    timed: column('timed'),
    restWeight: column('restWeight'),
    restNs: column('restNs'),
    restSquaredNs: column('restSquaredNs'),
    pauses: { samples, sampledWeight, innerSpans, innerStretches, innerNs },
  };
}

class ColumnWriter {
  #bytes = new Uint8Array(1024);
  #at = 0;

  u8(value: number): void {
    this.#grow(1);
    this.#bytes[this.#at++] = value;
  }

  u32(value: number): void {
    this.#grow(4);
    new DataView(this.#bytes.buffer).setUint32(this.#at, value, true);
    this.#at += 4;
  }

  varints(count: number, valueAt: (i: number) => number): void {
    for (let from = 0; from < count; from += GROWN_FOR_VALUES) {
      this.#varintsOf(from, Math.min(count, from + GROWN_FOR_VALUES), valueAt);
    }
  }

  #varintsOf(from: number, to: number, valueAt: (i: number) => number): void {
    this.#grow((to - from) * MAX_VARINT_BYTES);
    const bytes = this.#bytes;
    let at = this.#at;
    for (let i = from; i < to; i++) {
      let rest = valueAt(i);
      // Beyond 31 bits the operators on bits do not reach.
      for (; rest >= 0x80000000; rest = Math.floor(rest / 0x80)) bytes[at++] = (rest % 0x80) | 0x80;
      for (; rest >= 0x80; rest >>>= 7) bytes[at++] = (rest & 0x7f) | 0x80;
      bytes[at++] = rest;
    }
    this.#at = at;
  }

  /** Of rows 1 and on. */
  numbers(column: Float64Array): void {
    const isWhole = column.every((value) => Number.isSafeInteger(value) && value >= 0);
    this.u8(isWhole ? ENCODING.varint : ENCODING.float64);
    if (isWhole) this.varints(column.length - 1, (i) => column[i + 1]);
    else this.floats(column.subarray(1));
  }

  floats(values: Float64Array): void {
    this.#grow(values.byteLength);
    this.#bytes.set(new Uint8Array(values.buffer, values.byteOffset, values.byteLength), this.#at);
    this.#at += values.byteLength;
  }

  bits(flags: Uint8Array): void {
    const count = Math.ceil(flags.length / 8);
    this.#grow(count);
    for (let i = 0; i < flags.length; i++) this.#bytes[this.#at + (i >> 3)] |= flags[i] << (i & 7);
    this.#at += count;
  }

  written(): Uint8Array {
    return this.#bytes.subarray(0, this.#at);
  }

  #grow(count: number): void {
    const needed = this.#at + count;
    if (needed <= this.#bytes.length) return;
    const bytes = new Uint8Array(needed + (needed >> 1));
    bytes.set(this.#bytes.subarray(0, this.#at));
    this.#bytes = bytes;
  }
}

class ColumnReader {
  readonly #bytes: Uint8Array;
  readonly #thread: string;
  #at = HEADER_BYTES;

  constructor(bytes: Uint8Array, thread: string) {
    this.#bytes = bytes;
    this.#thread = thread;
  }

  nodes(): number {
    const { buffer, byteOffset, length } = this.#bytes;
    const found = length < HEADER_BYTES ? 0 : new DataView(buffer, byteOffset).getUint32(0, true);
    if (found === 0 || (found - 1) * MIN_NODE_BYTES > length - HEADER_BYTES) {
      throw this.#damaged(`${found} nodes in ${length} bytes`);
    }
    return found;
  }

  /** Into rows 1 and on. */
  varints(column: Int32Array | Float64Array, name: string): void {
    const bytes = this.#bytes;
    let at = this.#at;
    for (let row = 1; row < column.length; row++) {
      let value = bytes[at] & 0x7f;
      for (let scale = 0x80, last = at + MAX_VARINT_BYTES; bytes[at] >= 0x80 && at < last; scale *= 0x80)
        value += (bytes[++at] & 0x7f) * scale;
      if (at >= bytes.length) throw this.#damaged(`its column ${name} is cut in row ${row}`);
      if (bytes[at] >= 0x80 || value > Number.MAX_SAFE_INTEGER)
        throw this.#damaged(`${name} of row ${row} is 2^53 or more`);
      column[row] = value;
      at++;
    }
    this.#at = at;
  }

  numbers(column: Float64Array, name: string): void {
    const encoding = this.#bytes[this.#at++];
    if (encoding === ENCODING.varint) this.varints(column, name);
    else if (encoding === ENCODING.float64) column.set(this.floats(column.length - 1, name), 1);
    else throw this.#damaged(`its column ${name} has encoding ${encoding ?? 'missing'}; 0 and 1 are known`);
  }

  /** Copied, for in the file they lie at any offset. */
  floats(count: number, name: string): Float64Array {
    if (this.#at + count * 8 > this.#bytes.length) throw this.#damaged(`its column ${name} is cut`);
    const bytes = new Uint8Array(this.#bytes.subarray(this.#at, this.#at + count * 8));
    this.#at += count * 8;
    return new Float64Array(bytes.buffer);
  }

  flag(name: string): boolean {
    const value = this.#bytes[this.#at++];
    if (value !== 0 && value !== 1)
      throw this.#damaged(`its field ${name} is ${value ?? 'missing'}; 0 and 1 are known`);
    return value === 1;
  }

  bits(count: number): Uint8Array {
    const flags = new Uint8Array(count);
    if (this.#at + Math.ceil(count / 8) > this.#bytes.length)
      throw this.#damaged('its column counted is cut');
    for (let i = 0; i < count; i++) flags[i] = (this.#bytes[this.#at + (i >> 3)] >> (i & 7)) & 1;
    this.#at += Math.ceil(count / 8);
    return flags;
  }

  end(): void {
    const left = this.#bytes.length - this.#at;
    if (left > 0) throw this.#damaged(`${left} bytes follow its columns`);
  }

  #damaged(found: string): Error {
    return damaged(`the tree of thread "${this.#thread}": ${found}`);
  }
}
