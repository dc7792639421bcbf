import { expect, test } from 'vitest';
import type { ExactTree } from '../../../shared/cct/cctTable.ts';
import { exactTime, TreeNumbers } from './treeNumbers.ts';

/** One root with one child. */
function tree(totalNs: readonly number[], calls: readonly number[] = [0, 2, 6]): ExactTree {
  return {
    length: 3,
    method: Int32Array.of(-1, 16, 17),
    parent: Int32Array.of(-1, 0, 1),
    calls: Float64Array.from(calls),
    selfNs: Float64Array.of(0, totalNs[1] - totalNs[2], totalNs[2]),
    totalNs: Float64Array.from(totalNs),
    errorNs: Float64Array.of(0, 5, 7),
  };
}

test('all times of a tree are told in one unit, chosen by the largest', () => {
  expect(new TreeNumbers(tree([2e10, 2e10, 1])).timeText(1.5e9)).toBe('1.500 s');
  expect(new TreeNumbers(tree([5e9, 5e9, 1])).timeText(1.5e9)).toBe('1,500.000 ms');
  expect(new TreeNumbers(tree([5e6, 5e6, 1])).timeText(12)).toBe('0.012 µs');
  expect(new TreeNumbers(tree([50, 50, 1])).timeText(12)).toBe('12 ns');
});

test('the hint adds up errors and says when a time is lost in its error', () => {
  const numbers = new TreeNumbers(tree([1000, 1000, 3]));
  expect(numbers.rowHint(1, 'a.B.c()')).toBe(
    [
      'a.B.c()',
      'Invocations: 2',
      'Total Time: 1.000 µs ± 12 ns',
      'Self Time: 997 ns ± 5 ns',
      'Average Total Time: 500 ns',
    ].join('\n'),
  );
  expect(numbers.rowHint(2, '')).toContain('larger than the self time');
});

test('without a clock there are shares of all invocations and no times', () => {
  const numbers = new TreeNumbers(tree([0, 0, 0]));
  expect(numbers.timeShare(0)).toBeNull();
  expect(numbers.callShare(6)).toBe(0.75);
  expect(numbers.rowHint(1, 'a.B.c()')).toBe('a.B.c()\nInvocations: 2');
});

test('a single time is told in the unit that fits it', () => {
  expect([0, 999, 1e3, 12.5e6, 3e9].map(exactTime)).toEqual([
    '0 ns',
    '999 ns',
    '1.000 µs',
    '12.500 ms',
    '3.000 s',
  ]);
});
