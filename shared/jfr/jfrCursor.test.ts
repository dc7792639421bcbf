import { expect, it } from 'vitest';
import { JfrAccount } from './jfrAccount.ts';
import { JfrCursor } from './jfrCursor.ts';

it('believes a count as far as there are bytes for it', () => {
  const cursor = (...bytes: number[]): JfrCursor => new JfrCursor(Uint8Array.from(bytes), new JfrAccount());
  expect(cursor(2, 0, 0).count('elements')).toBe(2);
  expect(() => cursor(3, 0, 0).count('elements')).toThrow(/3 elements in 2 bytes/);
  expect(cursor(2, 0, 0, 0, 0).count('elements', 2)).toBe(2);
  expect(() => cursor(2, 0, 0, 0).count('elements', 2)).toThrow(/2 elements in 3 bytes/);
  expect(() => cursor(0xff, 0xff, 0xff, 0xff, 0x07, 0).count('elements')).toThrow(/elements in 1 bytes/);
});
