import { gzipSync } from 'node:zlib';
import { expect, it } from 'vitest';
import { blobDump } from './blobDump.ts';
import { gzipMembers } from './gzipMembers.ts';

async function contents(file: Blob): Promise<string> {
  const pieces: Uint8Array[] = [];
  for await (const { bytes } of (await blobDump(file)).chunks()) pieces.push(bytes.slice());
  return Buffer.concat(pieces).toString();
}

const text = (letter: string, length: number): string => letter.repeat(length);
/** As a JVM packs: each part by itself, without a name or a time. */
const members = (...parts: string[]): Blob =>
  new Blob(parts.map((part) => new Uint8Array(gzipSync(part, { level: 1 }))));

it('reads a plain file, and a packed one of one part or many, as often as wanted', async () => {
  expect(await contents(new Blob(['JAVA PROFILE']))).toBe('JAVA PROFILE');
  const file = members(text('a', 100_000), 'b', text('c', 300_000), '');
  const whole = text('a', 100_000) + 'b' + text('c', 300_000);
  expect(await contents(file)).toBe(whole);
  expect(await contents(file)).toBe(whole);
});

it('a packed file that was cut ends in a sentence', async () => {
  const file = members(text('a', 100_000), text('b', 100_000));
  await expect(contents(file.slice(0, file.size - 20))).rejects.toThrow(/could not be unpacked/);
});

/** Node unpacks parts behind each other by itself, and no browser does. */
it('tells the parts that a JVM packs from each other, in pieces of any size', async () => {
  const parts = [text('a', 70_000), 'b', text('c', 3)].map((part) => gzipSync(part, { level: 1 }));
  const [first] = parts;
  const comment = Buffer.from('HPROF BLOCKSIZE=1048576\0');
  const commented = Buffer.concat([first.subarray(0, 10), comment, first.subarray(10)]);
  commented[3] = 0x10;
  const all = Buffer.concat([commented, ...parts, commented]);
  for (const size of [1, 7, 1000, all.length]) {
    const lengths: number[] = [];
    const pieces = async function* (): AsyncGenerator<Uint8Array> {
      for (let at = 0; at < all.length; at += size) yield all.subarray(at, at + size);
    };
    for await (const member of gzipMembers(pieces()))
      lengths.push((await new Response(member).arrayBuffer()).byteLength);
    expect(lengths).toEqual([commented, ...parts, commented].map(({ length }) => length));
  }
});
