import { promisify } from 'node:util';
import { constants, gunzip } from 'node:zlib';
import {
  damagedGzip,
  isGzip,
  isPackedRecording,
  largeGzip,
  LOOKED_AT_BYTES,
  mostUnpackedBytes,
} from '../../../shared/importers/packedRecording.ts';

const unpack = promisify(gunzip);

/** A recording of others that is packed by gzip, unpacked; all else as it is. @throws SluiceError 'io': it cannot be unpacked, or is made to harm */
export async function unpackedFile(bytes: Uint8Array): Promise<Uint8Array> {
  if (!isGzip(bytes) || !isPackedRecording(await beginningOf(bytes))) return bytes;
  try {
    return new Uint8Array(await unpack(bytes, { maxOutputLength: mostUnpackedBytes(bytes.length) }));
  } catch (thrown) {
    throw (thrown as NodeJS.ErrnoException).code === 'ERR_BUFFER_TOO_LARGE'
      ? largeGzip(bytes.length)
      : damagedGzip(thrown);
  }
}

async function beginningOf(bytes: Uint8Array): Promise<Uint8Array> {
  try {
    return await unpack(bytes.subarray(0, LOOKED_AT_BYTES), { finishFlush: constants.Z_SYNC_FLUSH });
  } catch {
    return new Uint8Array();
  }
}
