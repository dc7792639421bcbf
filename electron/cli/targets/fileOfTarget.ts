import { closeSync, openSync, readSync, statSync } from 'node:fs';
import { FILE_KIND_BYTES, fileKindOf } from '../../../shared/base/fileKind.ts';

/** What a file is that was given in the place of a JVM: "a ZIP or jar file". Null: there is no such file. */
export function fileOfTarget(path: string): { readonly what: string; readonly remedy: string } | null {
  try {
    const found = statSync(path);
    if (found.isDirectory()) return { what: 'a folder', remedy: '' };
    if (!found.isFile()) return null;
    const file = openSync(path, 'r');
    try {
      const begin = new Uint8Array(FILE_KIND_BYTES);
      const bytes = readSync(file, begin, 0, begin.length, 0);
      return fileKindOf(begin.subarray(0, bytes)) ?? { what: 'of no kind that is known', remedy: '' };
    } finally {
      closeSync(file);
    }
  } catch {
    return null; // it is not there, or may not be looked at
  }
}
