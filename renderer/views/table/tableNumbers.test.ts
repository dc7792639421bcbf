import { expect, test } from 'vitest';
import type { TableRow } from '../../worker/table/tableRow.ts';
import { TableNumbers } from './tableNumbers.ts';

const ROW: TableRow = {
  node: 1,
  method: 16,
  title: null,
  depth: 0,
  isInner: true,
  isOpen: false,
  isRecursive: false,
  isCounted: false,
  calls: 2,
  selfNs: 997,
  totalNs: 1000,
  errorNs: 5,
  totalErrorNs: 12,
  contexts: 1,
  parentNs: 2000,
  parentCalls: 4,
  further: [],
  compared: null,
};

function numbers(totalNs: number): TableNumbers {
  return new TableNumbers({ totalNs, allCalls: 8, largestChange: null, further: [] }, 'total');
}

test('all times of a tree are told in one unit, fine enough for small nodes', () => {
  expect(numbers(2e11).unit.name).toBe('s');
  expect(numbers(5e10).unit.name).toBe('ms');
  expect(numbers(5e7).timeText(1200)).toBe('0.001');
  expect(numbers(50).timeText(12)).toBe('12');
});

test('errors are told in the unit of the times that they are of', () => {
  const errors = [967_000, 11_800_000].map((errorNs) =>
    numbers(1.3e8).textOf({ ...ROW, errorNs }, 'selfError', true),
  );
  expect(errors).toEqual(['0.967 ms', '11.800 ms']);
});

test('the hint has all numbers with their errors, and says when a time is lost in its error', () => {
  expect(numbers(1000).rowHint(ROW, 'a.B.c()').split('\n')).toEqual([
    'a.B.c()',
    'Invocations: 2',
    'Total Time: 1.000 µs ± 12 ns',
    'Self Time: 997 ns ± 5 ns',
    'Total Time per invocation: 500 ns',
  ]);
  expect(numbers(1000).rowHint({ ...ROW, selfNs: 3 }, '')).toContain('as large as the Self Time');
});

test('the hint of a row of several contexts says which of them the other views show', () => {
  const several = { ...ROW, contexts: 1234 };
  expect(numbers(1000).rowHint(several, 'a.B.c()')).toContain(
    'Contexts: 1\u202f234 different call paths; the other views show the heaviest of them\n',
  );
  // Of a thread, which selects nothing.
  expect(numbers(1000).rowHint(several, 'main', false)).toContain('1\u202f234 different call paths\n');
});

test('the hint of a method that was only counted says whose time its is', () => {
  expect(
    numbers(1000)
      .rowHint({ ...ROW, isCounted: true, calls: 6 }, 'a.B.get()')
      .split('\n'),
  ).toEqual([
    'a.B.get()',
    'Invocations: 6',
    'A trivial method: it was only counted, its time is its caller’s own.',
  ]);
});

test('without a clock there are counts and no times', () => {
  expect(numbers(0).rowHint(ROW, 'a.B.c()')).toBe('a.B.c()\nInvocations: 2');
});

test('further metrics are told in their units: a ratio for each of the other, a change with its sign', () => {
  const further = [
    'metric:totalBytecodes',
    'metric:bytecodes/calls',
    'metric:bytecodes/selfNs',
    'metric:bytecodes:Change',
  ] as const;
  const row = { ...ROW, further: [1200, 2.5, 0.003, -7] };
  const all = new TableNumbers({ totalNs: 1, allCalls: 8, largestChange: null, further }, 'total');
  expect(further.map((column) => all.textOf(row, column, true))).toEqual([
    '1\u202f200',
    '2.500',
    '3\u202f000.000/ms',
    '−7',
  ]);
});

test('times of samples have no more digits than samples tell apart', () => {
  const sampled = (totalNs: number, periodNs: number): string =>
    new TableNumbers({ totalNs, allCalls: 0, largestChange: null, further: [], periodNs }, 'total').timeText(
      totalNs,
    );
  expect([sampled(5e7, 1e7), sampled(2e11, 1e7), sampled(2e11, 2e7)]).toEqual(['50', '200.00', '200.00']);
});
