import { expect, it, vi } from 'vitest';
import { SluiceError } from '../../shared/base/errors.ts';
import { decode } from './coverageLoop.ts';

const INPUT = Uint8Array.of(1, 2, 3);

it('a decoder that takes much memory for a few bytes is a fault, whether the memory is touched or not', async () => {
  const kept: Uint8Array[] = [];
  const taken = 100 * 2 ** 20;
  const { fault, bytes } = await decode({ decode: () => void kept.push(new Uint8Array(taken)) }, INPUT);
  expect(fault).toMatch(/^it takes (99|1\d\d) MiB for 3 bytes$/);
  expect(bytes / taken).toBeCloseTo(1, 1); // a buffer of another test may be given back meanwhile
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

it('a decoder that is slow twice for the same input is a fault; once, the machine may have stood still', async () => {
  let nowMs = 0;
  vi.spyOn(performance, 'now').mockImplementation(() => nowMs);
  const taking = (...times: readonly number[]): (() => void) => {
    const left = [...times];
    return () => void (nowMs += left.shift() ?? 0);
  };
  expect((await decode({ decode: taking(3_000, 1) }, INPUT)).fault).toBeNull();
  expect((await decode({ decode: taking(3_000, 3_000) }, INPUT)).fault).toMatch(
    /^it takes more than 2000 ms/,
  );
  vi.restoreAllMocks();
});
