import { SluiceError } from '../../../shared/base/errors.ts';

/**
 * Reads a HotSpot performance-data file (/tmp/hsperfdata_USER/PID): counters and strings that the JVM keeps in a
 * mapped file, 32 KiB as a rule. Source: HotSpot runtime/perfMemory.hpp (version 2.0), sun.jvmstat.
 *
 *    0 u32 magic 0xCAFEC0C0 (big-endian)   4 u8 byte order (0 big, 1 little)   5 u8 major   6 u8 minor   7 u8 accessible
 *    8 i32 used    12 i32 overflow    16 i64 time of change    24 i32 entry offset    28 i32 number of entries
 *   entry:  0 i32 length   4 i32 name offset   8 i32 vector length   12 u8 type   13 u8 flags   14 u8 units
 *          15 u8 variability   16 i32 data offset        (offsets from the start of the entry)
 */
export type PerfData = ReadonlyMap<string, string | number>;

/** 32 KiB as a rule, else what -XX:PerfDataMemorySize says. */
export const PERF_DATA_LIMIT_BYTES = 1 << 20;

const MAGIC = 0xcafec0c0;
const HEADER_BYTES = 32;
const ENTRY_HEADER_BYTES = 20;
const TYPE_BYTE = 0x42; // 'B': with a vector length it is a string
const TYPE_LONG = 0x4a; // 'J'

/** "G1 young collection pauses" is of G1. ZGC of JDK 17 tells none. Source: HotSpot, TraceCollectorStats of each collector. */
export function collectorIn(values: PerfData): string {
  return /^\w+/.exec(String(values.get('sun.gc.collector.0.name') ?? ''))?.[0] ?? '';
}

/** @throws SluiceError('protocol') when the bytes are no performance data; a JVM that just starts gives an empty map. */
export function parsePerfData(bytes: Uint8Array): PerfData {
  const values = new Map<string, string | number>();
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  if (bytes.byteLength < HEADER_BYTES || view.getUint32(0) !== MAGIC) {
    throw new SluiceError(
      'protocol',
      `Performance data: ${bytes.byteLength} bytes without the magic cafec0c0`,
    );
  }
  const little = view.getUint8(4) === 1;
  if (view.getUint8(5) !== 2) {
    throw new SluiceError('protocol', `Performance data: version ${view.getUint8(5)}, known is 2`);
  }
  let at = view.getInt32(24, little);
  const count = view.getInt32(28, little);
  for (let i = 0; i < count && at >= HEADER_BYTES && at + ENTRY_HEADER_BYTES <= bytes.byteLength; i++) {
    const length = view.getInt32(at, little);
    const end = at + length;
    // The JVM writes while we read: an entry that is not finished ends the list.
    if (length < ENTRY_HEADER_BYTES || end > bytes.byteLength) break;
    const nameStart = at + view.getInt32(at + 4, little);
    const vectorLength = view.getInt32(at + 8, little);
    const type = view.getUint8(at + 12);
    const dataStart = at + view.getInt32(at + 16, little);
    // What is outside of its entry could be the same long text for each of a million.
    if (nameStart < at || dataStart < at) break;
    const name = textIn(bytes, nameStart, end);
    if (type === TYPE_BYTE && vectorLength > 0) {
      values.set(name, textIn(bytes, dataStart, Math.min(end, dataStart + vectorLength)));
    } else if (type === TYPE_LONG && vectorLength === 0 && dataStart + 8 <= end) {
      values.set(name, Number(view.getBigInt64(dataStart, little)));
    }
    at = end;
  }
  return values;
}

/** The zero-terminated text in [start, endExclusive); "" when the range is not inside the bytes. */
function textIn(bytes: Uint8Array, start: number, endExclusive: number): string {
  if (start >= endExclusive) return '';
  const zero = bytes.indexOf(0, start);
  const end = zero < 0 || zero > endExclusive ? endExclusive : zero;
  return Buffer.from(bytes.buffer, bytes.byteOffset + start, end - start).toString('utf8');
}
