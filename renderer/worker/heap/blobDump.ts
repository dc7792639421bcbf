import { SluiceError, messageOf } from '../../../shared/base/errors.ts';
import type { DumpChunk, DumpSource } from '../../../shared/hprof/dumpSource.ts';
import { streamOf, type HeapFile } from './heapFile.ts';
import { gzipMembers, isGzip } from './gzipMembers.ts';

/** A dump in a file of the user or of the engine, packed by gzip or not: it is read from the disk as often as wanted, and never is in memory as a whole. */
export async function blobDump(file: HeapFile): Promise<DumpSource> {
  const isPacked = await beginsAsGzip(file);
  return { fileBytes: file.size, chunks: () => (isPacked ? unpacked(file) : plain(file)) };
}

async function* plain(file: HeapFile): AsyncGenerator<DumpChunk> {
  let readBytes = 0;
  try {
    for await (const bytes of piecesOf(await opened(file))) {
      readBytes += bytes.length;
      yield { bytes, readBytes };
    }
  } catch (thrown) {
    throw isOfReading(thrown) ? unreadable(thrown) : thrown;
  }
}

async function* unpacked(file: HeapFile): AsyncGenerator<DumpChunk> {
  let readBytes = 0;
  const counted = async function* (): AsyncGenerator<Uint8Array> {
    for await (const bytes of piecesOf(await opened(file))) {
      readBytes += bytes.length;
      yield bytes;
    }
  };
  for await (const member of gzipMembers(counted())) {
    const stream = member.pipeThrough(new DecompressionStream('gzip'));
    const pieces = piecesOf(stream)[Symbol.asyncIterator]();
    for (;;) {
      let next: IteratorResult<Uint8Array>;
      try {
        next = await pieces.next();
      } catch (thrown) {
        throw isOfReading(thrown) ? unreadable(thrown) : badGzip(thrown);
      }
      if (next.done === true) break;
      yield { bytes: next.value, readBytes };
    }
  }
}

async function beginsAsGzip(file: HeapFile): Promise<boolean> {
  let first: Uint8Array = new Uint8Array();
  for await (const bytes of piecesOf(await opened(file))) {
    first = bytes;
    break;
  }
  return isGzip(first);
}

async function opened(file: HeapFile): Promise<ReadableStream<Uint8Array>> {
  try {
    return await streamOf(file);
  } catch (thrown) {
    throw unreadable(thrown);
  }
}

/** Not every browser lets a stream be walked through. */
async function* piecesOf(stream: ReadableStream<Uint8Array>): AsyncGenerator<Uint8Array> {
  const reader = stream.getReader();
  try {
    for (;;) {
      const { done, value } = await reader.read();
      if (done) return;
      yield value;
    }
  } finally {
    void reader.cancel().catch(() => {});
  }
}

function isOfReading(thrown: unknown): boolean {
  return thrown instanceof DOMException;
}

function unreadable(thrown: unknown): SluiceError {
  return new SluiceError(
    'io',
    `The heap dump could not be read: ${messageOf(thrown)}`,
    'It was moved or changed meanwhile: open it again.',
    { cause: thrown },
  );
}

function badGzip(thrown: unknown): SluiceError {
  return new SluiceError(
    'io',
    `The heap dump could not be unpacked: ${messageOf(thrown)}`,
    'It was cut, or is packed in a way that only sluice heap FILE reads: copy it again, or unpack it first.',
    { cause: thrown },
  );
}
