import { expect, test } from 'vitest';
import { originOf, rowSlots } from './rowSlots.ts';

/** "slot:row" in the order of the elements. */
const slotsOf = (rows: string, firstRow: number): string =>
  rowSlots([...rows], firstRow, 5)
    .map(({ slot, row }) => `${slot}:${row}`)
    .join(' ');

test('a row keeps its element while it is drawn, and one scrolled in takes that of one scrolled out', () => {
  expect(slotsOf('abcde', 0)).toBe('0:a 1:b 2:c 3:d 4:e');
  expect(slotsOf('bcdef', 1)).toBe('0:f 1:b 2:c 3:d 4:e');
  expect(slotsOf('defgh', 3)).toBe('0:f 1:g 2:h 3:d 4:e');
});

test('a list that is shorter than the view leaves elements out', () => {
  expect(slotsOf('abc', 0)).toBe('0:a 1:b 2:c');
  expect(slotsOf('', 0)).toBe('');
});

test('positions are small numbers wherever the view stands', () => {
  for (const firstRow of [0, 4095, 4096, 1_000_000, 5_000_000]) {
    const origin = originOf(firstRow);
    expect(origin).toBeLessThanOrEqual(firstRow);
    expect(firstRow - origin).toBeLessThan(4096);
  }
});
