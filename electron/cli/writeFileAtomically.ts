import { randomBytes } from 'node:crypto';
import { open, rename, rm } from 'node:fs/promises';
import { SluiceError, messageOf } from '../../shared/base/errors.ts';

/** Beside its place, to the disk, then renamed: there is the whole file or the one that was there before. */
export async function writeFileAtomically(
  path: string,
  bytes: Uint8Array | AsyncIterable<Uint8Array>,
): Promise<void> {
  const temporary = `${path}.${randomBytes(6).toString('hex')}`;
  try {
    const file = await open(temporary, 'wx', 0o600);
    try {
      if (bytes instanceof Uint8Array) await file.writeFile(bytes);
      else for await (const piece of bytes) await file.write(piece);
      await file.sync();
    } finally {
      await file.close();
    }
    await rename(temporary, path);
  } catch (thrown) {
    await rm(temporary, { force: true });
    throw new SluiceError(
      'io',
      `${path} could not be written: ${messageOf(thrown)}.`,
      'Choose another file.',
      {
        cause: thrown,
      },
    );
  }
}
