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

it('finds it in comments and documents', () => {
  for (const [text, path] of [
    ['/**\n * Only\n * with\n */', 'shared/a.ts'],
    ['// Only\n// with', 'backend-java/src/main/java/A.java'],
    ['one: Only\nwith', 'docs/guide.md'],
  ])
    expect(found(text, path)).toHaveLength(1);
});

it('looks neither at tests nor at what tells of words of former days', () => {
  for (const path of ['docs/words.md', 'renderer/a.test.ts', 'CHANGELOG.md'])
    expect(found('Only with', path)).toEqual([]);
  expect(found('Only with', 'renderer/views/A.test.ts')).toEqual([]);
});
