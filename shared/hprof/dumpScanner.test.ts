import { expect, it } from 'vitest';
import { encodeUtf8 } from '../base/utf8.ts';
import { pictureDump, sourceOf } from '../testing/pictureDump.ts';
import { readHeapGraph } from './heapGraph.ts';

/** Of the length in the part of the array, ahead of its type and its characters. */
function lengthAt(bytes: Uint8Array, text: string): number {
  const wanted = [0, 0, 0, text.length, 8, ...encodeUtf8(text)];
  const at = bytes.findIndex((_, from) => wanted.every((byte, i) => bytes[from + i] === byte));
  expect(at).toBeGreaterThan(0);
  return at;
}

it.each([2 ** 10, 2 ** 16, 2 ** 31, 2 ** 32 - 1])(
  'refuses an array of %d bytes in a shorter segment',
  async (length) => {
    const { bytes } = pictureDump('root A\nA -> C\nC = hello');
    await expect(readHeapGraph(sourceOf(bytes))).resolves.toBeDefined();
    const at = lengthAt(bytes, 'hello');
    const longer = Uint8Array.from(bytes);
    new DataView(longer.buffer).setUint32(at, length);
    for (const chunkBytes of [longer.length, 7])
      await expect(readHeapGraph(sourceOf(longer, chunkBytes))).rejects.toThrow(
        /an array that is longer than its segment/,
      );
  },
);
