import { describe, expect, it } from 'vitest';
import { wideTables } from './docsTables.mjs';

const table = (columns) => `| ${'x'.repeat(columns - 4)} |\n| ${'-'.repeat(columns - 4)} |\n`;

describe('tables in docs', () => {
  it('may be 200 columns wide', () => {
    expect(wideTables('README.md', `# A\n\n${table(200)}`)).toEqual([]);
  });

  it('are named once if they are wider', () => {
    expect(wideTables('README.md', `# A\n\n${table(201)}\n${table(20)}`)).toEqual([
      'README.md:3: the table is 201 columns wide, the limit is 200: make it a list',
    ]);
  });
});
