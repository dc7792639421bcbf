import { NO_METHOD, type CctTable } from '../../cct/cctTable.ts';
import type { CoreWaitAccount } from '../../cct/coreWaitAccount.ts';
import type { StretchSamples } from '../../cct/stretchSamples.ts';
import type { TickerAccount } from '../../cct/tickerAccount.ts';
import { ColumnReader, ColumnWriter } from '../format/columnBytes.ts';
import { damaged } from '../format/damaged.ts';

const SAMPLE_COLUMNS = ['timed', 'restWeight', 'restNs', 'restSquaredNs'] as const;
const HEADER_BYTES = 8;
/** Longer than the name of any metric. */
const MAX_METRIC_CHARS = 64;
/** Method, caller, calls, self time: a byte each at least. */
const MIN_NODE_BYTES = 4;

/**
 * The columns of a tree as bytes, as of version 3 of the recording file. Row 0 is the thread, the same in each tree, and is not
 * written.
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
 *     varint metrics               from version 8 on: how many further metrics there are, each with
 *     varint idLength, u8 id[idLength], u8 encoding, values[nodes - 1]    the metric's id in ASCII, its values of the rows alone
 *
 * 8 bytes a context are usual, against 25 of the columns as they lie in memory.
 */
export function encodeTreeColumns(table: CctTable): Uint8Array {
  const { length, method, parent, calls, selfNs, counted, samples, ticker, coreWaits, more } = table;
  const writer = new ColumnWriter();
  writer.u32(length);
  writer.u32(0);
  writer.varints(length - 1, (i) => method[i + 1]);
  writer.varints(length - 1, (i) => i + 1 - parent[i + 1]);
  writer.numbers(calls.subarray(1));
  writer.numbers(selfNs.subarray(1));
  writer.bits(counted);
  writer.u8(samples === undefined ? 0 : 1);
  if (samples !== undefined) {
    const { samples: count, sampledWeight, innerSpans, innerStretches, innerNs } = samples.pauses;
    writer.floats(Float64Array.of(count, sampledWeight, innerSpans, innerStretches, innerNs));
    for (const name of SAMPLE_COLUMNS) writer.numbers(samples[name].subarray(1));
  }
  writer.u8(ticker === undefined ? 0 : 1);
  if (ticker !== undefined) {
    const { words, starvedWords, gaps, leftOutNs, doubtNs } = ticker;
    writer.floats(Float64Array.of(words, starvedWords, gaps, leftOutNs, doubtNs));
  }
  writer.u8(coreWaits === undefined ? 0 : 1);
  if (coreWaits !== undefined) writer.floats(Float64Array.of(coreWaits.leftOutNs, coreWaits.doubtNs));
  writer.varints(1, () => more?.size ?? 0);
  for (const [id, values] of more ?? []) {
    writer.ascii(id);
    writer.numbers(values.subarray(1));
  }
  return writer.written();
}

/** What a version of the file has at the end of its trees. */
export interface ColumnsOfVersion {
  readonly hasSampled: boolean;
  readonly hasTicked: boolean;
  readonly hasWaited: boolean;
  readonly hasSpans: boolean;
  readonly hasMore: boolean;
}

/**
 * Nothing is allocated for more nodes than the bytes can hold. Whether the rows make a tree is checked by who asked.
 * @throws SluiceError 'io'
 */
export function decodeTreeColumns(
  payload: Uint8Array,
  thread: string,
  { hasSampled, hasTicked, hasWaited, hasSpans, hasMore }: ColumnsOfVersion,
): CctTable {
  const reader = new ColumnReader(payload, (found) => damaged(`the tree of thread "${thread}": ${found}`));
  const length = nodesOf(payload, reader, thread);
  const method = new Int32Array(length);
  const parent = new Int32Array(length);
  method[0] = NO_METHOD;
  parent[0] = -1;
  reader.varints(method.subarray(1), 'method', 1);
  reader.varints(parent.subarray(1), 'parent', 1);
  for (let row = 1; row < length; row++) parent[row] = row - parent[row];
  const calls = new Float64Array(length);
  const selfNs = new Float64Array(length);
  reader.numbers(calls.subarray(1), 'calls', 1);
  reader.numbers(selfNs.subarray(1), 'selfNs', 1);
  const counted = reader.bits(length, 'counted');
  const samples = hasSampled && reader.flag('sampled') ? decodeSamples(reader, length, hasSpans) : null;
  const ticker = hasTicked && reader.flag('ticked') ? decodeTicker(reader) : null;
  const coreWaits = hasWaited && reader.flag('waited') ? decodeCoreWaits(reader) : null;
  const more = hasMore ? decodeMore(reader, length) : null;
  reader.end();
  const table = { length, method, parent, calls, selfNs, counted };
  return {
    ...table,
    ...(samples === null ? {} : { samples }),
    ...(ticker === null ? {} : { ticker }),
    ...(coreWaits === null ? {} : { coreWaits }),
    ...(more === null || more.size === 0 ? {} : { more }),
  };
}

function nodesOf(payload: Uint8Array, reader: ColumnReader, thread: string): number {
  const found = payload.length < HEADER_BYTES ? 0 : reader.u32('nodes');
  if (found === 0 || (found - 1) * MIN_NODE_BYTES > payload.length - HEADER_BYTES)
    throw damaged(`the tree of thread "${thread}": ${found} nodes in ${payload.length} bytes`);
  reader.u32('nodes');
  return found;
}

/** A column takes a byte for each node at least: no number of them is taken before its bytes are there. */
function decodeMore(reader: ColumnReader, length: number): ReadonlyMap<string, Float64Array> {
  const columns = new Map<string, Float64Array>();
  for (let left = reader.count('metrics'); left > 0; left--) {
    const id = reader.ascii(MAX_METRIC_CHARS, 'metric');
    const rest = reader.left;
    if (rest < length - 1 || columns.has(id)) throw reader.damaged(`its metric ${id} is cut, or there twice`);
    const values = new Float64Array(length);
    reader.numbers(values.subarray(1), id, 1);
    columns.set(id, values);
  }
  return columns;
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
    reader.numbers(values.subarray(1), name, 1);
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
