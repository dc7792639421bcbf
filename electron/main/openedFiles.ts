import { readFile } from 'node:fs/promises';
import { basename, resolve } from 'node:path';
import type { OpenedFile } from '../../shared/ipc/desktopBridge.ts';
import { RECORDING_EXTENSION } from '../../shared/recording/fileSections.ts';

/** The recording that a command line names, as the system's file manager gives it; null when it names none. */
export function recordingIn(argv: readonly string[], folder: string): string | null {
  const named = argv.slice(1).findLast((word) => !word.startsWith('-') && word.endsWith(RECORDING_EXTENSION));
  return named === undefined ? null : resolve(folder, named);
}

/** Only its bytes and its name go to the page, which reads it in its sandbox. */
export async function readOpenedFile(path: string): Promise<OpenedFile> {
  const bytes = await readFile(path);
  return {
    name: basename(path),
    bytes: bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.byteLength),
  };
}
