import { SluiceError } from '../base/errors.ts';
import type { JfrAccount } from './jfrAccount.ts';
import { jfrDamaged } from './damagedJfr.ts';
import { JfrCursor } from './jfrCursor.ts';

export const HEADER_BYTES = 68;
/** "FLR\0" */
const MAGIC = 0x464c5200;
const MAJOR_VERSIONS = [1, 2];
const COMPRESSED_INTEGERS = 1;
const FINAL_CHUNK = 2;

/**
 * What a chunk begins with. All numbers are big-endian.
 *
 *     0 magic  4 u16 major, minor  8 i64 size  16 i64 last checkpoint  24 i64 metadata  32 i64 start, ns since 1970
 *     40 i64 duration, ns  48 i64 start, ticks  56 i64 ticks a second  64 u32 flags, bit 0: varints, 1: last     68 events
 *
 * A JVM writes size and positions as it goes on: of a chunk that it has not ended they may be 0, or of an earlier moment.
 * Source: HotSpot jfr/recorder/repository/jfrChunkWriter.cpp.
 */
export interface JfrHeader {
  readonly size: number;
  readonly checkpointAt: number;
  readonly metadataAt: number;
  /** ms since 1970 */
  readonly startMs: number;
  readonly durationNs: number;
  readonly startTicks: number;
  readonly ticksPerSecond: number;
  /** No chunk comes behind it. JDKs before 14 do not tell. */
  readonly isLast: boolean;
}

/** Whether it begins as a file of the Flight Recorder. */
export function isJfr(bytes: Uint8Array): boolean {
  return bytes.length >= 4 && new DataView(bytes.buffer, bytes.byteOffset).getUint32(0) === MAGIC;
}

/** @throws SluiceError 'io' for what is no header, 'version' for a layout that nobody knows here */
export function readHeader(bytes: Uint8Array, account: JfrAccount): JfrHeader {
  if (bytes.length < HEADER_BYTES) throw jfrDamaged(`${bytes.length} bytes are no chunk`);
  if (!isJfr(bytes)) throw jfrDamaged('a chunk does not begin with FLR');
  const cursor = new JfrCursor(bytes, account, 4);
  const [major, minor] = [cursor.u16(), cursor.u16()];
  if (!MAJOR_VERSIONS.includes(major)) throw unknownVersion(major, minor);
  const header = {
    ...{ size: cursor.i64(), checkpointAt: cursor.i64(), metadataAt: cursor.i64() },
    ...{ startMs: cursor.i64() / 1e6, durationNs: cursor.i64() },
    ...{ startTicks: cursor.i64(), ticksPerSecond: cursor.i64() },
  };
  const flags = cursor.u16() * 0x1_0000 + cursor.u16();
  if ((flags & COMPRESSED_INTEGERS) === 0)
    throw new SluiceError(
      'version',
      `The Flight Recorder file has whole integers (flags ${flags}): Sluice reads files with varints.`,
      'Record again without the option compressed_integers=false.',
    );
  if (header.ticksPerSecond <= 0) throw jfrDamaged(`its clock has ${header.ticksPerSecond} ticks a second`);
  return { ...header, isLast: (flags & FINAL_CHUNK) !== 0 };
}

function unknownVersion(major: number, minor: number): SluiceError {
  const found = `The Flight Recorder file has version ${major}.${minor}: Sluice reads versions 1 and 2.`;
  return major === 0
    ? new SluiceError(
        'version',
        `${found} It is of the commercial Flight Recorder of JDK 7 or 8.`,
        'Open it with JDK Mission Control, or record with JDK 8u262, 11 or newer.',
      )
    : new SluiceError('version', found, 'Take a file of JDK 11 or newer.');
}
