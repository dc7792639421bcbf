import { existsSync } from 'node:fs';
import { basename, dirname, join, sep } from 'node:path';
import { fileURLToPath } from 'node:url';

const ARCHIVE = `${sep}app.asar${sep}`;
const UNPACKED = `${sep}app.asar.unpacked${sep}`;

/**
 * A file or folder of the built application, under dist/: this module is bundled into dist/X/Y.js, or runs from the sources.
 *
 * In the packaged application dist/ lies in Electron's archive, app.asar, which is a folder for our own processes only.
 * What other programs read (the JVM: the demo's classes) is unpacked beside it (asarUnpack in build/package.mjs), and its
 * real path is answered. The agent's jar stays inside: it is copied from there to where the target can read it, and the
 * archive's contents are checked when the application starts.
 */
export function installedFile(path: string, moduleUrl = import.meta.url): string {
  const parent = dirname(dirname(fileURLToPath(moduleUrl)));
  const file = join(basename(parent) === 'dist' ? parent : join(parent, '../../dist'), path);
  const unpacked = file.replace(ARCHIVE, UNPACKED);
  return unpacked !== file && existsSync(unpacked) ? unpacked : file;
}
