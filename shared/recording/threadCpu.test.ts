import { expect, it } from 'vitest';
import { overcharged } from './threadCpu.ts';

const S = 1e9;
const RAN = { name: 'main', cpu: { ranNs: 2 * S, readyNs: S } };

it('is a thread that is charged with more than it ran, beyond the error', () => {
  expect(overcharged(RAN, 5 * S, S, 4 * S)).toEqual({
    ...{ name: 'main', chargedNs: 5 * S, errorNs: S, ranNs: 2 * S },
    stillNs: S,
  });
});

it('is none that ran as long, is within its error, or of which nobody knows', () => {
  expect(overcharged(RAN, 2.03 * S, 0, 4 * S)).toBeNull();
  expect(overcharged(RAN, 3 * S, S, 4 * S)).toBeNull();
  expect(overcharged({ name: 'main' }, 5 * S, 0, 4 * S)).toBeNull();
});
