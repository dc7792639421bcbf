import { expect, test } from 'vitest';
import type { ExactTree } from '../../../shared/cct/cctTable.ts';
import { TreeNumbers } from './treeNumbers.ts';

/** One root with one child. */
function tree(totalNs: readonly number[]): ExactTree {
  return {
    length: 3,
    method: Int32Array.of(-1, 16, 17),
    parent: Int32Array.of(-1, 0, 1),
    calls: Float64Array.of(0, 2, 6),
    selfNs: Float64Array.of(0, totalNs[1] - totalNs[2], totalNs[2]),
    totalNs: Float64Array.from(totalNs),
    errorNs: Float64Array.of(0, 5, 7),
    counted: new Uint8Array(3),
  };
}

test('all times of a tree are told in one unit, fine enough for small nodes', () => {
  expect(new TreeNumbers(tree([2e10, 2e10, 1])).unit.name).toBe('s');
  expect(new TreeNumbers(tree([5e9, 5e9, 1])).unit.name).toBe('ms');
  expect(new TreeNumbers(tree([5e6, 5e6, 1])).timeText(12)).toBe('0.012');
  expect(new TreeNumbers(tree([50, 50, 1])).timeText(12)).toBe('12');
});

test('the hint adds up errors and says when a time is lost in its error', () => {
  const numbers = new TreeNumbers(tree([1000, 1000, 3]));
  expect(numbers.rowHint(1, 'a.B.c()').split('\n')).toEqual([
    'a.B.c()',
    'Invocations: 2',
    'Total Time: 1.000 µs ± 12 ns',
    'Self Time: 997 ns ± 5 ns',
    'Total Time per invocation: 500 ns',
  ]);
  expect(numbers.rowHint(2, '')).toContain('larger than the self time');
});

test('the hint of a method that was only counted says whose time its is', () => {
  const numbers = new TreeNumbers({ ...tree([1000, 1000, 0]), counted: Uint8Array.of(0, 0, 1) });
  expect(numbers.rowHint(2, 'a.B.get()').split('\n')).toEqual([
    'a.B.get()',
    'Invocations: 6',
    'A trivial method: it was only counted, its time is its caller’s own.',
  ]);
});

test('without a clock there are counts and no times', () => {
  const numbers = new TreeNumbers(tree([0, 0, 0]));
  expect(numbers.baseNs).toBe(0);
  expect(numbers.baseCalls).toBe(8);
  expect(numbers.rowHint(1, 'a.B.c()')).toBe('a.B.c()\nInvocations: 2');
});
