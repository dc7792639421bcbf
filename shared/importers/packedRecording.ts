import { SluiceError } from '../base/errors.ts';
import { isJfr } from '../jfr/jfrHeader.ts';

/** Of a file packed by gzip, which others made of a recording to send it: how much of it is looked at to know what is in it. */
export const LOOKED_AT_BYTES = 1 << 16;
const LEAST_BYTES = 64 * 1024 * 1024;
/** Files of the Flight Recorder are packed to a third, or a tenth. */
const MOST_RATIO = 50;

export function isGzip(bytes: Uint8Array): boolean {
  return bytes[0] === 0x1f && bytes[1] === 0x8b;
}

/** Whether what was packed is read as a recording; pprof and Firefox profiles are gzip too. @param first unpacked bytes */
export function isPackedRecording(first: Uint8Array): boolean {
  return isJfr(first);
}

/** What a packed file may unpack to: more of a few bytes are made to harm. */
export function mostUnpackedBytes(packedBytes: number): number {
  return LEAST_BYTES + MOST_RATIO * packedBytes;
}

/** @param cause why it could not be unpacked */
export function damagedGzip(cause: unknown): SluiceError {
  return new SluiceError(
    'io',
    'The gzip file around the recording is damaged: it was cut, or is of several parts.',
    'Copy it again; or unpack what there is with gzip -dc FILE > FILE.jfr, and open that.',
    { cause },
  );
}

export function largeGzip(packedBytes: number): SluiceError {
  const most = Math.round(mostUnpackedBytes(packedBytes) / (1024 * 1024));
  return new SluiceError(
    'io',
    `The gzip file around the recording unpacks to over ${most} MiB, the most for a file of its size.`,
    'If you trust it, unpack it with gzip -d, and open that.',
  );
}
