import { expect, test } from 'vitest';
import { shareOfChange } from './changeTexts.ts';

test.each([
  [100, 112, 'both', '+12.0 %'],
  [100, 80, 'both', '−20.0 %'],
  [2, 100, 'both', '× 50'],
  [5, 5, 'both', '0.0 %'],
  [5, 0, 'both', '−100.0 %'],
  [0, 5, 'both', '–'],
  [0, 5, 'b', 'new'],
  [5, 0, 'a', 'gone'],
] as const)('%d before and %d after, on side %s: %s', (before, after, side, text) => {
  expect(shareOfChange(before, after, side)).toBe(text);
});
