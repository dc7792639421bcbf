import { closeSync, fstatSync, readdirSync, readSync } from 'node:fs';
import type { ChunkPart } from '../../../shared/importers/liveRecording.ts';
import { openForeignFile } from '../jvms/foreignFile.ts';
import { HeldFolder } from '../jvms/heldFolder.ts';
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
 * once a second and then tells in its header how far it is complete; what is behind that is not read, and nothing is read twice.
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
  /** Those that are followed, in their order: the place of one is its number. */
  readonly #chunks: { readonly name: string; readBytes: number }[] = [];
  #first: string | null = null;
  #readBytes = 0;

  /** @param limitBytes more is not followed */
  constructor(place: TargetPlace, path: string, limitBytes: number) {
    this.#place = place;
    this.#path = path;
    this.#limitBytes = limitBytes;
  }

  /** What is complete and was not there before; null: nothing is new, or it cannot be read now. */
  read(): readonly ChunkPart[] | null {
    const parts: ChunkPart[] = [];
    try {
      asTargetUser(this.#place, () => {
        const folder = HeldFolder.below(this.#place.rootPrefix, this.#path);
        try {
          this.#readNew(folder, parts);
        } finally {
          folder.close();
        }
      });
    } catch {
      // the repository is gone, as the recorder has stopped; or it was moved
    }
    return parts.length === 0 ? null : parts;
  }

  #readNew(folder: HeldFolder, parts: ChunkPart[]): void {
    const names = readdirSync(folder.path)
      .filter((name) => name.endsWith('.jfr'))
      .sort();
    this.#first ??= names.at(-1) ?? null;
    const { length } = this.#chunks;
    const last = this.#chunks.at(-1)?.name ?? '';
    // The last one was open; whoever comes behind it has ended it.
    const later = names.filter((name) => this.#first !== null && name >= this.#first && name > last);
    for (const [i, name] of [...(length > 0 ? [last] : []), ...later].entries()) {
      const place = Math.max(0, length - 1) + i;
      const known = this.#chunks.at(place) ?? { name, readBytes: 0 };
      const { part, fileBytes } = this.#partOf(folder.pathOf(name), place, known.readBytes);
      if (part !== null) {
        if (place === this.#chunks.length) this.#chunks.push(known);
        parts.push(part);
        known.readBytes += part.bytes.length;
        this.#readBytes += part.bytes.length;
      }
      if (known.readBytes < fileBytes) return; // what comes behind it would have a gap before it
    }
  }

  #partOf(
    path: string,
    chunk: number,
    at: number,
  ): { /** null: nothing is new, or it may not be read. */ part: ChunkPart | null; fileBytes: number } {
    const file = openForeignFile(path, this.#place.euid);
    if (file === null) return { part: null, fileBytes: Infinity };
    try {
      const fileBytes = fstatSync(file).size;
      const header = bytesAt(file, 0, HEADER_BYTES);
      const size = flushedBytes(header, fileBytes) ?? at;
      if (size <= at || this.#readBytes + size - at > this.#limitBytes) return { part: null, fileBytes };
      const bytes = bytesAt(file, at, size - at);
      return { part: bytes.length === size - at ? { chunk, at, header, bytes } : null, fileBytes };
    } finally {
      closeSync(file);
    }
  }
}

function bytesAt(file: number, at: number, length: number): Uint8Array {
  const bytes = new Uint8Array(length);
  return bytes.subarray(0, readSync(file, bytes, 0, length, at));
}

/**
 * How far a chunk is complete.
 * @param fileBytes that are there
 * @returns null: no part of it is yet
 */
export function flushedBytes(header: Uint8Array, fileBytes: number): number | null {
  if (header.length < HEADER_BYTES) return null;
  const view = new DataView(header.buffer, header.byteOffset);
  const size = Number(view.getBigInt64(SIZE_AT));
  const metadataAt = Number(view.getBigInt64(METADATA_AT));
  const isReady = size > HEADER_BYTES && size <= fileBytes && metadataAt >= HEADER_BYTES && metadataAt < size;
  return isReady && view.getUint8(STATE_AT) !== IS_WRITTEN ? size : null;
}
