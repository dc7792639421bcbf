import { crc32 } from '../base/crc32.ts';
import { SluiceError } from '../base/errors.ts';
import { FIRST_METHOD_ID, METHOD_ID_LIMIT } from '../base/ids.ts';
import { NO_METHOD } from '../cct/cctTable.ts';
import type { CctTable } from '../cct/cctTable.ts';
import type { Snapshot } from './snapshot.ts';
import { damaged, decodeHeader, encodeHeader } from './snapshotHeader.ts';
import { decodeTreeColumns, encodeTreeColumns } from './treeColumns.ts';

/**
 * The recording file, version 7 (docs/formats.md). All numbers are little-endian.
 *
 *     magic   89 53 4C 55 49 43 45 0A    \x89 S L U I C E \n: no text, and a transfer as text is noticed
 *     u32 version, u32 0
 *     section*:  u32 kind, u32 crc32 of the payload, u32 payloadBytes, u32 0, payload, zeros up to a multiple of 8
 *
 *     kind 1 HEADER   JSON in ASCII: all but the columns; once, first
 *     kind 2 TREE     the columns of a tree (treeColumns.ts); one for each thread of the header, in its order
 *     kind 3 END      empty; the last one: a file without it was cut
 *
 * A change of the layout gets a new version number; a reader refuses what is newer than itself.
 */
export const RECORDING_VERSION = 7;
/** Of the pauses of its clock nothing is told of how many parts were timed. */
const VERSION_WITHOUT_SPANS = 6;
/** Of its trees nothing is told of waits for a core. */
const VERSION_WITHOUT_CORE_WAITS = 5;
/** Its trees have no clock that a thread keeps. */
const VERSION_WITHOUT_TICKER = 4;
/** Its trees have no clock that pauses. */
const VERSION_WITHOUT_SAMPLES = 3;
/** Up to here the columns lie in the file as in memory, up to VERSION_WITHOUT_COUNTED without the last one. */
const VERSION_OF_PLAIN_COLUMNS = 2;
/** In its trees every call has times. */
const VERSION_WITHOUT_COUNTED = 1;
/** What a file dialog and the command line call such a file. */
export const RECORDING_EXTENSION = '.sluice';

const MAGIC = Uint8Array.of(0x89, 0x53, 0x4c, 0x55, 0x49, 0x43, 0x45, 0x0a);
/** What else is at hand where people look for recordings. */
const FOREIGN_BEGINNINGS = [
  { begins: [0x46, 0x4c, 0x52, 0x00], what: 'it is a recording of the JDK Flight Recorder (.jfr)' },
  {
    begins: [0x4a, 0x41, 0x56, 0x41, 0x20, 0x50, 0x52, 0x4f],
    what: 'it is a heap dump or another hprof file',
  },
  { begins: [0x1f, 0x8b], what: 'it is a gzip file, such as pprof and Firefox profiles are' },
  { begins: [0x50, 0x4b, 0x03, 0x04], what: 'it is a ZIP or jar file' },
  { begins: [0x7b], what: 'it is a JSON text' },
];
const FILE_HEADER_BYTES = 16;
const SECTION_HEADER_BYTES = 16;
const SECTION = { header: 1, tree: 2, end: 3 } as const;

const TREE_HEADER_BYTES = 8;
/** In versions 1 and 2. */
const NODE_BYTES = 4 + 4 + 8 + 8 + 1;
const NODE_BYTES_WITHOUT_COUNTED = NODE_BYTES - 1;

export function encodeSnapshot(snapshot: Snapshot): Uint8Array {
  const { threads, ...rest } = snapshot;
  const header = { ...rest, threads: threads.map(({ id, name, virtual }) => ({ id, name, virtual })) };
  const sections = [
    { kind: SECTION.header, payload: encodeHeader(header) },
    ...threads.map(({ table }) => ({ kind: SECTION.tree, payload: encodeTreeColumns(table) })),
    { kind: SECTION.end, payload: new Uint8Array(0) },
  ];
  const fileBytes = sections.reduce(
    (sum, { payload }) => sum + SECTION_HEADER_BYTES + padded(payload.length),
    FILE_HEADER_BYTES,
  );
  const bytes = new Uint8Array(fileBytes);
  const view = new DataView(bytes.buffer);
  bytes.set(MAGIC);
  view.setUint32(8, RECORDING_VERSION, true);
  let at = FILE_HEADER_BYTES;
  for (const { kind, payload } of sections) {
    view.setUint32(at, kind, true);
    view.setUint32(at + 4, crc32(payload), true);
    view.setUint32(at + 8, payload.length, true);
    bytes.set(payload, at + SECTION_HEADER_BYTES);
    at += SECTION_HEADER_BYTES + padded(payload.length);
  }
  return bytes;
}

/**
 * The columns are copies: the file's bytes may go.
 * @throws SluiceError 'io' for a file that is foreign, cut or damaged; 'version' for one of a newer Sluice
 */
export function decodeSnapshot(bytes: Uint8Array): Snapshot {
  const version = fileVersion(bytes);
  const sections = sectionsOf(bytes);
  const [first] = sections;
  if (first.kind !== SECTION.header) throw damaged(`it begins with a section of kind ${first.kind}`);
  const header = decodeHeader(first.payload);
  const trees = sections.slice(1, -1);
  if (trees.length !== header.threads.length || trees.some(({ kind }) => kind !== SECTION.tree)) {
    throw damaged(`${header.threads.length} threads and ${trees.length} trees`);
  }
  return {
    ...header,
    threads: header.threads.map((thread, i) => ({
      ...thread,
      table: decodeTable(trees[i].payload, thread.name, version),
    })),
  };
}

function fileVersion(bytes: Uint8Array): number {
  if (bytes.length < FILE_HEADER_BYTES || MAGIC.some((byte, i) => bytes[i] !== byte)) {
    const found = FOREIGN_BEGINNINGS.find(({ begins }) => begins.every((byte, i) => bytes[i] === byte));
    const what =
      bytes.length === 0
        ? 'it is empty'
        : (found?.what ?? 'it does not begin with the magic bytes 89 53 4C 55 49 43 45 0A');
    throw new SluiceError(
      'io',
      `The file is not a Sluice recording: ${what}.`,
      `Open a file that Sluice saved (${RECORDING_EXTENSION}).`,
    );
  }
  const version = new DataView(bytes.buffer, bytes.byteOffset).getUint32(8, true);
  if (version > RECORDING_VERSION) {
    throw new SluiceError(
      'version',
      `The recording has format version ${version}; this Sluice reads up to version ${RECORDING_VERSION}.`,
      'Open it with the Sluice that saved it, or a newer one.',
    );
  }
  if (version === 0) throw damaged('format version 0 does not exist');
  return version;
}

interface Section {
  readonly kind: number;
  readonly payload: Uint8Array;
}

/** Views of all sections up to END; nothing is allocated for them, so no announced size can exhaust the memory. */
function sectionsOf(bytes: Uint8Array): Section[] {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const sections: Section[] = [];
  let at = FILE_HEADER_BYTES;
  for (;;) {
    const left = bytes.length - at - SECTION_HEADER_BYTES;
    if (left < 0) throw damaged(`it was cut after ${bytes.length} bytes, before its last section`);
    const kind = view.getUint32(at, true);
    const payloadBytes = view.getUint32(at + 8, true);
    if (payloadBytes > left) {
      throw damaged(`it was cut: section ${sections.length} has ${payloadBytes} bytes, ${left} are there`);
    }
    const payload = bytes.subarray(at + SECTION_HEADER_BYTES, at + SECTION_HEADER_BYTES + payloadBytes);
    if (crc32(payload) !== view.getUint32(at + 4, true)) {
      throw damaged(`the checksum of section ${sections.length} at byte ${at} is wrong`);
    }
    sections.push({ kind, payload });
    at += SECTION_HEADER_BYTES + padded(payloadBytes);
    if (kind !== SECTION.end) continue;
    if (at !== bytes.length) throw damaged(`${bytes.length - at} bytes follow its end`);
    return sections;
  }
}

function decodeTable(payload: Uint8Array, thread: string, version: number): CctTable {
  const table =
    version > VERSION_OF_PLAIN_COLUMNS
      ? decodeTreeColumns(payload, thread, {
          hasSampled: version > VERSION_WITHOUT_SAMPLES,
          hasTicked: version > VERSION_WITHOUT_TICKER,
          hasWaited: version > VERSION_WITHOUT_CORE_WAITS,
          hasSpans: version > VERSION_WITHOUT_SPANS,
        })
      : decodePlainColumns(payload, thread, version);
  checkTable(table, thread);
  return table;
}

/** Versions 1 and 2: u32 nodes, u32 0, i32 method[], i32 parent[], f64 calls[], f64 selfNs[], u8 counted[] (not in version 1). */
function decodePlainColumns(payload: Uint8Array, thread: string, version: number): CctTable {
  const hasCounted = version > VERSION_WITHOUT_COUNTED;
  const nodeBytes = hasCounted ? NODE_BYTES : NODE_BYTES_WITHOUT_COUNTED;
  const found = payload.length < TREE_HEADER_BYTES ? 0 : viewOf(payload).getUint32(0, true);
  if (found === 0 || payload.length !== TREE_HEADER_BYTES + found * nodeBytes) {
    throw damaged(`the tree of thread "${thread}" has ${found} nodes in ${payload.length} bytes`);
  }
  let at = TREE_HEADER_BYTES;
  const column = (elementBytes: number): ArrayBuffer => {
    const from = at;
    at += found * elementBytes;
    // Not payload.slice(): a Buffer of Node is a Uint8Array whose slice() is a view of another offset.
    return new Uint8Array(payload.subarray(from, at)).buffer;
  };
  return {
    length: found,
    method: new Int32Array(column(4)),
    parent: new Int32Array(column(4)),
    calls: new Float64Array(column(8)),
    selfNs: new Float64Array(column(8)),
    counted: hasCounted ? new Uint8Array(column(1)) : new Uint8Array(found),
  };
}

/** What all algorithms over trees rely on. */
function checkTable(table: CctTable, thread: string): void {
  const { length, method, parent, calls, selfNs, counted, samples, ticker } = table;
  const isAmount = (value: number): boolean => value >= 0 && value < Infinity;
  if (samples !== undefined) {
    const { pauses, ...columns } = samples;
    for (const [name, column] of Object.entries({ ...columns, pauses: Object.values(pauses) })) {
      const wrong = column.findIndex((value) => !isAmount(value));
      if (wrong >= 0) throw damaged(`${name} ${wrong} of the tree of thread "${thread}" is ${column[wrong]}`);
    }
  }
  for (const [name, value] of Object.entries(ticker ?? {})) {
    if (!isAmount(value as number)) throw damaged(`${name} of thread "${thread}" is ${value}`);
  }
  let row = 0;
  let right =
    method[0] === NO_METHOD && parent[0] === -1 && calls[0] === 0 && selfNs[0] === 0 && counted[0] === 0;
  while (right && ++row < length) {
    right =
      method[row] >= FIRST_METHOD_ID &&
      method[row] < METHOD_ID_LIMIT &&
      parent[row] >= 0 &&
      parent[row] < row &&
      Number.isSafeInteger(calls[row]) &&
      calls[row] >= 0 &&
      isAmount(selfNs[row]) &&
      (counted[row] === 0 || (counted[row] === 1 && selfNs[row] === 0));
  }
  if (right) return;
  const values = `method ${method[row]}, parent ${parent[row]}, calls ${calls[row]}, self ${selfNs[row]} ns, counted ${counted[row]}`;
  throw damaged(`row ${row} of the tree of thread "${thread}" is impossible: ${values}`);
}

function viewOf(bytes: Uint8Array): DataView {
  return new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
}

function padded(bytes: number): number {
  return Math.ceil(bytes / 8) * 8;
}
