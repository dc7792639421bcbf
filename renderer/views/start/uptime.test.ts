import { expect, test } from 'vitest';
import { uptimeText } from './uptime.ts';

test('an uptime is told in its two largest units', () => {
  expect(uptimeText(0)).toBe('0 s');
  expect(uptimeText(59_999)).toBe('59 s');
  expect(uptimeText(125_000)).toBe('2 min 5 s');
  expect(uptimeText(3_600_000)).toBe('1 h');
  expect(uptimeText(277_200_000)).toBe('3 d 5 h');
});
