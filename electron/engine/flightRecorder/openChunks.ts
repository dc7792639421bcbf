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
  /** Held, so that it can be read when the JVM has ended. */
  readonly #folder: HeldFolder;
  readonly #limitBytes: number;
  /** Those that are followed, in their order: the place of one is its number. */
  readonly #chunks: { readonly name: string; readBytes: number }[] = [];
  #first: string | null = null;
  #readBytes = 0;

  private constructor(place: TargetPlace, folder: HeldFolder, limitBytes: number) {
    this.#place = place;
    this.#folder = folder;
    this.#limitBytes = limitBytes;
    this.#first = namesIn(folder).at(-1) ?? null;
  }

  /**
   * @param path of the repository, as the target sees it
   * @param limitBytes more is not followed
   * @returns null: it cannot be looked at
   */
  static of(place: TargetPlace, path: string, limitBytes: number): OpenChunks | null {
    try {
      return asTargetUser(
        place,
        () => new OpenChunks(place, HeldFolder.below(place.rootPrefix, path), limitBytes),
      );
    } catch {
      return null;
    }
  }

  close(): void {
    this.#folder.close();
  }

  /** What is complete and was not there before; null: nothing is new, or it cannot be read now. */
  read(): readonly ChunkPart[] | null {
    const parts: ChunkPart[] = [];
    try {
      asTargetUser(this.#place, () => this.#readNew(parts));
    } catch {
      // the repository is gone, as the recorder has stopped; or it was moved
    }
    return parts.length === 0 ? null : parts;
  }

  /**
   * All from the first chunk on, read anew.
   * @param limitBytes chunks that would pass it are left out
   * @returns a file of the Flight Recorder; null: there are no chunks
   */
  whole(limitBytes: number): Uint8Array | null {
    const chunks: Uint8Array[] = [];
    let leftBytes = limitBytes;
    try {
      asTargetUser(this.#place, () => {
        for (const name of namesIn(this.#folder).filter((name) => name >= (this.#first ?? ''))) {
          const file = openForeignFile(this.#folder.pathOf(name), this.#place.euid);
          if (file === null) continue;
          try {
            const size = flushedBytes(bytesAt(file, 0, HEADER_BYTES), fstatSync(file).size) ?? 0;
            if (size === 0 || size > leftBytes) continue;
            chunks.push(bytesAt(file, 0, size));
            leftBytes -= size;
          } finally {
            closeSync(file);
          }
        }
      });
    } catch {
      // the JVM has taken the rest away
    }
    return chunks.length === 0 ? null : Buffer.concat(chunks);
  }

  #readNew(parts: ChunkPart[]): void {
    const folder = this.#folder;
    const names = namesIn(folder);
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

/** The oldest first: they are named by the time. */
function namesIn(repository: HeldFolder): readonly string[] {
  return readdirSync(repository.path)
    .filter((name) => name.endsWith('.jfr'))
    .sort();
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
