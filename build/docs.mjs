// What the Markdown files say that can be checked without running anything (npm run check).
import { existsSync, readFileSync } from 'node:fs';
import { knownCommands, unknownCommands } from './docsCommands.mjs';
import { missingPaths, namesOfSeveral } from './docsPaths.mjs';
import { longSentences } from './docsSentences.mjs';
import { wideTables } from './docsTables.mjs';
import { filesUnder, fromRoot } from './tree.mjs';
import { checkWords } from './words.mjs';

/** Strangers find files by it. */
const MAP = 'docs/ARCHITECTURE.md';

/** What is wrong in the Markdown files of this checkout, and in the words of its texts, one sentence each. */
export function checkDocs() {
  const files = filesUnder('.');
  const known = knownCommands(files);
  const ofMarkdown = files
    .filter((file) => file.endsWith('.md') && existsSync(fromRoot(file)))
    .flatMap((file) => {
      const text = readFileSync(fromRoot(file), 'utf8');
      return [
        ...missingPaths(file, text, files),
        ...(file === MAP ? namesOfSeveral(file, text, files) : []),
        ...unknownCommands(file, text, known),
        ...wideTables(file, text),
        ...longSentences(file, text),
      ];
    });
  return [...ofMarkdown, ...checkWords()];
}
