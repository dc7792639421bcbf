// The words of the product (docs/words.md): what is not said is looked for in the texts of the window and the command line.
import { readFileSync } from 'node:fs';
import { filesUnder, fromRoot } from './tree.mjs';

const PAGE = 'docs/words.md';
/** Where texts for the user are. */
const SPOKEN = /^(?:renderer|electron\/cli|shared)\/.*\.tsx?$/;
/** Where they are not. */
const NOT_SPOKEN = /\.(?:test|bench)\.tsx?$|\/testing\//;

/** What docs/words.md says not to say, in its table of two columns. */
export function wordsNotSaid(page) {
  const table = page.split('## Say, and do not say')[1] ?? '';
  return [...table.matchAll(/^\|[^|]*\| `([^`]+)` *\|$/gm)].map(([, text]) => text);
}

/** The texts that are said all the same, one sentence each. @param read of a path */
export function wrongWords(page, paths, read) {
  const notSaid = wordsNotSaid(page);
  return paths
    .filter((path) => SPOKEN.test(path) && !NOT_SPOKEN.test(path))
    .flatMap((path) => {
      const text = withoutComments(read(path));
      return notSaid
        .filter((words) => text.includes(words))
        .map((words) => `${path}: says "${words}": ${PAGE} has the word for it`);
    });
}

export function checkWords() {
  const read = (path) => readFileSync(fromRoot(path), 'utf8');
  return wrongWords(read(PAGE), filesUnder('.'), read);
}

/** Comments are for programmers. Line breaks of markup are blanks. */
function withoutComments(text) {
  return text
    .replace(/\/\*[\s\S]*?\*\//g, '')
    .replace(/^\s*\/\/.*$/gm, '')
    .replace(/\s+/g, ' ');
}
