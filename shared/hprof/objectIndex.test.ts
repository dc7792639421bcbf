import fc from 'fast-check';
import { expect, it } from 'vitest';
import { ObjectIndex } from './objectIndex.ts';

const halves = (address: number): [number, number] => [Math.floor(address / 2 ** 32), address | 0];

/** Addresses near each other, in the same block, in the next one, and far away. */
const addresses = fc
  .array(
    fc.oneof(
      fc.integer({ min: 1, max: 400 }).map((slot) => slot * 8),
      fc.integer({ min: 1, max: 40_000 }).map((slot) => 0x7_fff0_0000 + slot * 8),
      fc.integer({ min: 1, max: 1000 }).map((slot) => 0x7000_0000_0000 + slot * 2 ** 33),
    ),
    { minLength: 1, maxLength: 300 },
  )
  .map((all) => [...new Set(all)]);

it('numbers addresses in their order, and finds each of them again', () => {
  fc.assert(
    fc.property(addresses, (all) => {
      const index = new ObjectIndex();
      for (const address of all) expect(index.add(...halves(address))).toBe(true);
      expect(index.add(...halves(all[0]))).toBe(false);
      index.freeze();
      const sorted = [...all].sort((a, b) => a - b);
      expect(index.count).toBe(all.length);
      sorted.forEach((address, number) => {
        expect(index.indexOf(...halves(address))).toBe(number);
        expect(index.indexOfId(address)).toBe(number);
        expect(index.addressOf(number)).toBe(address);
        expect(index.indexOfId(address + 1)).toBe(-1);
        if (!all.includes(address + 8)) expect(index.indexOfId(address + 8)).toBe(-1);
      });
      const distances: number[] = [];
      index.visitDistances(all.length, (number, distance) => (distances[number] = distance * 8));
      expect(distances).toEqual(sorted.slice(1).map((address, i) => address - sorted[i]));
    }),
  );
});

it('refuses what is no address of an object', () => {
  for (const id of [0, 12, 2 ** 60])
    expect(() => new ObjectIndex().add(...halves(id))).toThrow(/which is no address of an object/);
});

it('takes no more for an object that lies alone than some of its records', () => {
  const index = new ObjectIndex();
  const objects = 100_000;
  for (let i = 0; i < objects; i++) index.add(...halves(0x7_0000_0000 + i * 2 ** 16));
  index.freeze();
  expect(index.bytes / objects).toBeLessThan(300);
  expect(index.addressOf(objects - 1)).toBe(0x7_0000_0000 + (objects - 1) * 2 ** 16);
});
