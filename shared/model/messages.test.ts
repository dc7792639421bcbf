import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { SLUICE_ERROR_CODES } from '../base/errors.ts';
import { LOSS_MESSAGES } from './losses.ts';

/** Rows of the tables of docs/messages.md, cell by cell. */
const documented = readFileSync(join(import.meta.dirname, '../../docs/messages.md'), 'utf8')
  .split('\n')
  .filter((line) => line.startsWith('| `'))
  .map((line) =>
    line
      .split('|')
      .slice(1, -1)
      .map((cell) => cell.trim()),
  );

describe('docs/messages.md', () => {
  it('has every error code and every loss as they are, and nothing else', () => {
    const codes = Object.entries(SLUICE_ERROR_CODES).map(([code, meaning]) => [`\`${code}\``, meaning]);
    const losses = Object.entries(LOSS_MESSAGES).map(([id, { text, cause, done, remedy }]) => [
      `\`${id}\``,
      text(2),
      cause,
      done,
      remedy,
    ]);
    expect(documented).toEqual([...codes, ...losses]);
  });
});
