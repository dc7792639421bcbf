import { describe, expect, it } from 'vitest';
import { isQuiet, mayBeStall, swapShareOf, swapStallText, warmUpState, warmUpText } from './swapStall.ts';
import { swapTimeline as timelineOf } from '../testing/swapTimeline.ts';

describe('a recording', () => {
  it.each([
    [
      'ss',
      'Hot swaps took 600 ms of the 2.00 s recorded: they stop all threads, and that is in the times of what was called then.',
    ],
    [
      's--',
      'Hot swaps took 300 ms of the 3.00 s recorded: they stop all threads, and that is in the times of what was called then.',
    ],
    ['s---', null],
    ['--', null],
    ['', null],
  ])('that went like "%s" is told of its swaps: %s', (picture, text) => {
    expect(swapStallText(swapShareOf(timelineOf(picture).samples))).toBe(text);
  });

  it.each([
    ['s-', 1, false],
    ['s--', 1, true],
    ['s-s--', 2, true],
    ['s--', 2, false], // the second is in no sample yet
    ['--', 0, false], // there is nothing to be quiet after
  ])('that went like "%s", with %i swaps by now, is quiet: %s', (picture, hotSwaps, quiet) => {
    expect(isQuiet(timelineOf(picture), hotSwaps, 1_000 * picture.length)).toBe(quiet);
  });
});

describe('a warm-up', () => {
  it.each([
    ['s', 'warming'],
    ['s-', 'warming'],
    ['s--', 'reset'],
    ['s-s-s--', 'reset'],
    ['s------------', 'over'], // its stalls are a small part by now
    ['-', 'warming'],
    ['---', 'over'], // calls, and nothing is swapped in for them
    ['s'.repeat(60), 'over'], // it never becomes quiet
  ])('of a recording that went like "%s" is: %s', (picture, state) => {
    const hotSwaps = picture.replaceAll('-', '').length;
    expect(warmUpState(timelineOf(picture), hotSwaps, 1_000 * picture.length)).toBe(state);
  });

  it('tells what it leaves out', () => {
    expect(warmUpText(25_001, { hotSwaps: 40, swapMs: 900, lengthMs: 4_100 })).toMatch(
      /^The warm-up is over: 4\.10 s with 40 hot swaps and about 12.500 calls are left out\.$/,
    );
  });
});

it.each([
  ['one call as long as the swaps', 1, 3_000, true],
  ['two calls, each as long as a swap in the mean', 2, 600, true],
  ['a call shorter than a swap', 1, 299, false],
  ['two calls of which that must be so of one', 2, 500, false],
  ['many calls', 4, 3_000, false],
  ['more time than swaps can explain by half', 1, 6_001, false],
  ['a frame without a call since the reset', 0, 3_000, false],
])('10 swaps of 3 s in all: %s may be their stall (%i calls, %i ms): %s', (_, calls, selfMs, may) => {
  expect(mayBeStall(calls, selfMs * 1e6, { hotSwaps: 10, swapMs: 3_000, lengthMs: 5_000 })).toBe(may);
});
