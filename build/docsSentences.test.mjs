import { describe, expect, it } from 'vitest';
import { longSentences } from './docsSentences.mjs';

const words = (count) => Array.from({ length: count }, () => 'word').join(' ');
const long = (text) => longSentences('README.md', text);

describe('sentences in docs', () => {
  it('may have 30 words, over several lines', () => {
    expect(long(`${words(15)}\n${words(15)}. Another ${words(29)}.\n`)).toEqual([]);
  });

  it('are named if they have more', () => {
    expect(long(`# A\n\nShort one.\n${words(16)}\n${words(15)}.\n`)).toEqual([
      expect.stringContaining('has 33 words'),
    ]);
    expect(long(`- ${words(31)}.\n`)).toHaveLength(1);
  });

  it('do not go on from one item, heading or paragraph to the next', () => {
    expect(long(`# ${words(20)}\n${words(20)}\n\n${words(20)}\n\n- ${words(20)}\n- ${words(20)}\n`)).toEqual(
      [],
    );
  });

  it('are not code, tables or addresses', () => {
    const table = `| ${words(31)} |\n| --- |\n`;
    expect(long(`\`\`\`\n${words(31)}\n\`\`\`\n\n    ${words(31)}\n\n${table}`)).toEqual([]);
    expect(long(`\`${words(31)}\` and [a link](${'https://example.org'})`)).toEqual([]);
  });
});
