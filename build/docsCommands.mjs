// Every command and option that a Markdown file names exists.
import { readFileSync } from 'node:fs';
import { PART_NAMES } from './testParts.mjs';
import { fromRoot } from './tree.mjs';

/** @typedef {{ scripts: string[], parts: string[], files: string[], options: string[] }} Known  what commands may name */

/** The words after a command up to where prose goes on: two blanks, a bracket, a semicolon, a new line. */
const ARGUMENTS = String.raw`((?: (?! )[^\s;()]+)*)`;

/**
 * Commands in a Markdown text that would not run, one sentence each: an unknown npm script, part of the tests, bench, spec,
 * test file or command of Sluice; and options in code that no source of ours knows.
 * @param path of the Markdown file, from the root
 * @param known see knownCommands
 */
export function unknownCommands(path, text, known) {
  const code = codeOf(text);
  const named = (pattern) =>
    [...code.matchAll(new RegExp(pattern + ARGUMENTS, 'gm'))].map((match) => match.slice(1));
  const some = (ending, word) => known.files.some((file) => ending.test(file) && file.includes(word));

  const scripts = named('npm run (?:--silent )?([\\w:]+)').filter(([name]) => !known.scripts.includes(name));
  const parts = wordsOf(named('npm test --')).flatMap((word) => word.split('|'));
  const benches = wordsOf(named('npm run bench --'));
  const specs = wordsOf(named('npx playwright test(?: -c [\\w/]+)?'));
  const tests = wordsOf(named('npx vitest run'));
  const commands = named('(?:^|\\s|`)sluice (?:-- )?([a-z]+)').filter(
    ([name]) => !known.files.includes(`electron/cli/commands/${name}Command.ts`),
  );
  const options = [...code.matchAll(/(?:^|[\s`])(--[a-z][a-z-]+)/g)].map(([, option]) => option);
  return [
    ...scripts.map(([name]) => `npm run ${name}`),
    ...parts.filter((part) => !known.parts.includes(part)).map((part) => `npm test -- ${part}`),
    ...benches.filter((word) => !some(/\.bench\.(ts|mjs)$/, word)).map((word) => `npm run bench -- ${word}`),
    ...specs.filter((word) => !some(/\.spec\.ts$/, word)).map((word) => `npx playwright test ${word}`),
    ...tests.filter((word) => !some(/\.test\.(ts|tsx|mjs)$/, word)).map((word) => `npx vitest run ${word}`),
    ...commands.map(([name]) => `sluice ${name}`),
    ...options.filter((option) => !known.options.includes(option)),
  ].map((name) => `${path}: names ${name}, which does not exist`);
}

/** Spans and indented blocks, each on a line of its own. */
function codeOf(text) {
  const spans = [...text.matchAll(/`([^`\n]+)`/g)].map(([, span]) => span);
  const blocks = text.split('\n').filter((line) => line.startsWith('    '));
  return [...spans, ...blocks.map((line) => line.trim())].join('\n');
}

function wordsOf(matches) {
  return matches
    .flatMap((groups) => groups.at(-1).split(' '))
    .filter((word) => word !== '' && !word.startsWith('-'));
}

/** Of this checkout. @param files all of the tree, from the root */
export function knownCommands(files) {
  const { scripts } = JSON.parse(readFileSync(fromRoot('package.json'), 'utf8'));
  const sources = files.filter((file) =>
    /^(build|bench|electron|shared)\/.*(?<!\.test)\.(ts|mjs)$/.test(file),
  );
  const options = sources.flatMap(
    (file) => readFileSync(fromRoot(file), 'utf8').match(/--[a-z][a-z-]+/g) ?? [],
  );
  return {
    scripts: Object.keys(scripts),
    parts: PART_NAMES,
    files,
    options: [...new Set(options)],
  };
}
