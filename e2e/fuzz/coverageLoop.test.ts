import { expect, it } from 'vitest';
import { SluiceError } from '../../shared/base/errors.ts';
import { decode } from './coverageLoop.ts';

const INPUT = Uint8Array.of(1, 2, 3);

it('a decoder that takes much memory for a few bytes is a fault, whether the memory is touched or not', async () => {
  const kept: Uint8Array[] = [];
  const { fault, bytes } = await decode(
    { decode: () => void kept.push(new Uint8Array(100 * 2 ** 20)) },
    INPUT,
  );
  expect(fault).toMatch(/^it takes 1\d\d MiB for 3 bytes$/);
  expect(bytes).toBeGreaterThanOrEqual(100 * 2 ** 20);
});

it('a refusal is none, any other error is', async () => {
  const refuse = (): never => {
    throw new SluiceError('protocol', 'no');
  };
  expect((await decode({ decode: refuse }, INPUT)).fault).toBeNull();
  const fail = (): never => {
    throw new RangeError('no');
  };
  expect((await decode({ decode: fail }, INPUT)).fault).toContain('RangeError: no');
});
