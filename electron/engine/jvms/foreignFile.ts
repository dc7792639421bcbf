import { closeSync, constants, fstatSync, openSync, readSync } from 'node:fs';
import { O_PATH } from './heldFolder.ts';

const { O_RDONLY, O_NONBLOCK, O_NOFOLLOW } = constants;
const FIRST_CHUNK_BYTES = 64 << 10;

/** It is not what it has to be. The message says what it is, and goes on where its path ends: "is a symbolic link". */
export class UnfitFile extends Error {}

/**
 * Reads a file that others can put something else in place of: a FIFO, which is waited for, a link, a device, gigabytes. It is
 * looked at before it is opened, and what was looked at is what is opened.
 * @param owner the user it has to belong to; null: the contents say nothing that its owner could gain by
 * @param limitBytes a longer one is not read
 * @returns null for such a file when it is closed to us
 * @throws UnfitFile when it is not a regular file of that owner within the limit; Error of the system when there is nothing
 */
export function readForeignFile(path: string, owner: number | null, limitBytes: number): Uint8Array | null {
  // Elsewhere than on Linux this opens it, without waiting.
  const found = openSync(path, O_PATH | O_RDONLY | O_NONBLOCK | O_NOFOLLOW);
  try {
    checkFit(found, owner, limitBytes);
    if (O_PATH === 0) return readAtMost(found, limitBytes);
    const file = reopen(found);
    if (file === null) return null;
    try {
      return readAtMost(file, limitBytes);
    } finally {
      closeSync(file);
    }
  } finally {
    closeSync(found);
  }
}

/**
 * Opens such a file, of any length, for reading.
 * @param owner as readForeignFile
 * @returns null for one that is closed to us
 * @throws as readForeignFile
 */
export function openForeignFile(path: string, owner: number | null): number | null {
  const found = openSync(path, O_PATH | O_RDONLY | O_NONBLOCK | O_NOFOLLOW);
  let isKept = false;
  try {
    checkFit(found, owner, Infinity);
    isKept = O_PATH === 0;
    return isKept ? found : reopen(found);
  } finally {
    if (!isKept) closeSync(found);
  }
}

function reopen(handle: number): number | null {
  try {
    return openSync(`/proc/self/fd/${handle}`, O_RDONLY | O_NONBLOCK);
  } catch (thrown) {
    if ((thrown as NodeJS.ErrnoException).code === 'EACCES') return null;
    throw thrown;
  }
}

function checkFit(handle: number, owner: number | null, limitBytes: number): void {
  const stat = fstatSync(handle);
  if (stat.isSymbolicLink()) throw new UnfitFile('is a symbolic link');
  if (!stat.isFile()) throw new UnfitFile('is no regular file');
  if (owner !== null && stat.uid !== owner) throw new UnfitFile(`belongs to user ${stat.uid}`);
  if (stat.size > limitBytes) {
    throw new UnfitFile(`has ${stat.size} bytes, of which at most ${limitBytes} would be read`);
  }
}

/** From its present position; what is behind the limit is left unread. */
export function readAtMost(file: number, limitBytes: number): Uint8Array {
  let bytes = new Uint8Array(Math.min(limitBytes, FIRST_CHUNK_BYTES));
  let length = 0;
  for (;;) {
    if (length === bytes.byteLength) {
      if (length === limitBytes) return bytes;
      const longer = new Uint8Array(Math.min(limitBytes, 2 * length));
      longer.set(bytes);
      bytes = longer;
    }
    const count = readSync(file, bytes, length, bytes.byteLength - length, null);
    if (count === 0) return bytes.subarray(0, length);
    length += count;
  }
}
