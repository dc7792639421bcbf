import { withOwnIds } from '../threadIds.ts';
import { FIRST_METHOD_ID, METHOD_ID_LIMIT } from '../../base/ids.ts';
import { NO_METHOD, type CctTable } from '../../cct/cctTable.ts';
import type { RecordedThread, Snapshot } from '../snapshot.ts';
import { damaged } from '../format/damaged.ts';
import type { DataSet } from '../dataSets/dataSet.ts';
import { decodeDataSet, encodeDataSet } from './dataSetCodec.ts';
import { decodeSections, encodeSections, SECTION, type Section } from '../format/fileSections.ts';
import { decodeHeader, encodeHeader, type SnapshotHeader } from './snapshotHeader.ts';
import { decodeTreeColumns, encodeTreeColumns } from './treeColumns.ts';

/** Its trees have no metrics but calls and times. */
const VERSION_WITHOUT_MORE = 7;
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
const TREE_HEADER_BYTES = 8;
/** In versions 1 and 2. */
const NODE_BYTES = 4 + 4 + 8 + 8 + 1;
const NODE_BYTES_WITHOUT_COUNTED = NODE_BYTES - 1;

/** A recording as a file: fileSections.ts has the container. */
export function encodeSnapshot(snapshot: Snapshot): Uint8Array {
  const { threads, dataSets, skipped, ...rest } = snapshot;
  const header = { ...rest, threads: threads.map(factsOf) };
  return encodeSections([
    { kind: SECTION.header, payload: encodeHeader(header) },
    ...threads.map(({ table }) => ({ kind: SECTION.tree, payload: encodeTreeColumns(table) })),
    ...dataSets.map((set) => ({ kind: SECTION.data, payload: encodeDataSet(set) })),
    ...skipped,
  ]);
}

/**
 * The columns are copies: the file's bytes may go.
 * @throws SluiceError 'io' for a file that is foreign, cut or damaged; 'version' for one of a newer Sluice
 */
export function decodeSnapshot(bytes: Uint8Array): Snapshot {
  const { version, known, skipped } = decodeSections(bytes);
  const [first, ...rest] = known;
  if (first?.kind !== SECTION.header)
    throw damaged(`it begins with a section of kind ${first?.kind ?? SECTION.end}`);
  const header = decodeHeader(first.payload);
  const [trees, data, headers] = [SECTION.tree, SECTION.data, SECTION.header].map((kind) =>
    rest.filter((section) => section.kind === kind),
  );
  if (headers.length > 0) throw damaged('it has two headers');
  if (trees.length !== header.threads.length)
    throw damaged(`${header.threads.length} threads and ${trees.length} trees`);
  const { dataSets, newer } = dataSetsOf(data);
  const twice = dataSets.find(({ id }, i) => dataSets.findIndex((set) => set.id === id) < i);
  if (twice !== undefined) throw damaged(`it has two data sets ${twice.id}`);
  return {
    ...header,
    threads: withOwnIds(header.threads).map((thread, i) => ({
      ...thread,
      table: decodeTable(trees[i].payload, thread.name, version),
    })),
    dataSets,
    skipped: [...newer, ...skipped],
  };
}

/** @returns newer: those that this Sluice cannot show, copies */
function dataSetsOf(sections: readonly Section[]): {
  readonly dataSets: readonly DataSet[];
  readonly newer: readonly Section[];
} {
  const dataSets: DataSet[] = [];
  const newer: Section[] = [];
  for (const { kind, payload } of sections) {
    const set = decodeDataSet(payload);
    if (set === null) newer.push({ kind, payload: new Uint8Array(payload) });
    else dataSets.push(set);
  }
  return { dataSets, newer };
}

function decodeTable(payload: Uint8Array, thread: string, version: number): CctTable {
  const table =
    version > VERSION_OF_PLAIN_COLUMNS
      ? decodeTreeColumns(payload, thread, {
          hasSampled: version > VERSION_WITHOUT_SAMPLES,
          hasTicked: version > VERSION_WITHOUT_TICKER,
          hasWaited: version > VERSION_WITHOUT_CORE_WAITS,
          hasSpans: version > VERSION_WITHOUT_SPANS,
          hasMore: version > VERSION_WITHOUT_MORE,
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
  const { length, method, parent, calls, selfNs, counted, samples, ticker, more } = table;
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
  for (const [id, values] of more ?? []) {
    const wrong = values.findIndex((value) => !isAmount(value));
    if (wrong >= 0) throw damaged(`${id} ${wrong} of the tree of thread "${thread}" is ${values[wrong]}`);
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

/** All of a thread but its tree. */
function factsOf(thread: RecordedThread): SnapshotHeader['threads'][number] {
  const { id, name, virtual, group, longestRootCallNs, cpu } = thread;
  return {
    id,
    name,
    virtual,
    ...(group === undefined ? {} : { group }),
    ...(longestRootCallNs === undefined ? {} : { longestRootCallNs }),
    ...(cpu === undefined ? {} : { cpu }),
  };
}
