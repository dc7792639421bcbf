import { describe, expect, it } from 'vitest';
import {
  formatBytes,
  formatCount,
  formatPercent,
  formatTime,
  formatTimeIn,
  timeUnitFor,
} from './formatNumbers.ts';

describe('numbers', () => {
  it.each([
    [0, '0 ns'],
    [949.6, '950 ns'],
    [999.6, '1.00 µs'],
    [1_234, '1.23 µs'],
    [45_600_000, '45.6 ms'],
    [99_960_000, '100 ms'],
    [999_600_000, '1.00 s'],
    [789e9, '789 s'],
    [12_345e9, '12\u202f345 s'],
  ])('shows %d ns as %s', (ns, text) => {
    expect(formatTime(ns)).toBe(text);
  });

  it('shows a column in one unit', () => {
    const unit = timeUnitFor(12_345_678);
    expect([12_345_678, 1_234, 0].map((ns) => `${formatTimeIn(ns, unit)} ${unit.name}`)).toEqual([
      '12.346 ms',
      '0.001 ms',
      '0.000 ms',
    ]);
    expect(formatTimeIn(999, timeUnitFor(999))).toBe('999');
    expect(formatTimeIn(1_234_567.8e9, timeUnitFor(1e15), ',')).toBe('1,234,567.800');
  });

  it('groups counts by thin spaces', () => {
    expect(['0', '999', '1000', '1234567'].map(Number).map((count) => formatCount(count))).toEqual([
      '0',
      '999',
      '1\u202f000',
      '1\u202f234\u202f567',
    ]);
    expect(formatCount(2 ** 53 - 1, ',')).toBe('9,007,199,254,740,991');
  });

  it('never shows a share as 0 that is not', () => {
    expect([formatPercent(1, 3), formatPercent(1, 10_000), formatPercent(0, 3), formatPercent(3, 3)]).toEqual(
      ['33.3 %', '< 0.1 %', '0.0 %', '100.0 %'],
    );
    expect(formatPercent(0, 0)).toBe('–');
  });

  it('shows bytes by powers of 1,024', () => {
    expect([950, 1_536, 16 << 20].map(formatBytes)).toEqual(['950 B', '1.5 KiB', '16.0 MiB']);
  });
});
