import { closeSync, createReadStream, fstatSync, openSync, readSync } from 'node:fs';
import { pipeline } from 'node:stream/promises';
import { createGunzip } from 'node:zlib';
import { SluiceError, messageOf } from '../../../shared/base/errors.ts';
import type { DumpChunk, DumpSource } from '../../../shared/hprof/dumpSource.ts';

const CHUNK_BYTES = 1 << 20;
const GZIP_MAGIC = [0x1f, 0x8b];
const DUMP_MAGIC = Buffer.from('JAVA PROFILE');

/** What a file begins with, for whoever asks whether it is a dump: 'dump', 'gzip', 'other'. @throws Error of the system */
export function beginningOf(path: string): 'dump' | 'gzip' | 'other' {
  const file = openSync(path, 'r');
  try {
    if (!fstatSync(file).isFile()) return 'other';
    const bytes = Buffer.alloc(DUMP_MAGIC.length);
    readSync(file, bytes, 0, bytes.length, 0);
    if (GZIP_MAGIC.every((byte, i) => bytes[i] === byte)) return 'gzip';
    return bytes.equals(DUMP_MAGIC) ? 'dump' : 'other';
  } finally {
    closeSync(file);
  }
}

/**
 * A dump in a file, packed by gzip or not: `jcmd PID GC.heap_dump -gz=1` makes one of many members, one after the other.
 * @throws Error of the system
 */
export function dumpFile(path: string): DumpSource {
  const isPacked = beginningOf(path) === 'gzip';
  const file = openSync(path, 'r');
  const fileBytes = fstatSync(file).size;
  closeSync(file);
  return { fileBytes, chunks: () => (isPacked ? unpacked(path) : plain(path)) };
}

async function* plain(path: string): AsyncGenerator<DumpChunk> {
  let readBytes = 0;
  for await (const bytes of createReadStream(path, { highWaterMark: CHUNK_BYTES }) as AsyncIterable<Buffer>) {
    readBytes += bytes.length;
    yield { bytes, readBytes };
  }
}

async function* unpacked(path: string): AsyncGenerator<DumpChunk> {
  const stream = createReadStream(path, { highWaterMark: CHUNK_BYTES });
  const gunzip = createGunzip({ chunkSize: CHUNK_BYTES });
  const piped = pipeline(stream, gunzip).catch((thrown: unknown) => {
    gunzip.destroy(thrown instanceof Error ? thrown : new Error(messageOf(thrown)));
  });
  try {
    for await (const bytes of gunzip as AsyncIterable<Buffer>) yield { bytes, readBytes: stream.bytesRead };
  } catch (thrown) {
    throw new SluiceError(
      'io',
      `The heap dump could not be unpacked: ${messageOf(thrown)}.`,
      'It was cut, or is no gzip file: copy it again.',
      { cause: thrown },
    );
  } finally {
    stream.destroy();
    gunzip.destroy();
    await piped;
  }
}
