import { expect, it, vi } from 'vitest';
import type { MeasuredRows } from '../../shared/metrics/measuredRows.ts';
import { furtherColumnsOf, furtherKind, furtherReader, furtherTitle } from './table/furtherColumns.ts';

vi.mock(import('../../shared/metrics/furtherMetrics.ts'), async (original) => {
  const real = await original();
  const misses = { id: 'misses', title: 'Cache Misses', unit: 'count', isExact: true } as const;
  return { ...real, FURTHER_METRICS: [...real.FURTHER_METRICS, misses] };
});

function withMisses(misses: number): MeasuredRows {
  const column = Float64Array.of(0, misses);
  const none = new Float64Array(2);
  return {
    ...{ calls: Float64Array.of(0, 2), selfNs: none, totalNs: none, errorNs: none },
    metrics: new Map([['misses', { self: column, total: column }]]),
  };
}

it('a metric that has an entry in the registry has columns in the window, of one recording and of two', () => {
  const [a, b] = [withMisses(100), withMisses(130)];
  const shown = (compared: { a: MeasuredRows; b: MeasuredRows } | null): Record<string, number> => {
    const source = { tree: b, compared: compared && { sides: compared } };
    const columns = furtherColumnsOf(source, true);
    return Object.fromEntries(
      columns.map((column) => [furtherTitle(furtherKind(column)), furtherReader(column, source)(1)]),
    );
  };
  expect(shown(null)).toMatchObject({
    'Self Cache Misses': 130,
    'Total Cache Misses': 130,
    'Self Cache Misses / Invocations': 65,
  });
  expect(shown({ a, b })).toMatchObject({
    'Self Cache Misses A': 100,
    'Self Cache Misses B': 130,
    'Δ Self Cache Misses': 30,
  });
});
