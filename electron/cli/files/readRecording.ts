import { constants, gunzip } from 'node:zlib';
import { promisify } from 'node:util';
import { open, readFile } from 'node:fs/promises';
import { SluiceError } from '../../../shared/base/errors.ts';
import type { Snapshot } from '../../../shared/recording/snapshot.ts';
import { isRecording } from '../../../shared/recording/format/fileSections.ts';
import { decodeSnapshot } from '../../../shared/recording/file/snapshotCodec.ts';
import { readAside } from '../../engine/reading/readAside.ts';
import { fileFailure } from '../../../shared/base/fileFailure.ts';
import {
  damagedGzip,
  isGzip,
  isPackedRecording,
  largeGzip,
  LOOKED_AT_BYTES,
  mostUnpackedBytes,
} from '../../../shared/importers/packedRecording.ts';

/** @throws SluiceError 'io' that names the file: it cannot be read, is no recording, or one of a newer Sluice */
export async function readRecording(file: string): Promise<Snapshot> {
  let bytes: Uint8Array;
  try {
    bytes = await readWhole(file);
  } catch (thrown) {
    throw fileFailure(
      `${file} could not be read`,
      thrown,
      'Give a file that `sluice record` or `launch` has saved.',
    );
  }
  return recordingOf(file, bytes);
}

/**
 * What the bytes of a file are; what others have written is read beside this thread.
 * @throws SluiceError 'io' that names the file
 */
export async function recordingOf(file: string, bytes: Uint8Array): Promise<Snapshot> {
  try {
    const plain = await unpackedFile(bytes);
    return decodeSnapshot(
      isRecording(plain)
        ? plain
        : await readAside(
            'recording',
            { bytes: plain },
            { subject: 'The recording', fileBytes: plain.length },
          ),
    );
  } catch (thrown) {
    if (!(thrown instanceof SluiceError)) throw thrown;
    throw new SluiceError(
      thrown.code === 'memory' ? 'memory' : 'io',
      `${file}: ${thrown.message}`,
      thrown.remedy,
      { cause: thrown },
    );
  }
}

/** A heap dump has gigabytes, and is refused by what it begins with. */
async function readWhole(path: string): Promise<Uint8Array> {
  const file = await open(path);
  try {
    if (!(await file.stat()).isFile()) return new Uint8Array(await readFile(path)); // a pipe has no beginning to look at
    const { buffer, bytesRead } = await file.read(new Uint8Array(HEAD_BYTES), 0, HEAD_BYTES, 0);
    const head = buffer.subarray(0, bytesRead);
    const isDump = String.fromCharCode(...head.subarray(0, DUMP_MAGIC.length)) === DUMP_MAGIC;
    return isDump ? head : new Uint8Array(await readFile(path));
  } finally {
    await file.close();
  }
}

const HEAD_BYTES = 64;
const DUMP_MAGIC = 'JAVA PROFILE';

const unpack = promisify(gunzip);

/** A recording of others that is packed by gzip, unpacked; all else as it is. @throws SluiceError 'io': it cannot be unpacked, or is made to harm */
async function unpackedFile(bytes: Uint8Array): Promise<Uint8Array> {
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
