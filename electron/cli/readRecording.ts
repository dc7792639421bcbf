import { readFile } from 'node:fs/promises';
import { SluiceError } from '../../shared/base/errors.ts';
import type { Snapshot } from '../../shared/recording/snapshot.ts';
import { openRecording } from '../../shared/importers/openRecording.ts';
import { fileFailure } from './fileFailure.ts';

/** @throws SluiceError 'io' that names the file: it cannot be read, is no recording, or one of a newer Sluice */
export async function readRecording(file: string): Promise<Snapshot> {
  let bytes: Uint8Array;
  try {
    bytes = new Uint8Array(await readFile(file));
  } catch (thrown) {
    throw fileFailure(
      `${file} could not be read`,
      thrown,
      'Give a file that `sluice record` or `launch` has saved.',
    );
  }
  try {
    return openRecording(bytes);
  } catch (thrown) {
    if (!(thrown instanceof SluiceError)) throw thrown;
    throw new SluiceError('io', `${file}: ${thrown.message}`, thrown.remedy, { cause: thrown });
  }
}
