import { SluiceError } from '../base/errors.ts';
import { jfrDamaged } from './damagedJfr.ts';
import type { JfrCursor } from './jfrCursor.ts';
import { HEADER_BYTES } from './jfrHeader.ts';

/** What of a chunk is no event of the program, by the type of it. */
export const CHUNK_EVENTS = { metadata: 0, checkpoint: 1 } as const;

/** Where the parts of a chunk are. */
export interface ChunkParts {
  readonly size: number;
  /** 0: there is none */
  readonly metadataAt: number;
  /** In the order of the chunk. */
  readonly checkpoints: readonly number[];
}

/** @param size of the chunk, or of what of it is there */
export function eventAt(
  cursor: JfrCursor,
  at: number,
  size: number,
): { typeId: number; bodyAt: number; end: number } {
  cursor.move(at, size);
  const bytes = cursor.int();
  if (bytes <= 0 || at + bytes > size) throw jfrDamaged(`an event at byte ${at} has ${bytes} bytes`);
  const typeId = cursor.number();
  if (cursor.at > at + bytes) throw jfrDamaged(`an event at byte ${at} has ${bytes} bytes`);
  return { typeId, bodyAt: cursor.at, end: at + bytes };
}

/** Moves the cursor to the pools of a checkpoint. @returns how far away the one before is, below 0; 0: there is none */
export function moveToPools(cursor: JfrCursor, at: number, size: number): number {
  const { typeId, bodyAt, end } = eventAt(cursor, at, size);
  if (typeId !== CHUNK_EVENTS.checkpoint) throw jfrDamaged(`a checkpoint is an event of type ${typeId}`);
  cursor.move(bodyAt, end);
  cursor.long(); // start
  cursor.long(); // duration
  const back = cursor.number();
  cursor.u8(); // kind of checkpoint
  return back;
}

/** Each tells how far away the one before is. So those that are new are found from the last one back. @param from what is before is known */
export function checkpointsFrom(
  cursor: JfrCursor,
  last: number,
  from: number,
  size: number,
): readonly number[] {
  const found: number[] = [];
  if (last !== 0 && last < HEADER_BYTES) throw jfrDamaged(`a checkpoint is at byte ${last} of ${size}`);
  for (let at = last; at >= from;) {
    if (at >= size) throw jfrDamaged(`a checkpoint is at byte ${at} of ${size}`);
    const back = moveToPools(cursor, at, size);
    found.push(at);
    if (back === 0) break;
    if (back > 0) throw jfrDamaged(`the checkpoint before that at byte ${at} is behind it`);
    at += back;
    if (at < HEADER_BYTES) throw jfrDamaged(`a checkpoint is at byte ${at} of ${size}`);
  }
  return found.reverse();
}

/** Goes through whole events, up to what is none. The last metadata has all types. @param end of what may be of the chunk */
export function scannedParts(cursor: JfrCursor, end: number): ChunkParts {
  const checkpoints: number[] = [];
  let metadataAt = 0;
  let size = HEADER_BYTES;
  try {
    while (size < end) {
      const event = eventAt(cursor, size, end);
      if (event.typeId === CHUNK_EVENTS.metadata) metadataAt = size;
      if (event.typeId === CHUNK_EVENTS.checkpoint) checkpoints.push(size);
      size = event.end;
    }
  } catch (thrown) {
    if (!(thrown instanceof SluiceError)) throw thrown;
  }
  return { size, metadataAt, checkpoints };
}
