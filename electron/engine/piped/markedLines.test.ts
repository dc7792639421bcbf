import { PassThrough } from 'node:stream';
import { expect, it } from 'vitest';
import { haveLine, markedLine, readyLine } from './markedLines.ts';

it('a marked line is found behind what login scripts write, in whatever pieces it comes', async () => {
  const input = new PassThrough();
  const found = markedLine(input, 'abc');
  const bytes = Buffer.from(
    `Welcome! sluice:xyz:have\n\u001b[1m${haveLine('abc')}${readyLine('abc', 'http://a/')}\u0001frames`,
  );
  for (const byte of bytes) {
    input.write(Buffer.from([byte]));
    await new Promise((resolve) => setImmediate(resolve));
  }
  expect(await found).toBe('have');
  expect(await markedLine(input, 'abc')).toBe('ready http://a/');
  expect((input.read() as Buffer).toString()).toBe('\u0001frames');
});

it('a pipe that ends before is told', async () => {
  const input = new PassThrough();
  input.end('sh: node: not found\n');
  expect(await markedLine(input, 'abc')).toBeNull();
  expect(await markedLine(input, 'abc')).toBeNull();
});

it('what never says anything of ours is refused', async () => {
  const input = new PassThrough();
  input.end('y\n'.repeat(600_000));
  await expect(markedLine(input, 'abc')).rejects.toThrow('writes without end');
});
