import { expect, it } from 'vitest';
import { IdMap } from './idMap.ts';
import { IdTable } from './idTable.ts';

const MANY = 40_000;
const inverse = (odd: number): number => {
  let found = odd;
  for (let i = 0; i < 5; i++) found = Math.imul(found, 2 - Math.imul(odd, found));
  return found;
};

/** Ids as somebody may choose them, as high and low halves. */
const CHOSEN: Readonly<Record<string, (i: number) => readonly [number, number]>> = {
  'one behind the other': (i) => [0, i],
  'addresses of small objects': (i) => [0x7f, i * 16],
  'beginnings of pages': (i) => [i >> 8, i << 24],
  'halves alike': (i) => [i, i],
  'a difference in the upper half alone': (i) => [i, 8],
  'in its upper bits': (i) => [i << 14, 8],
  'that cancel the other half': (i) => [i, Math.imul(i, inverse(0x9e3779b1))],
  // All of one place in the table as it was, whose products were known.
  'that undo a known product': (i) => [
    i + 1,
    Math.imul(Math.imul(i + 1, 0x85ebca6b), inverse(0x9e3779b1)) << 3,
  ],
};

function cpuMs(idOf: (i: number) => readonly [number, number]): number {
  const times = [1, 2, 3].map(() => {
    const table = new IdTable();
    const before = process.cpuUsage();
    for (let i = 0; i < MANY; i++) table.set(...idOf(i), i);
    for (let i = 0; i < MANY; i++) table.get(...idOf(i));
    const { user, system } = process.cpuUsage(before);
    return (user + system) / 1000;
  });
  return Math.min(...times);
}

let state = 1;
const random = (): number => (state = Math.imul(state, 1_103_515_245) + 12_345);
const RANDOM = Array.from({ length: MANY }, () => [random(), random()] as const);

it.each(Object.keys(CHOSEN))('takes for ids %s what it takes for any', (name) => {
  cpuMs((i) => RANDOM[i]); // compiled
  // A third of slack for the other programs of the machine; all in one place would take a thousand times as long.
  expect(cpuMs(CHOSEN[name])).toBeLessThan(cpuMs((i) => RANDOM[i]) * 2.7 + 5);
});

it('has each id once, with what was set last', () => {
  const table = new IdTable();
  const map = new IdMap<string>();
  for (let i = 0; i < 5000; i++) {
    table.set(i % 70, i % 90, i);
    map.set(i % 700, String(i));
  }
  expect(table.count).toBe(630);
  expect(table.get(4999 % 70, 4999 % 90)).toBe(4999);
  expect(table.get(71, 0)).toBe(-1);
  expect([map.size, map.get(699), map.get(700)]).toEqual([700, '4899', undefined]);
});
