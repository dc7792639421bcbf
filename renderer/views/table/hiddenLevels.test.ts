import { expect, test } from 'vitest';
import { hiddenLevels } from './hiddenLevels.ts';

test('rows keep their indentation while the names have room', () => {
  expect(hiddenLevels([])).toBe(0);
  expect(hiddenLevels([0, 5, 20])).toBe(0);
  expect(hiddenLevels([12, 13, 14])).toBe(0);
});

test('levels that all rows in view have are left out where the names would have no room, and no others', () => {
  expect(hiddenLevels([15, 16])).toBe(8);
  expect(hiddenLevels([8, 20, 30])).toBe(8);
  expect(hiddenLevels([24, 40, 46])).toBe(24);
  expect(hiddenLevels([0, 60])).toBe(0);
});

test('names stay where they are while the depth in view changes a little', () => {
  for (const shallowest of [43, 45, 48, 50, 52]) expect(hiddenLevels([shallowest, 59])).toBe(40);
});
