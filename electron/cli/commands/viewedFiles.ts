import { readFile } from 'node:fs/promises';
import { resolve, sep } from 'node:path';
import { SluiceError } from '../../../shared/base/errors.ts';
import { fileFailure } from '../../../shared/base/fileFailure.ts';
import { encodeSnapshot } from '../../../shared/recording/file/snapshotCodec.ts';
import { recordingOf } from '../files/readRecording.ts';
import { kindOfHeapFile } from '../heap/heapDumpViews.ts';
import { accounted, type AccountFlags } from '../options/accountOption.ts';
import { explain, type Terminal } from '../terminal/terminal.ts';

/** A file that the window is to show. */
export interface ViewedFile {
  /** As the reader sees it. */
  readonly name: string;
  /** Its bytes; of a heap dump its path: it may be larger than memory, and the page reads it from the disk. */
  readonly content: Uint8Array | string;
}

/**
 * The files that can be shown, each once. What is wrong with another one is told.
 * @throws SluiceError 'io' that names the file, where only one is meant; where none of several can be shown
 */
export async function viewedFiles(
  terminal: Terminal,
  given: readonly string[],
  flags: AccountFlags,
): Promise<readonly ViewedFile[]> {
  const asked = [...new Map(given.map((path) => [resolve(path), path]))];
  const files: { path: string; content: Uint8Array | string }[] = [];
  for (const [path, typed] of asked) {
    terminal.progress(asked.length === 1 ? '' : `reading ${typed}`);
    try {
      files.push({ path, content: await contentOf(typed, flags) });
    } catch (thrown) {
      if (asked.length === 1 || !(thrown instanceof SluiceError)) throw thrown;
      explain(terminal, thrown);
    }
  }
  terminal.progress('');
  if (files.length === 0)
    throw new SluiceError(
      'io',
      `None of the ${asked.length} files can be shown.`,
      'The lines above say why.',
    );
  const names = shortNames(files.map(({ path }) => path));
  return files.map(({ content }, index) => ({ name: names[index], content }));
}

/** @throws SluiceError 'io' that names the file: what the page could not open is told here */
async function contentOf(path: string, flags: AccountFlags): Promise<Uint8Array | string> {
  if (kindOfHeapFile(path) === 'dump') return resolve(path);
  let bytes: Uint8Array;
  try {
    bytes = new Uint8Array(await readFile(path));
  } catch (thrown) {
    const remedy = 'Give a file that `sluice record` or `launch` has saved.';
    throw fileFailure(`${path} could not be read`, thrown, remedy);
  }
  const snapshot = await recordingOf(path, bytes);
  return flags.account.length === 0 ? bytes : encodeSnapshot(accounted(snapshot, flags));
}

/** The names of files, those of one name with as many of their folders as tell them apart: "before › shop.sluice". @param paths different ones */
function shortNames(paths: readonly string[]): readonly string[] {
  const endOf = (path: string, length: number): string => path.split(sep).slice(-length).join(' › ');
  return paths.map((path) => {
    let length = 1;
    while (paths.some((other) => other !== path && endOf(other, length) === endOf(path, length))) length++;
    return endOf(path, length);
  });
}
