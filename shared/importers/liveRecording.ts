import { ensure } from '../base/assert.ts';
import { JfrAccount } from '../jfr/jfrAccount.ts';
import { JfrChunk } from '../jfr/jfrChunk.ts';
import type { Snapshot } from '../recording/snapshot.ts';
import { JfrRecording } from './jfrRecording.ts';

/** What a JVM has added to a chunk of its Flight Recorder. */
export interface ChunkPart {
  /** Place of its chunk among those that are followed. */
  readonly chunk: number;
  /** Byte of the chunk at which the new ones go. */
  readonly at: number;
  /** As the chunk has it by now: it tells how far the chunk is complete. */
  readonly header: Uint8Array;
  readonly bytes: Uint8Array;
}

interface GrowingChunk {
  /** Longer than what is there. */
  bytes: Uint8Array;
  length: number;
  /** null: not read yet */
  chunk: JfrChunk | null;
}

/**
 * A recording of chunks while their JVM writes them. Each look reads what is new: O(new events), however long it goes on. Equal to what
 * jfrRecording makes of the whole.
 */
export class LiveRecording {
  readonly #leavesOut: (thread: string) => boolean;
  readonly #chunks: GrowingChunk[] = [];
  #recording: JfrRecording;
  #account = new JfrAccount();
  /** What was read is thrown away, and read anew from the first chunk on. */
  #isStale = false;

  /** @param leavesOut threads of these names are in none of it */
  constructor(leavesOut: (thread: string) => boolean) {
    this.#leavesOut = leavesOut;
    this.#recording = new JfrRecording(leavesOut);
  }

  /** @throws SluiceError 'io' for what is damaged: the next call begins anew */
  add(parts: readonly ChunkPart[]): void {
    for (const part of parts) this.#append(part);
    if (this.#isStale) this.#readAgain();
    else this.#read(new Set(parts.map(({ chunk }) => chunk)));
    if (this.#recording.isMistaken) this.#readAgain();
  }

  /** As JfrRecording has them. */
  get systemIds(): ReadonlyMap<number, number> {
    return this.#recording.systemIds;
  }

  snapshot(): Snapshot {
    return this.#recording.snapshot();
  }

  #append({ chunk, at, header, bytes }: ChunkPart): void {
    const growing = (this.#chunks[chunk] ??= { bytes: new Uint8Array(), length: 0, chunk: null });
    const length = Math.max(header.length, at + bytes.length);
    if (length > growing.bytes.length) {
      const longer = new Uint8Array(2 * length);
      longer.set(growing.bytes);
      growing.bytes = longer;
    }
    growing.bytes.set(bytes, at);
    growing.bytes.set(header, 0);
    growing.length = length;
  }

  #read(places: ReadonlySet<number>): void {
    this.#isStale = true; // until all is read
    for (const place of places) {
      const growing = ensure(this.#chunks.at(place), 'a chunk');
      const bytes = growing.bytes.subarray(0, growing.length);
      if (growing.chunk === null) growing.chunk = new JfrChunk(bytes, this.#account);
      else growing.chunk.grow(bytes);
      this.#recording.add(growing.chunk);
    }
    this.#isStale = false;
  }

  #readAgain(): void {
    this.#recording = new JfrRecording(this.#leavesOut);
    this.#account = new JfrAccount();
    for (const growing of this.#chunks) growing.chunk = null;
    this.#read(new Set(this.#chunks.keys()));
  }
}
