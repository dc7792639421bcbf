import { readSync, writeSync } from 'node:fs';
import { gunzipSync } from 'node:zlib';
import { messageOf } from '../../../shared/base/errors.ts';
import { engineFolder, installedEngine, installEngine } from './installedEngine.ts';
import { haveLine, REFUSED, wantLine } from './markedLines.ts';
import { hashOf, splitFiles } from './packedEngine.ts';

/**
 * Runs on the other machine before there is anything of Sluice on it, given to its Node as text (electron/cli/engines/hostScript.ts):
 * `receiveEngine NONCE HASH`. Says whether the engine with this hash is there, takes it from stdin if not, and writes its folder to
 * file descriptor 3, for the shell that starts it. What follows on stdin stays there.
 */
const FOLDER_FD = 3;
/** Packed. */
const MAX_ENGINE_BYTES = 64 << 20;

function receive(nonce: string, hash: string): string {
  const folder = engineFolder();
  const there = installedEngine(folder, hash);
  if (there !== null) {
    writeSync(1, haveLine(nonce));
    return there;
  }
  writeSync(1, wantLine(nonce));
  const packedBytes = readExactly(4).readUInt32LE(0);
  if (packedBytes > MAX_ENGINE_BYTES) throw new Error('what was sent is no engine');
  const joined = gunzipSync(readExactly(packedBytes), { maxOutputLength: 4 * MAX_ENGINE_BYTES });
  if (hashOf(joined) !== hash) throw new Error('the engine came with other bytes than were sent');
  return installEngine(folder, hash, splitFiles(joined));
}

/** Of stdin, and no byte more. */
function readExactly(bytes: number): Buffer {
  const read = Buffer.alloc(bytes);
  for (let at = 0; at < bytes;) {
    const more = readSome(read, at);
    if (more === 0) throw new Error('the connection ended before the engine had come');
    at += more;
  }
  return read;
}

function readSome(into: Buffer, at: number): number {
  for (;;) {
    try {
      return readSync(0, into, at, into.length - at, null);
    } catch (thrown) {
      if ((thrown as NodeJS.ErrnoException).code !== 'EAGAIN') throw thrown;
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 2); // a pipe that does not block: nothing is there yet
    }
  }
}

try {
  const [nonce, hash] = process.argv.slice(1);
  writeSync(FOLDER_FD, receive(nonce, hash));
} catch (thrown) {
  process.stderr.write(`sluice: The engine could not be installed: ${messageOf(thrown)}.\n`);
  process.exitCode = REFUSED;
}
