import { createHash, randomBytes } from 'node:crypto';
import { rmSync } from 'node:fs';
import { access, constants, link, lstat, open, readdir, rename, rm, stat } from 'node:fs/promises';
import { hostname } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { removedAtExit } from '../../engine/process/removedAtExit.ts';
import { placeFailure, refusedPlace } from './placeFailure.ts';

/** A save that lives writes all the time; what runs in a container is not found by its pid. */
const STALE_MS = 60_000;
/** On a shared folder, pids are another machine's. */
const MACHINE = createHash('sha256').update(hostname()).digest('hex').slice(0, 8);

/**
 * What cannot be saved there is told before there is something to lose. Only a file is replaced: a rename over /dev/null would
 * take the device from the whole machine.
 * @throws SluiceError 'io'
 */
export async function checkPlace(path: string): Promise<void> {
  const found = await stat(path).catch(() => null);
  if (found?.isDirectory())
    throw refusedPlace(path, 'it is a folder', `Name a file in it: ${join(path, 'run.sluice')}`);
  if (found !== null && !found.isFile())
    throw refusedPlace(path, 'it is a device or pipe, and no file', 'Name a file.');
  // With a slash, a file in the folder's place is told as such.
  await access(`${dirname(path)}/`, constants.W_OK).catch((thrown: unknown) => {
    throw placeFailure(path, thrown);
  });
}

/**
 * Beside its place, to the disk, then renamed: there is the whole file or the one that was there before. What saves that
 * were killed have left there goes first.
 * @param replaces false: a file that is there is left as it is, and that is an error
 */
export async function writeFileAtomically(
  path: string,
  bytes: Uint8Array | AsyncIterable<Uint8Array> | Iterable<Uint8Array>,
  replaces = true,
): Promise<void> {
  await checkPlace(path);
  const temporary = `${path}.${MACHINE}-${process.pid}-${randomBytes(6).toString('hex')}.part`;
  const remove = (): void => rmSync(temporary, { force: true });
  let forget = (): void => {};
  try {
    await removeStaleParts(path);
    // What takes longest is before the first piece: a signal ends it at once while there is nothing to remove.
    const pieces = bytes instanceof Uint8Array ? [bytes] : await begun(bytes);
    forget = removedAtExit(remove);
    const file = await open(temporary, 'wx', 0o600);
    try {
      for await (const piece of pieces) await file.writeFile(piece);
      await file.sync();
    } finally {
      await file.close();
    }
    if (replaces) await rename(temporary, path);
    else {
      await link(temporary, path);
      remove();
    }
  } catch (thrown) {
    remove();
    throw placeFailure(path, thrown);
  } finally {
    forget();
  }
}

/** The same pieces, of which the first is made. */
async function begun(
  pieces: AsyncIterable<Uint8Array> | Iterable<Uint8Array>,
): Promise<AsyncIterable<Uint8Array>> {
  const each = Symbol.asyncIterator in pieces ? pieces[Symbol.asyncIterator]() : pieces[Symbol.iterator]();
  const first = await each.next();
  return {
    async *[Symbol.asyncIterator]() {
      try {
        for (let next = first; !next.done; next = await each.next()) yield next.value;
      } finally {
        await each.return?.();
      }
    },
  };
}

/** Files named as above, of this user and this machine, whose process is gone. */
async function removeStaleParts(path: string): Promise<void> {
  const folder = dirname(path);
  const begin = `${basename(path)}.${MACHINE}-`;
  for (const name of await readdir(folder).catch(() => [])) {
    const pid = name.startsWith(begin) && /^(\d+)-[0-9a-f]{12}\.part$/.exec(name.slice(begin.length))?.[1];
    if (!pid || isAlive(Number(pid))) continue;
    const part = join(folder, name);
    const found = await lstat(part).catch(() => null);
    if (!found?.isFile() || (process.getuid && found.uid !== process.getuid())) continue;
    if (Date.now() - found.mtimeMs > STALE_MS) await rm(part, { force: true }).catch(() => {});
  }
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (thrown) {
    return (thrown as NodeJS.ErrnoException).code !== 'ESRCH'; // another user's
  }
}
