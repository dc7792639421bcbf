import { expect, it } from 'vitest';
import { wordsNotSaid, wrongWords } from './words.mjs';

const PAGE = `# Words
| term | means |
| --- | --- |
| \`probe\` | x |

## Say, and do not say

| say  | not             |
| ---- | --------------- |
| Hide | \`Only with\`     |
| Stop | \`begin anew; x\` |
`;

/** Of one file of the window. */
const found = (text, path = 'renderer/views/A.tsx') => wrongWords(PAGE, [path], () => text);

it('reads what is not to be said from the page', () => {
  expect(wordsNotSaid(PAGE)).toEqual(['Only with', 'begin anew; x']);
});

it('finds it in texts, also across lines, and says what to do', () => {
  expect(found('<p>Only\n  with</p>')).toEqual([
    'renderer/views/A.tsx: says "Only with": docs/words.md has the word for it',
  ]);
  expect(found('<p>Hide</p>')).toEqual([]);
});

it('looks neither at comments nor at tests', () => {
  expect(found("// Only with\n/** Only with */ const a = 'Hide';")).toEqual([]);
  expect(found('Only with', 'renderer/views/A.test.ts')).toEqual([]);
});
