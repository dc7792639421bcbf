import { expect, it } from 'vitest';
import type { EventConsumer } from './engineClient.ts';
import { streamPieces, type StreamReading } from './streamPieces.ts';

/** A stream of these pieces that says when each has been used. */
function streamOf(pieces: readonly string[], log: string[], failure?: Error) {
  return (onPiece: EventConsumer): StreamReading => ({
    ended: (async () => {
      for (const piece of pieces) {
        await onPiece(Buffer.from(piece));
        log.push(`used ${piece}`);
      }
      if (failure) throw failure;
    })(),
    cancel: () => void log.push('cancelled'),
  });
}

it('the next piece is read when the one before has been used', async () => {
  const log: string[] = [];
  for await (const piece of streamPieces(streamOf(['a', 'b'], log))) log.push(Buffer.from(piece).toString());
  expect(log).toEqual(['a', 'used a', 'b', 'used b', 'cancelled']);
});

it('a stream that fails does so behind its pieces', async () => {
  const log: string[] = [];
  const reading = async (): Promise<void> => {
    for await (const piece of streamPieces(streamOf(['a'], log, new Error('gone'))))
      log.push(Buffer.from(piece).toString());
  };
  await expect(reading()).rejects.toThrow('gone');
  expect(log).toEqual(['a', 'used a', 'cancelled']);
});

it('who reads no further gives the stream up', async () => {
  const log: string[] = [];
  for await (const piece of streamPieces(streamOf(['a', 'b'], log))) {
    log.push(Buffer.from(piece).toString());
    break;
  }
  expect(log).toEqual(['a', 'cancelled']);
});
