import { createHash } from 'node:crypto';

/** A file of the engine, by its path below the folder where it is installed. */
export interface EngineFile {
  readonly path: string;
  readonly bytes: Buffer;
}

/**
 * The engine's files as one: what is sent to another machine, packed by gzip, and known there by its SHA-256.
 *
 *     0        4                  4 + length
 *     | length | JSON             | bytes of the files, in that order
 *       u32 LE   [[path, bytes]]
 */
export function joinFiles(files: readonly EngineFile[]): Buffer {
  const names = Buffer.from(JSON.stringify(files.map(({ path, bytes }) => [path, bytes.length])));
  const length = Buffer.alloc(4);
  length.writeUInt32LE(names.length);
  return Buffer.concat([length, names, ...files.map(({ bytes }) => bytes)]);
}

/** The reverse, of what has the hash that was told. */
export function splitFiles(joined: Buffer): readonly EngineFile[] {
  let at = 4 + joined.readUInt32LE(0);
  const names = JSON.parse(joined.toString('utf8', 4, at)) as [path: string, bytes: number][];
  return names.map(([path, length]) => ({ path, bytes: joined.subarray(at, (at += length)) }));
}

export function hashOf(joined: Buffer): string {
  return createHash('sha256').update(joined).digest('hex');
}
