import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { bucketFromNs } from '../../../shared/cct/rootDurations.ts';
import { ThreadTrees } from '../../../shared/cct/threadTrees.ts';
import { rootCallSets } from '../../../shared/recording/sets/rootCallSets.ts';
import { eventScript } from '../../../shared/testing/eventScript.ts';
import {
  alignedRange,
  bucketOf,
  callsOver,
  callsWithin,
  cellRows,
  durationCells,
  limitsOf,
  limitUpTo,
  partsWithin,
  shadeOf,
  typedLimit,
  wholeRange,
  widestGap,
  type DurationCell,
} from './durationMap.ts';

describe('durationMap', () => {
  it('proposes a limit between the usual root calls and the slow ones', () => {
    const trees = new ThreadTrees();
    const durations = [900, 1_000, 1_100, 1_300, 1_000, 40_000, 45_000];
    const words = durations.map((ns, i) => `^ ${i * 100_000}>A ${i * 100_000 + ns}<A`);
    eventScript(`main: ${words.join(' ')}`).play(trees);
    const cells = durationCells(rootCallSets(trees.rootDurations(), 'nano')[1]);
    const limits = limitsOf(cells);
    const limitNs = limits[widestGap(cells, limits)];
    expect(limitNs).toBeGreaterThan(1_300);
    expect(limitNs).toBeLessThan(40_000);
    expect(callsOver(cells, limitNs)).toBe(2);
    expect(callsOver(cells, 0)).toBe(7);
  });

  it('has no limit where all root calls last as long', () => {
    expect(limitsOf([])).toEqual([]);
    expect(widestGap([], [])).toBe(-1);
  });

  it('writes a limit as it is typed, never below it', () => {
    expect([1_420, 35_123_456, 120e6, 2.5e9, 12].map(typedLimit)).toEqual([
      '1.42us',
      '35.2ms',
      '120ms',
      '2.5s',
      '1us',
    ]);
  });

  it('has a row for each duration, which each limit leaves whole', () => {
    const cell = (fromNs: number, atLeastNs: number): DurationCell => ({
      ...{ fromNs, toNs: fromNs + 10, calls: 1 },
      ...{ atLeastNs, lessThanNs: 2 * atLeastNs },
    });
    const cells = [cell(0, 100), cell(0, 400), cell(10, 100), cell(20, 400)];
    const rows = cellRows(cells);
    expect(rows.map((row) => row.map(({ fromNs }) => fromNs))).toEqual([
      [0, 10],
      [0, 20],
    ]);
    const [limitNs] = limitsOf(cells);
    for (const row of rows) expect(new Set(row.map(({ atLeastNs }) => atLeastNs >= limitNs)).size).toBe(1);
  });

  it('widens a range to whole slots and buckets, in which each root call is, or is not', () => {
    const cell = (slot: number, bucket: number, calls: number): DurationCell => ({
      ...{ fromNs: slot * 1_000, toNs: (slot + 1) * 1_000, calls },
      ...{ atLeastNs: bucketFromNs(bucket), lessThanNs: bucketFromNs(bucket + 1) },
    });
    const cells = [cell(0, 80, 1), cell(1, 80, 10), cell(1, 81, 100), cell(2, 90, 1_000)];
    expect(callsWithin(cells, wholeRange(cells))).toBe(1_111);
    const dragged = {
      ...{ fromNs: 1_400, toNs: 1_600 },
      ...{ atLeastNs: bucketFromNs(80) * 1.01, lessThanNs: bucketFromNs(80) * 1.02 },
    };
    const range = alignedRange(cells, dragged);
    expect(range).toEqual({
      ...{ fromNs: 1_000, toNs: 2_000 },
      ...{ atLeastNs: bucketFromNs(80), lessThanNs: bucketFromNs(81) },
    });
    expect(callsWithin(cells, range)).toBe(10);
    expect(alignedRange(cells, range)).toEqual(range); // however often
    for (let bucket = 1; bucket < 352; bucket++)
      expect(bucketOf(bucketFromNs(bucket))).toBeCloseTo(bucket, 9);
  });

  it('has root calls too short for the clock in the whole range, and in one from the lower edge of the map', () => {
    const cell = (bucket: number, calls: number): DurationCell => ({
      ...{ fromNs: 0, toNs: 1_000, calls },
      ...{ atLeastNs: bucketFromNs(bucket), lessThanNs: bucketFromNs(bucket + 1) },
    });
    const cells = [cell(0, 2), cell(80, 1)];
    const whole = wholeRange(cells);
    expect(whole).toEqual({ fromNs: 0, toNs: 1_000, atLeastNs: 0, lessThanNs: bucketFromNs(81) });
    expect(callsWithin(cells, whole)).toBe(3);
    expect(callsWithin(cells, alignedRange(cells, { ...whole, atLeastNs: 1 }))).toBe(3);
  });

  it('has the last slot and bucket in a range that begins where the map ends', () => {
    const cells = [
      { fromNs: 0, toNs: 1_000, atLeastNs: bucketFromNs(80), lessThanNs: bucketFromNs(81), calls: 1 },
      { fromNs: 1_000, toNs: 2_000, atLeastNs: bucketFromNs(90), lessThanNs: bucketFromNs(91), calls: 10 },
    ];
    const { toNs, lessThanNs } = wholeRange(cells);
    const corner = alignedRange(cells, { fromNs: toNs, toNs, atLeastNs: lessThanNs, lessThanNs });
    expect(corner).toEqual({ fromNs: 1_000, toNs, atLeastNs: bucketFromNs(90), lessThanNs });
  });

  it('tells the parts of the time that are in a range, and all of it', () => {
    const trees = new ThreadTrees();
    eventScript('main: ^ 0>A 900<A ^ 2000000>A 2000900<A ^ 4000000>A 4000900<A').play(trees);
    const [summary] = rootCallSets(trees.rootDurations(), 'nano');
    const range = { fromNs: 1_048_576, toNs: 2_097_152, atLeastNs: 1, lessThanNs: 1e9 };
    expect(partsWithin(summary, range).texts[0].texts).toEqual(['all', '1.049 to 2.097 ms']);
  });

  it.each(['--accent', '--change-more'])('the lightest cell of %s has 3 : 1 in both themes', (token) => {
    const surfaces = themesOf('--surface');
    themesOf(token).forEach((color, theme) => {
      const opacity = shadeOf(1, 1_000);
      const mixed = color.map((part, i) => opacity * part + (1 - opacity) * surfaces[theme][i]);
      expect(contrast(mixed, surfaces[theme])).toBeGreaterThanOrEqual(3);
    });
  });
});

/** Red, green and blue of a token, light and dark, as tokens.css has them. */
function themesOf(token: string): number[][] {
  const css = readFileSync(new URL('../../theme/tokens.css', import.meta.url), 'utf8');
  const [, light, dark] = new RegExp(`${token}: light-dark\\(#(\\w{6}), #(\\w{6})\\)`).exec(css)!;
  return [light, dark].map((hex) => [0, 2, 4].map((at) => parseInt(hex.slice(at, at + 2), 16)));
}

/** WCAG 2.2, contrast ratio. */
function contrast(a: readonly number[], b: readonly number[]): number {
  const [less, more] = [luminance(a), luminance(b)].sort((x, y) => x - y);
  return (more + 0.05) / (less + 0.05);
}

function luminance(color: readonly number[]): number {
  const [red, green, blue] = color.map((part) => {
    const share = part / 255;
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

it('a limit in a gap divides root calls as its lower end does', () => {
  const limits = [1e6, 39e6, 40e6];
  expect([20e6, 39e6, 1e9, 5].map((ns) => limits[limitUpTo(limits, ns)])).toEqual([1e6, 39e6, 40e6, 1e6]);
  expect(limitUpTo([], 20e6)).toBe(-1);
});
