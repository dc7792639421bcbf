import { expect, it } from 'vitest';
import { isBeyond } from './gate.ts';

const beyond = (
  a: number,
  b: number,
  more: Partial<Parameters<typeof isBeyond>[1]> = {},
  sign: 1 | -1 = 1,
): boolean =>
  isBeyond({ sign, limit: { value: 0, isPercent: false } }, { a, b, error: 0, isMean: false, ...more });

it('digits that divisions lose are no change of means, and are one of whole numbers', () => {
  for (const sign of [1, -1] as const) {
    const [less, more] = sign === 1 ? [0.3, 0.1 + 0.2] : [0.1 + 0.2, 0.3];
    expect(beyond(less, more, { isMean: true }, sign)).toBe(false);
    expect(beyond(less, more, { isMean: false }, sign)).toBe(true);
  }
  expect(beyond(3, 3.000001, { isMean: true })).toBe(true);
});

it('what lies within the error is not beyond, on either side', () => {
  expect(beyond(10, 12, { error: 2 })).toBe(false);
  expect(beyond(10, 12.5, { error: 2 })).toBe(true);
  expect(beyond(12, 10, { error: 2 }, -1)).toBe(false);
  expect(beyond(12.5, 10, { error: 2 }, -1)).toBe(true);
});
