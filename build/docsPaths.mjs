// Every path that a Markdown file names exists: prose about files rots first.
import { posix } from 'node:path';

/** Made by the build: named in prose, absent from a fresh clone. */
const MADE = /^(dist|node_modules|\.cache|test-results|playwright-report)(\/|$)/;
const SOURCE_FILE = /^[\w.-]+\.(ts|tsx|mjs|java|css|html|md|json|spec\.ts)$/;
const SOURCE_ENDING = /\.(ts|tsx|mjs|java|css|html|md)$/;

/**
 * Paths named in a Markdown text that are not in the tree, one sentence each. Looked at are links and `code spans`: a
 * span is a path when it begins with a folder of the root or beside the text, or ends like a source file. `*` stands for any text.
 * @param path of the Markdown file, from the root
 * @param files all files of the tree, from the root
 */
export function missingPaths(path, text, files) {
  const folder = posix.dirname(path);
  const all = new Set(files.flatMap((file) => [file, ...parentsOf(file)]));
  const names = new Set(files.map((file) => posix.basename(file)));
  const topLevel = new Set(files.map((file) => file.split('/')[0]));
  const exists = (name) => {
    const clean = posix.normalize(name).replace(/\/$/, '');
    if (MADE.test(clean) || clean === '.') return true;
    if (!clean.includes('*')) return all.has(clean);
    const pattern = new RegExp(`^${clean.replace(/[.+?^$()[\]{}|\\]/g, '\\$&').replace(/\*+/g, '.*')}$`);
    return [...all].some((known) => pattern.test(known));
  };
  const prose = text.replace(/^```[\s\S]*?^```/gm, '');
  const links = [...prose.matchAll(/\]\(([^)#\s]+)[^)]*\)/g)]
    .map(([, target]) => target)
    .filter((target) => !/^[a-z]+:/.test(target) && !exists(posix.join(folder, target)));
  const spans = [...prose.matchAll(/`([^`\s]+)`/g)]
    .map(([, span]) => span)
    .filter((span) => {
      if (SOURCE_FILE.test(span)) return !names.has(span);
      if (!/^[\w.@*-]+(\/[\w.@*-]*)+$/.test(span)) return false;
      const first = span.split('/')[0];
      const isPath = topLevel.has(first) || all.has(posix.join(folder, first)) || SOURCE_ENDING.test(span);
      if (!isPath) return false;
      return !exists(span) && !exists(posix.join(folder, span));
    });
  return [...links, ...spans].map((name) => `${path}: names ${name}, which does not exist`);
}

/**
 * Names of files without a folder that several files have: a page by which strangers find files says which is meant.
 * @param files all files of the tree, from the root
 */
export function namesOfSeveral(path, text, files) {
  const counts = new Map();
  for (const file of files) {
    const name = posix.basename(file);
    counts.set(name, (counts.get(name) ?? 0) + 1);
  }
  const spans = [...text.matchAll(/`([^`\s]+)`/g)].map(([, span]) => span);
  return [...new Set(spans)]
    .filter((span) => SOURCE_FILE.test(span) && counts.get(span) > 1)
    .map((name) => `${path}: ${name} is the name of ${counts.get(name)} files: say in which folder`);
}

function parentsOf(file) {
  const parents = [];
  for (let folder = posix.dirname(file); folder !== '.'; folder = posix.dirname(folder)) parents.push(folder);
  return parents;
}
