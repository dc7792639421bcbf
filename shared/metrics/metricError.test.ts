import { describe, expect, it } from 'vitest';
import type { MeasuredRows } from './measuredRows.ts';
import { CALLS, METRICS, SELF_TIME, TOTAL_TIME, type Metric } from './metric.ts';

/** One row of 4 calls. */
function rowsOf(
  changes: Partial<MeasuredRows>,
  further: Readonly<Record<string, number>> = {},
): MeasuredRows {
  const metrics = new Map(
    Object.entries(further).map(([id, value]) => {
      const self = Float64Array.of(value);
      return [id, { self, total: self.map((each) => 10 * each) }];
    }),
  );
  const [calls, selfNs, totalNs] = [Float64Array.of(4), Float64Array.of(200), Float64Array.of(900)];
  return { calls, selfNs, totalNs, errorNs: [30], metrics, ...changes };
}

const named = (id: string): Metric => METRICS.find((metric) => metric.id === id) ?? expect.unreachable(id);
const changeOf = (metric: Metric, a: MeasuredRows, b: MeasuredRows, perA = 1, perB = 1): number | undefined =>
  metric.error.ofChange({ a, b, totalErrorNs: [70] })?.(0, perA, perB);

describe('the error of a change', () => {
  const plain = rowsOf({});

  it('of charged self times adds linearly by probes, and in squares by samples of both', () => {
    expect(changeOf(SELF_TIME, plain, rowsOf({ errorNs: [40] }))).toBe(70);
    expect(changeOf(SELF_TIME, plain, rowsOf({ errorNs: [40] }), 2, 4)).toBe(25);
    const [a, b] = [30, 40].map((ns) => rowsOf({ errorNs: [ns], independentErrors: true }));
    expect(changeOf(SELF_TIME, a, b)).toBe(50);
    expect(changeOf(SELF_TIME, a, plain)).toBe(60);
  });

  it('of charged total times is what the comparison tells, by the smaller number', () => {
    expect(changeOf(TOTAL_TIME, plain, plain)).toBe(70);
    expect(changeOf(TOTAL_TIME, plain, plain, 7, 2)).toBe(35);
  });

  it('of what is counted by whole blocks is that of the worse side', () => {
    const [a, b] = [rowsOf({}, { bytecodesError: 3 }), rowsOf({}, { bytecodesError: 8 })];
    expect(changeOf(named('bytecodes'), a, b)).toBe(8);
    expect(changeOf(named('bytecodes'), a, b, 1, 4)).toBe(3);
    expect(changeOf(named('totalBytecodes'), a, b)).toBe(80);
  });

  it('of sampled times is of the samples of both, whatever they are divided by', () => {
    const sampled = rowsOf({ nsPerSample: 10 }, { sampledNs: 80 }); // 8 samples: 1 + 2 * 3 are in doubt
    expect(changeOf(named('sampledNs'), sampled, sampled)).toBeCloseTo(Math.hypot(70, 70));
    expect(changeOf(named('sampledNs'), sampled, sampled, 2, 5)).toBeCloseTo(Math.hypot(35, 14));
    expect(changeOf(named('sampledNs'), sampled, rowsOf({}, { sampledNs: 80 }))).toBeUndefined();
  });

  it('of calls, and of what the JVM tells, there is none', () => {
    for (const metric of [CALLS, named('blockedNs'), named('objects')])
      expect(changeOf(metric, plain, plain)).toBeUndefined();
  });
});

describe('the error of rows', () => {
  it('is a field beside self times and sampled ones', () => {
    const rows = rowsOf({ nsPerSample: 10 }, { sampledNs: 80, bytecodes: 5, bytecodesError: 1 });
    const fields = METRICS.flatMap(({ error }) => {
      const bounds = error.of(rows);
      return bounds === null ? [] : [[error.id, bounds[0]]];
    });
    expect(fields).toEqual([
      ['errorNs', 30],
      ['sampledErrorNs', 70],
      ['totalSampledErrorNs', expect.closeTo(190)],
    ]);
    expect(named('sampledNs').error.of(rowsOf({}, { sampledNs: 80 }))).toBeNull();
  });
});
