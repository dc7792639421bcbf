import { describe, expect, it } from 'vitest';
import { hasSettled } from './settling.ts';

describe('rounds', () => {
  it('have settled when the median of five is that of the five before, within 3 %', () => {
    expect(hasSettled([100, 101, 99, 100, 180, 98, 97, 300, 98, 97])).toBe(true);
    expect(hasSettled([100, 101, 99, 100, 180, 96, 95, 300, 96, 95])).toBe(false);
  });

  it('have not settled while they get slower either', () => {
    expect(hasSettled([100, 100, 100, 100, 100, 104, 104, 104, 104, 104])).toBe(false);
  });

  it('need ten to tell', () => {
    expect(hasSettled(Array(9).fill(100))).toBe(false);
  });
});
