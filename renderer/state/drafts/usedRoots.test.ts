import { expect, it } from 'vitest';
import { rootsOf, USED_ROOTS, withUsedRoots, type UsedRoots } from './usedRoots.ts';

/** Recordings of `Shop`, one after the other, and what is offered then. */
const offered = (...recordings: string[][]): readonly string[] =>
  rootsOf(
    recordings.reduce<readonly UsedRoots[]>((used, roots) => withUsedRoots(used, 'Shop', roots), []),
    'Shop',
  );

it('offers the roots of the last recordings of the program, each once, the latest first', () => {
  expect(offered(['Shop::order'], ['Shop::pay', 'Shop::order'], ['Shop::ship'])).toEqual([
    'Shop::ship',
    'Shop::pay',
    'Shop::order',
  ]);
});

it('keeps eight of them', () => {
  const roots = Array.from({ length: 10 }, (_, i) => `Shop::m${i}`);
  expect(offered(...roots.map((root) => [root]))).toEqual(roots.toReversed().slice(0, 8));
});

it('offers nothing that another program was recorded with', () => {
  expect(rootsOf(withUsedRoots([], 'Bank', ['Bank::pay']), 'Shop')).toEqual([]);
});

it('believes nothing of what was stored but lists of texts', () => {
  expect(USED_ROOTS.read('x')).toBe(null);
  expect(USED_ROOTS.read([null, { mainClass: 'Shop' }, { mainClass: 'Shop', roots: ['a', 3] }])).toEqual([
    { mainClass: 'Shop', roots: ['a'] },
  ]);
});
