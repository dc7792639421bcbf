import { SluiceError, messageOf } from '../../../shared/base/errors.ts';
import type { DumpChunk, DumpSource } from '../../../shared/hprof/dumpSource.ts';
import { gzipMembers, isGzip } from './gzipMembers.ts';

/** A dump in a Blob, packed by gzip or not: it is read from the disk as often as wanted, and never is in memory as a whole. */
export async function blobDump(file: Blob): Promise<DumpSource> {
  const isPacked = isGzip(new Uint8Array(await file.slice(0, 2).arrayBuffer()));
  return { fileBytes: file.size, chunks: () => (isPacked ? unpacked(file) : plain(file)) };
}

async function* plain(file: Blob): AsyncGenerator<DumpChunk> {
  let readBytes = 0;
  try {
    for await (const bytes of piecesOf(file.stream())) {
      readBytes += bytes.length;
      yield { bytes, readBytes };
    }
  } catch (thrown) {
    throw isOfReading(thrown) ? unreadable(thrown) : thrown;
  }
}

async function* unpacked(file: Blob): AsyncGenerator<DumpChunk> {
  let readBytes = 0;
  const counted = async function* (): AsyncGenerator<Uint8Array> {
    for await (const bytes of piecesOf(file.stream())) {
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
