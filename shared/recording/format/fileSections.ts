import { crc32 } from '../../base/crc32.ts';
import { SluiceError } from '../../base/errors.ts';
import { fileKindOf } from '../../base/fileKind.ts';
import { damaged } from './damaged.ts';
import { newer } from './newer.ts';

/**
 * The container of the recording file, version 8 (docs/formats.md). All numbers are little-endian.
 *
 *     magic   89 53 4C 55 49 43 45 0A    \x89 S L U I C E \n: no text, and a transfer as text is noticed
 *     u32 version, u32 0
 *     section*:  u32 kind, u32 crc32 of the payload, u32 payloadBytes, u32 flags, payload, zeros up to a multiple of 8
 *
 *     kind 1 HEADER   JSON in ASCII: all but the columns; once, first
 *     kind 2 TREE     the columns of a tree (treeColumns.ts); one for each thread of the header, in its order
 *     kind 3 END      empty; the last one: a file without it was cut
 *     kind 4 DATA     a data set (dataSetCodec.ts); as many as there are
 *
 * Bit 0 of the flags: whoever does not know the kind may leave the section out, and still reads right what he knows.
 * Up to version 7 the flags were 0. A change of what is known gets a new version number; a reader refuses what is newer than itself.
 */
export const RECORDING_VERSION = 8;
/** What a file dialog and the command line call such a file. */
export const RECORDING_EXTENSION = '.sluice';
export const SECTION = { header: 1, tree: 2, end: 3, data: 4 } as const;

const KNOWN_KINDS: ReadonlySet<number> = new Set(Object.values(SECTION));
const IGNORABLE = 1;
const MAGIC = Uint8Array.of(0x89, 0x53, 0x4c, 0x55, 0x49, 0x43, 0x45, 0x0a);
const FILE_HEADER_BYTES = 16;
const SECTION_HEADER_BYTES = 16;

export interface Section {
  readonly kind: number;
  readonly payload: Uint8Array;
}

export interface FileSections {
  /** 1 to RECORDING_VERSION */
  readonly version: number;
  /** Those of known kinds, END left out, in their order. Views of the file's bytes. */
  readonly known: readonly Section[];
  /** Those of a newer Sluice that may be left out. Copies, for they are kept as long as the recording. */
  readonly skipped: readonly Section[];
}

/** END is added, and whoever does not know a kind that this Sluice does not know may leave it out. */
export function encodeSections(content: readonly Section[]): Uint8Array {
  const sections = [...content, { kind: SECTION.end, payload: new Uint8Array(0) }];
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
    view.setUint32(at + 12, kind === SECTION.data || !KNOWN_KINDS.has(kind) ? IGNORABLE : 0, true);
    bytes.set(payload, at + SECTION_HEADER_BYTES);
    at += SECTION_HEADER_BYTES + padded(payload.length);
  }
  return bytes;
}

/**
 * Nothing is allocated for a section that is known, so no announced size can exhaust the memory.
 * @throws SluiceError 'io' for a file that is foreign, cut or damaged; 'version' for one of a newer Sluice
 */
export function decodeSections(bytes: Uint8Array): FileSections {
  const version = fileVersion(bytes);
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const known: Section[] = [];
  const skipped: Section[] = [];
  for (let at = FILE_HEADER_BYTES, number = 0; ; number++) {
    const left = bytes.length - at - SECTION_HEADER_BYTES;
    if (left < 0) throw damaged(`it was cut after ${bytes.length} bytes, before its last section`);
    const kind = view.getUint32(at, true);
    const payloadBytes = view.getUint32(at + 8, true);
    const flags = view.getUint32(at + 12, true);
    if (payloadBytes > left)
      throw damaged(`it was cut: section ${number} has ${payloadBytes} bytes, ${left} are there`);
    const payload = bytes.subarray(at + SECTION_HEADER_BYTES, at + SECTION_HEADER_BYTES + payloadBytes);
    if (crc32(payload) !== view.getUint32(at + 4, true))
      throw damaged(`the checksum of section ${number} at byte ${at} is wrong`);
    at += SECTION_HEADER_BYTES + padded(payloadBytes);
    if (kind === SECTION.end) {
      if (at !== bytes.length) throw damaged(`${bytes.length - at} bytes follow its end`);
      return { version, known, skipped };
    }
    if (KNOWN_KINDS.has(kind)) known.push({ kind, payload });
    else if ((flags & IGNORABLE) !== 0) skipped.push({ kind, payload: new Uint8Array(payload) });
    else throw unknownSection(kind);
  }
}

function unknownSection(kind: number): SluiceError {
  return new SluiceError(
    'version',
    `The recording has a section of kind ${kind}, which this Sluice does not know and may not leave out.`,
    'Open it with the Sluice that saved it, or a newer one.',
  );
}

/** Whether it begins as what Sluice has saved. */
export function isRecording(bytes: Uint8Array): boolean {
  return MAGIC.every((byte, i) => bytes[i] === byte);
}

function fileVersion(bytes: Uint8Array): number {
  if (bytes.length < FILE_HEADER_BYTES || !isRecording(bytes)) {
    const found = isRecording(bytes) ? null : fileKindOf(bytes);
    const what =
      found === null
        ? 'it does not begin with the magic bytes 89 53 4C 55 49 43 45 0A'
        : `it is ${found.what}`;
    throw new SluiceError(
      'io',
      `The file is not a Sluice recording: ${what}.`,
      found?.remedy || `Open a file that Sluice saved (${RECORDING_EXTENSION}).`,
    );
  }
  const version = new DataView(bytes.buffer, bytes.byteOffset).getUint32(8, true);
  if (version > RECORDING_VERSION) {
    throw newer(
      `The recording has format version ${version}; this Sluice reads up to version ${RECORDING_VERSION}`,
    );
  }
  if (version === 0) throw damaged('format version 0 does not exist');
  return version;
}

function padded(bytes: number): number {
  return Math.ceil(bytes / 8) * 8;
}
