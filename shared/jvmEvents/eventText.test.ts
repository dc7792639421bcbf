import { expect, it } from 'vitest';
import { scaleText } from './eventText.ts';
import type { LevelTrack } from './tracks.ts';

function level(unit: LevelTrack['unit'], ...values: number[]): LevelTrack {
  const columns = { atNs: Float64Array.from(values.keys()), rows: Int32Array.from(values.keys()) };
  return {
    kind: 'level',
    title: '',
    unit,
    ...columns,
    values: Float64Array.from(values),
    most: Math.max(...values),
  };
}

it('a level tells what its full height stands for, in its unit', () => {
  expect(scaleText(level('bytes', 1 << 20, 3 << 20))).toBe('3.0 MiB');
  expect(scaleText(level('percent', 12, 87.6))).toBe('88 %');
  expect(scaleText(level('count', 31, 1234))).toBe('1\u202f234');
});

it('what has no level has no scale', () => {
  expect(scaleText(level('bytes', 0))).toBe('');
  expect(scaleText({ kind: 'thread', title: 'main', states: [] })).toBe('');
});
