import { closeSync, openSync, readSync, statSync } from 'node:fs';
import { SluiceError, UsageError } from '../../../shared/base/errors.ts';
import type { JvmSummary } from '../../../shared/ipc/engineApi.ts';
import { FILE_KIND_BYTES, fileKindOf } from '../../../shared/base/fileKind.ts';

/** The pid that `target` means: a number, or a part of the main class or jar of exactly one running JVM. */
export function chooseTarget(target: string, jvms: readonly JvmSummary[]): number {
  if (target.trim() === '') {
    throw new UsageError(
      'The target is empty, and would fit every JVM.',
      'Give a pid, or a part of the main class or jar; in a script, look at the variable that it comes from.',
    );
  }
  if (/^\d+$/.test(target)) return Number(target);
  const matches = jvms.filter(({ mainClass }) => mainClass.includes(target));
  const exact = matches.filter(({ mainClass }) => mainClass === target);
  const chosen = exact.length === 1 ? exact : matches;
  if (chosen.length === 1) return chosen[0].pid;
  if (chosen.length === 0) {
    const file = fileOfTarget(target);
    throw new SluiceError(
      'not-found',
      `No running JVM has ${JSON.stringify(target)} in its main class or jar` +
        (file === null ? '.' : `, and the file of that name is none that is read here: it is ${file.what}.`),
      file?.remedy || 'See the running JVMs with `sluice list`.',
    );
  }
  const list = chosen.map(({ pid, mainClass }) => `${pid} ${mainClass}`).join(', ');
  throw new UsageError(
    `${JSON.stringify(target)} fits ${chosen.length} running JVMs: ${list}.`,
    'Give the pid.',
  );
}

/** What a file is that was given in the place of a JVM: "a ZIP or jar file". Null: there is no such file. */
function fileOfTarget(path: string): { readonly what: string; readonly remedy: string } | null {
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
