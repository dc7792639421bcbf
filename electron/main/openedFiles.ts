import { readFile } from 'node:fs/promises';
import { basename, extname, resolve } from 'node:path';
import { fileFailure } from '../../shared/base/fileFailure.ts';
import type { OpenedFile } from '../../shared/ipc/desktopBridge.ts';
import { OPENED_EXTENSIONS } from '../../shared/importers/openedExtensions.ts';

/** The file that a command line names, as the system's file manager gives it; null when it names none that is opened. */
export function openedFileIn(argv: readonly string[], folder: string): string | null {
  const named = argv
    .slice(1)
    .findLast((word) => !word.startsWith('-') && OPENED_EXTENSIONS.includes(extname(word).toLowerCase()));
  return named === undefined ? null : resolve(folder, named);
}

/**
 * Only its bytes and its name go to the page, which reads it in its sandbox.
 * @throws SluiceError 'io': what the file is called, why it cannot be read, and what to do
 */
export async function readOpenedFile(path: string): Promise<OpenedFile> {
  const bytes = await readFile(path).catch((thrown: unknown) => {
    throw fileFailure(`${path} could not be read`, thrown, 'Open another file: File, Open File….');
  });
  return {
    name: basename(path),
    bytes: bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.byteLength),
  };
}
