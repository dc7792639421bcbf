import { expect, it } from 'vitest';
import { progressLog } from './progressLog.ts';

/** Progress told each second; what is written at which second. */
function written(lines: readonly string[]): string[] {
  const found: string[] = [];
  let second = 0;
  const log = progressLog(
    (line) => found.push(`${second}: ${line}`),
    () => second * 1_000,
  );
  lines.forEach((line, i) => {
    second = i;
    log(line);
  });
  return found;
}

const seconds = (count: number): string[] => Array.from({ length: count }, (_, i) => `after ${i} s`);

it('writes nothing of what is over before ten seconds', () => {
  expect(written([...seconds(9), ''])).toEqual([]);
});

it('writes a line each ten seconds', () => {
  expect(written(seconds(35))).toEqual(['10: after 10 s', '20: after 20 s', '30: after 30 s']);
});

it('begins anew with what comes next', () => {
  expect(written([...seconds(8), '', ...seconds(12)])).toEqual(['19: after 10 s']);
});
