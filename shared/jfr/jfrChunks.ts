import { SluiceError } from '../base/errors.ts';
import { JfrAccount } from './jfrAccount.ts';
import { JfrChunk } from './jfrChunk.ts';
import { jfrDamaged } from './damagedJfr.ts';
import { HEADER_BYTES, isJfr, readHeader, type JfrHeader } from './jfrHeader.ts';

/**
 * The chunks of a file, one after the other. Each is complete in itself: metadata (types), events, and checkpoints (pools of what
 * events name by a key). Of a file that was cut, or that its JVM has not ended, what is whole is read.
 *
 *     chunk  chunk  cut ch|               two are read, and of the third the events that are whole, if its types are there
 *     chunk  chunk  0000000000            two are read
 *     chunk  chunk without positions|     a JVM that crashed: its events are gone through one by one
 *
 * @param onLost a clause for each part that is not there, or is no part of a recording
 * @throws SluiceError 'io' for what is damaged, or has nothing that is whole; 'version' for a layout that nobody knows here
 */
export function* jfrChunks(bytes: Uint8Array, onLost: (clause: string) => void): Generator<JfrChunk> {
  const account = new JfrAccount();
  for (let at = 0, number = 1; at < bytes.length; number++) {
    const rest = bytes.subarray(at);
    if (at > 0 && !(isJfr(rest) && rest.length >= HEADER_BYTES)) {
      const are = rest.some((byte) => byte !== 0) ? 'are no chunk' : 'are zeros';
      return onLost(`the last ${rest.length} bytes of the file ${are}: it was cut or changed there`);
    }
    const header = readHeader(rest, account);
    const lost = whatIsLost(header, rest, number);
    const chunk = lost === null ? new JfrChunk(rest, account) : unendedChunk(header, rest, account, at === 0);
    if (lost !== null) onLost(chunk === null ? `${lost}, and it cannot be read without that` : lost);
    if (chunk === null) {
      if (at === 0) throw jfrDamaged(`${lost}, and nothing can be read without that`);
      return;
    }
    yield chunk;
    at += chunk.size;
    if (lost !== null && !isJfr(bytes.subarray(at))) return; // what is behind it is a part of what was cut
  }
}

/** @returns null: the chunk is whole */
function whatIsLost(
  { size, metadataAt, isLast }: JfrHeader,
  rest: Uint8Array,
  number: number,
): string | null {
  if (size > rest.length) return `chunk ${number} was cut: ${rest.length} of ${size} bytes are there`;
  const behind = rest.subarray(Math.max(0, size));
  const goesOn = !isLast && behind.length > 0 && !isJfr(behind) && behind.some((byte) => byte !== 0);
  return size <= HEADER_BYTES || metadataAt === 0 || goesOn
    ? `chunk ${number} was not ended by its JVM: its last events may be missing`
    : null;
}

/** @returns null: it cannot be read */
function unendedChunk(
  { size, metadataAt }: JfrHeader,
  rest: Uint8Array,
  account: JfrAccount,
  isFirst: boolean,
): JfrChunk | null {
  const isSized = size > HEADER_BYTES && size <= rest.length && metadataAt === 0;
  try {
    return JfrChunk.unended(isSized ? rest.subarray(0, size) : rest, account);
  } catch (thrown) {
    if (isFirst || !(thrown instanceof SluiceError)) throw thrown;
    return null;
  }
}
