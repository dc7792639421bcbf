import type { EventConsumer } from './engineClient.ts';

/** A stream whose end can be waited for, and which can be given up. */
export interface StreamReading {
  /** Resolves at the end of the stream, which may never come, or when it was cancelled. */
  readonly ended: Promise<void>;
  cancel(): void;
}

/**
 * The pieces of a stream, one after the other: the next one is read when the one before has been used.
 * @param read begins to read, and hands over a piece at a time
 * @throws what `ended` rejects with
 */
export async function* streamPieces(
  read: (onPiece: EventConsumer) => StreamReading,
): AsyncGenerator<Uint8Array> {
  let arrived: Uint8Array | null = null;
  let wake = (): void => {};
  let taken = (): void => {};
  let isOver = false;
  const { ended, cancel } = read((piece) => {
    arrived = piece.slice();
    wake();
    return new Promise((resolve) => (taken = resolve));
  });
  const end = ended.finally(() => {
    isOver = true;
    wake();
  });
  end.catch(() => {}); // told below
  try {
    for (;;) {
      if (arrived === null && !isOver) await new Promise<void>((resolve) => (wake = resolve));
      if (arrived === null) return await end;
      const piece: Uint8Array = arrived;
      arrived = null;
      yield piece;
      taken();
    }
  } finally {
    cancel();
  }
}
