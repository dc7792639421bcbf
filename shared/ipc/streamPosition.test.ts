import { expect, test } from 'vitest';
import { StreamPosition } from './streamPosition.ts';

/** Who waits for so many bytes, and whose wait is over after each step. */
async function overAfter(
  waits: number[],
  steps: ((position: StreamPosition) => void)[],
): Promise<number[][]> {
  const position = new StreamPosition();
  const over: number[] = [];
  for (const bytes of waits) void position.reached(bytes).then(() => over.push(bytes));
  const seen: number[][] = [];
  for (const step of steps) {
    step(position);
    await Promise.resolve();
    seen.push([...over]);
  }
  return seen;
}

test('who waits for a place of the stream goes on when it has been read', async () => {
  const read = (bytes: number) => (position: StreamPosition) => position.advance(bytes);
  expect(await overAfter([0, 8, 24, 24], [read(4), read(4), read(100)])).toEqual([
    [0],
    [0, 8],
    [0, 8, 24, 24],
  ]);
});

test('nobody waits for what will not come, also who asks after the end', async () => {
  expect(await overAfter([8], [(position) => position.end()])).toEqual([[8]]);
  const over: string[] = [];
  const position = new StreamPosition();
  position.end();
  void position.reached(Infinity).then(() => over.push('after the end'));
  await Promise.resolve();
  expect(over).toEqual(['after the end']);
});
