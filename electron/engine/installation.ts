import { basename, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** A file of the built application, under dist/: this module is bundled into dist/X/Y.js, or runs from the sources. */
export function installedFile(path: string): string {
  const parent = dirname(dirname(fileURLToPath(import.meta.url)));
  return join(basename(parent) === 'dist' ? parent : join(parent, '../dist'), path);
}
