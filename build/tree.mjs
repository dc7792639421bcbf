import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { join, relative, sep } from 'node:path';
import { fileURLToPath } from 'node:url';

/** The checkout: everything the build reads and writes lies under it. */
export const ROOT = fileURLToPath(new URL('..', import.meta.url));

/** Absolute path of something named from the root. */
export const fromRoot = (...names) => join(ROOT, ...names);

/** What is made, fetched or private to a machine, and so is no source. */
const NOT_SOURCE = new Set(['node_modules', 'dist', '.cache', '.git', 'test-results', 'playwright-report']);

/** Files under a file or folder of the root, sorted, named from the root with forward slashes. */
export function filesUnder(name) {
  const top = fromRoot(name);
  if (!existsSync(top)) return [];
  if (statSync(top).isFile()) return [name];
  return readdirSync(top, { recursive: false, withFileTypes: true })
    .filter((entry) => !NOT_SOURCE.has(entry.name))
    .flatMap((entry) => {
      const path = relative(ROOT, join(top, entry.name)).split(sep).join('/');
      return entry.isDirectory() ? filesUnder(path) : entry.isFile() ? [path] : [];
    })
    .sort();
}

/** One hash over names and contents: equal sources, equal hash, whatever their dates. */
export function hashOf(files) {
  const hash = createHash('sha256');
  for (const file of files)
    hash
      .update(file)
      .update('\0')
      .update(readFileSync(fromRoot(file)))
      .update('\0');
  return hash.digest('hex');
}
