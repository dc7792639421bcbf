import type { Readable } from 'node:stream';
import { SluiceError } from '../../../shared/base/errors.ts';

/**
 * What is said before the first frame, each a line: whether the engine has to be sent, and that it is ready. Login scripts may
 * write to the same pipe, so each line of ours is marked by a number of the client's.
 *
 *     sluice:NONCE:have            the engine is there
 *     sluice:NONCE:want            it is not: the client sends its length (u32 LE) and its bytes, packed by gzip
 *     sluice:NONCE:ready ADDRESS   it runs; frames follow
 */
const markOf = (nonce: string): string => `sluice:${nonce}:`;

export const haveLine = (nonce: string): string => `${markOf(nonce)}have\n`;
export const wantLine = (nonce: string): string => `${markOf(nonce)}want\n`;
export const readyLine = (nonce: string, address: string): string => `${markOf(nonce)}ready ${address}\n`;

/** Exit code of what receives the engine, where it cannot be kept or is not what was meant. A Node that is too old ends with 1. */
export const REFUSED = 3;

/** So much may be written before, by login scripts. */
const MAX_NOISE_BYTES = 1 << 20;

/**
 * Reads up to the next line that is marked, and leaves what follows it.
 * @returns what stands behind the mark; null: the pipe has ended
 * @throws SluiceError 'protocol' where none comes
 */
export async function markedLine(input: Readable, nonce: string): Promise<string | null> {
  const mark = markOf(nonce);
  let seen = Buffer.alloc(0);
  for (;;) {
    const chunk = input.read() as Buffer | null;
    if (chunk === null) {
      if (input.readableEnded || input.destroyed) return null;
      await more(input);
      continue;
    }
    seen = Buffer.concat([seen, chunk]);
    const start = seen.indexOf(mark);
    const end = start < 0 ? -1 : seen.indexOf('\n', start);
    if (end >= 0) {
      if (end + 1 < seen.length) input.unshift(seen.subarray(end + 1));
      return seen.toString('utf8', start + mark.length, end);
    }
    if (seen.length > MAX_NOISE_BYTES)
      throw new SluiceError(
        'protocol',
        'No engine of Sluice answers there, but something that writes without end.',
      );
  }
}

/** Resolves when there is more to read, or nothing will come. */
function more(input: Readable): Promise<void> {
  return new Promise((resolve) => {
    const done = (): void => {
      for (const event of ['readable', 'end', 'close', 'error']) input.off(event, done);
      resolve();
    };
    for (const event of ['readable', 'end', 'close', 'error']) input.on(event, done);
  });
}
