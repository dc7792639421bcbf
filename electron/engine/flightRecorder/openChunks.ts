import { readdirSync } from 'node:fs';
import { HeldFolder } from '../jvms/heldFolder.ts';
import { readForeignFile } from '../jvms/foreignFile.ts';
import { asTargetUser, type TargetPlace } from '../jvms/targetUser.ts';

const HEADER_BYTES = 68;
/** In the header: of the chunk as it was last flushed. */
const SIZE_AT = 8;
const METADATA_AT = 24;
const STATE_AT = 64;
/** The state while the JVM rewrites the header. */
const IS_WRITTEN = 255;

/**
 * What the Flight Recorder of a JVM has written so far, while it goes on: the chunks of its repository. The JVM adds to the open one
 * once a second and then tells in its header how far it is complete; what is behind that is not read.
 *
 *     2026_10_14_09_00_01.jfr      of somebody else's recording: not read
 *     2026_10_14_09_00_07.jfr      the first of ours
 *     2026_10_14_09_00_31.jfr      open
 *
 * Source: HotSpot jfr/recorder/repository/jfrChunkWriter.cpp.
 */
export class OpenChunks {
  readonly #place: TargetPlace;
  /** As the target sees it. */
  readonly #path: string;
  readonly #limitBytes: number;
  #first: string | null = null;
  #readBytes = 0;

  /** @param limitBytes more is not followed */
  constructor(place: TargetPlace, path: string, limitBytes: number) {
    this.#place = place;
    this.#path = path;
    this.#limitBytes = limitBytes;
  }

  /** All that is complete, as one file; null: nothing is new, or it cannot be read now. */
  read(): Uint8Array | null {
    try {
      const chunks = this.#chunks();
      const bytes = chunks.reduce((sum, { length }) => sum + length, 0);
      if (bytes === 0 || bytes === this.#readBytes) return null;
      this.#readBytes = bytes;
      return Buffer.concat(chunks);
    } catch {
      return null; // the repository is gone, as the recorder has stopped; or it was moved
    }
  }

  #chunks(): readonly Uint8Array[] {
    const found: { chunks: readonly Uint8Array[] } = { chunks: [] };
    asTargetUser(this.#place, () => {
      const folder = HeldFolder.below(this.#place.rootPrefix, this.#path);
      try {
        found.chunks = this.#chunksIn(folder);
      } finally {
        folder.close();
      }
    });
    return found.chunks;
  }

  #chunksIn(folder: HeldFolder): readonly Uint8Array[] {
    const names = readdirSync(folder.path)
      .filter((name) => name.endsWith('.jfr'))
      .sort();
    this.#first ??= names.at(-1) ?? null;
    let left = this.#limitBytes;
    const chunks: Uint8Array[] = [];
    for (const name of names) {
      if (this.#first === null || name < this.#first) continue;
      const file = readForeignFile(folder.pathOf(name), this.#place.euid, left);
      const chunk = file === null ? null : flushed(file);
      if (chunk === null) break; // what comes behind it would have a gap before it
      chunks.push(chunk);
      left -= chunk.length;
    }
    return chunks;
  }
}

/** The part of a chunk that is complete; null: none is yet. */
export function flushed(file: Uint8Array): Uint8Array | null {
  if (file.length < HEADER_BYTES) return null;
  const header = new DataView(file.buffer, file.byteOffset);
  const size = Number(header.getBigInt64(SIZE_AT));
  const metadataAt = Number(header.getBigInt64(METADATA_AT));
  const isReady =
    size > HEADER_BYTES && size <= file.length && metadataAt >= HEADER_BYTES && metadataAt < size;
  return isReady && header.getUint8(STATE_AT) !== IS_WRITTEN ? file.subarray(0, size) : null;
}
