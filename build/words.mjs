// The words of the product (docs/words.md): what is not said is looked for in texts, comments and documents.
import { readFileSync } from 'node:fs';
import { filesUnder, fromRoot } from './tree.mjs';

const PAGE = 'docs/words.md';
/** Where texts, comments and documents of the product are. */
const SPOKEN =
  /^(?:renderer|electron|shared|backend-java\/src)\/.*\.(?:tsx?|java)$|^(?:docs\/.*|[A-Z]+)\.md$/;
/** Tests, the table itself, and what tells of words of former days. */
const NOT_SPOKEN = /\.(?:test|bench)\.tsx?$|\/testing\/|^docs\/(?:words|strangers)\.md$|^CHANGELOG\.md$/;

/** What docs/words.md says not to say, in its table of two columns. */
export function wordsNotSaid(page) {
  const table = page.split('## Say, and do not say')[1] ?? '';
  return [...table.matchAll(/^\|[^|]*\| `([^`]+)` *\|$/gm)].map(([, text]) => text);
}

/** What is said all the same, one sentence each. @param read of a path */
export function wrongWords(page, paths, read) {
  const notSaid = wordsNotSaid(page);
  return paths
    .filter((path) => SPOKEN.test(path) && !NOT_SPOKEN.test(path))
    .flatMap((path) => {
      const text = asOneLine(read(path));
      return notSaid
        .filter((words) => text.includes(words))
        .map((words) => `${path}: says "${words}": ${PAGE} has the word for it`);
    });
}

export function checkWords() {
  const read = (path) => readFileSync(fromRoot(path), 'utf8');
  return wrongWords(read(PAGE), filesUnder('.'), read);
}

/** A sentence goes on in the next line, of a comment too. */
function asOneLine(text) {
  return text.replace(/\n\s*(?:\*|\/\/)?\s*/g, ' ');
}
