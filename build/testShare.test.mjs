import { expect, it } from 'vitest';
import { SHARES, listedTests, seedOf, shareOf } from './testShare.mjs';

const TESTS = ['a1', 'a2', 'a3', 'a4', 'a5', 'b1', 'b2', 'b3', 'b4'];

it('takes every third test, from the one that the seed says', () => {
  expect(shareOf(TESTS, 3)).toEqual(['a1', 'a4', 'b2']);
  expect(shareOf(TESTS, 1764423157)).toEqual(['a2', 'a5', 'b3']);
});

it('sees all tests once in three shares', () => {
  const seeds = Array.from({ length: SHARES }, (_, index) => 1764423157 + index);
  expect(seeds.flatMap((seed) => shareOf(TESTS, seed)).sort()).toEqual(TESTS);
});

it('reads the tests that Playwright lists, and nothing around them', () => {
  const output = [
    'Listing tests:',
    '  [slow] › javac.spec.ts:23:3 › javac is recorded completely, and twice the same, JDK 17',
    '  [slow] › window/bigTree.spec.ts:54:3 › a recording › that is cut is refused',
    'Total: 2 tests in 2 files',
  ].join('\n');
  expect(listedTests(output)).toEqual(output.split('\n').slice(1, 3));
});

it('takes a seed as it is given, or from the clock, and none that would choose nothing', () => {
  expect(seedOf('7')).toBe(7);
  expect(seedOf(undefined, 5_999)).toBe(5);
  for (const text of ['', 'seven', '-1', '1.5', '1e3', '99999999999999999999'])
    expect(seedOf(text)).toBeNull();
});
