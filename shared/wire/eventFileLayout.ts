import { SluiceError } from '../base/errors.ts';
import { PROTOCOL_VERSION } from './protocolVersion.ts';

/**
 * The memory-mapped event file: a page of header and a ring of blocks. All numbers are little-endian.
 * Twin: EventFileLayout.java. Meaning and rules: README.md section 2.
 *
 *     offset
 *          0   u32 magic 0x454C4453        u32 version        u64 ringBytes
 *         64   u64 producedBytes           agent writes (release), tool reads
 *        128   u64 consumedBytes           tool writes, agent reads
 *        192   u64 workSteps               tool writes, agent reads: another number = long work of the tool got on
 *       4096   the ring: byte n of the stream is at 4096 + n mod ringBytes
 *
 * The numbers stand on cache lines of their own: each is written by one side only.
 */
export const EVENT_FILE_MAGIC = 0x454c4453;
export const EVENT_FILE_MAGIC_OFFSET = 0;
export const EVENT_FILE_VERSION_OFFSET = 4;
export const RING_BYTES_OFFSET = 8;
export const PRODUCED_BYTES_OFFSET = 64;
export const CONSUMED_BYTES_OFFSET = 128;
export const WORK_STEPS_OFFSET = 192;
export const RING_OFFSET = 4096;

export const MIN_RING_BYTES = 1 << 20;
export const MAX_RING_BYTES = 256 << 20;
export const DEFAULT_RING_BYTES = 16 << 20;

/** The first RING_OFFSET bytes of a new event file: nothing produced, nothing consumed. */
export function encodeEventFileHeader(ringBytes: number): Uint8Array {
  checkRingBytes(ringBytes);
  const bytes = new Uint8Array(RING_OFFSET);
  const view = new DataView(bytes.buffer);
  view.setUint32(EVENT_FILE_MAGIC_OFFSET, EVENT_FILE_MAGIC, true);
  view.setUint32(EVENT_FILE_VERSION_OFFSET, PROTOCOL_VERSION, true);
  writePosition(view, RING_BYTES_OFFSET, ringBytes);
  return bytes;
}

/** A u64 as a double: exact below 2^53 bytes, which is 8 PiB of events. */
export function readPosition(view: DataView, offset: number): number {
  return view.getUint32(offset + 4, true) * 4294967296 + view.getUint32(offset, true);
}

export function writePosition(view: DataView, offset: number, position: number): void {
  view.setUint32(offset, position >>> 0, true);
  view.setUint32(offset + 4, Math.floor(position / 4294967296), true);
}

function checkRingBytes(ringBytes: number): void {
  const powerOfTwo = Math.log2(ringBytes) % 1 === 0;
  if (!powerOfTwo || ringBytes < MIN_RING_BYTES || ringBytes > MAX_RING_BYTES) {
    throw new SluiceError(
      'protocol',
      `Event file: a ring of ${ringBytes} bytes; a power of two from ${MIN_RING_BYTES} to ${MAX_RING_BYTES} is needed`,
    );
  }
}
