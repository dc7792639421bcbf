import {
  damagedGzip,
  isGzip,
  isPackedRecording,
  largeGzip,
  mostUnpackedBytes,
} from '../../../shared/importers/packedRecording.ts';

/** A recording of others that is packed by gzip, unpacked; all else as it is. @throws SluiceError 'io': it cannot be unpacked, or is made to harm */
export async function unpackedRecording(bytes: ArrayBuffer): Promise<ArrayBuffer> {
  if (!isGzip(new Uint8Array(bytes))) return bytes;
  const reader = new Blob([bytes]).stream().pipeThrough(new DecompressionStream('gzip')).getReader();
  const pieces: Uint8Array<ArrayBuffer>[] = [];
  let unpackedBytes = 0;
  try {
    for (;;) {
      const { done, value } = await reader.read().catch((thrown: unknown) => {
        throw damagedGzip(thrown);
      });
      if (done) return await new Blob(pieces).arrayBuffer();
      if (pieces.length === 0 && !isPackedRecording(value)) return bytes;
      pieces.push(value);
      unpackedBytes += value.length;
      if (unpackedBytes > mostUnpackedBytes(bytes.byteLength)) throw largeGzip(bytes.byteLength);
    }
  } finally {
    void reader.cancel().catch(() => {});
  }
}
