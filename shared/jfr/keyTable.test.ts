import { expect, it } from 'vitest';
import { seededRandom } from '../testing/arbitraryEvents.ts';
import { KeyTable } from './keyTable.ts';

it('gives each key a place, in the order of their coming, however large they are', () => {
  const random = seededRandom(7);
  const table = new KeyTable();
  const places = new Map<number, number>();
  for (let i = 0; i < 5_000; i++) {
    const key = Math.floor(random() * 3_000) * (i % 3 === 0 ? 1 : i % 3 === 1 ? 2 ** 32 : -(2 ** 40));
    expect(table.placeOf(key)).toBe(places.get(key) ?? -1);
    if (!places.has(key)) places.set(key, places.size);
    expect(table.placeFor(key)).toBe(places.get(key));
  }
  expect(table.size).toBe(places.size);
  expect(table.placeOf(NaN)).toBe(-1);
});
