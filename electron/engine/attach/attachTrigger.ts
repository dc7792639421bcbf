import { closeSync, constants, fchownSync, lstatSync, openSync, unlinkSync } from 'node:fs';
import { join } from 'node:path';
import { SluiceError, messageOf } from '../../../shared/base/errors.ts';
import { attachTriggerDirectories } from '../jvms/jvmProcess.ts';
import type { AttachTarget } from './attachTarget.ts';

/**
 * .attach_pidN in the target's working directory, else in its /tmp: the file that tells HotSpot's handler of SIGQUIT to start
 * the attach listener instead of printing a thread dump.
 */

/** open(2), Linux: a handle of a folder that need not be readable. */
const O_PATH = 0o10000000;

/**
 * Makes the trigger.
 * @returns what removes it, also when the target has ended meanwhile and its folders have no path through /proc any more
 * @throws SluiceError 'attach-failed'
 */
export function createTrigger(target: AttachTarget): () => void {
  const name = triggerName(target);
  const problems: string[] = [];
  for (const directory of attachTriggerDirectories(target.pid)) {
    let folder: HeldFolder | null = null;
    try {
      folder = new HeldFolder(directory);
      const path = folder.pathOf(name);
      // One that is left behind by a tool that was killed will do: the JVM looks at the owner only.
      if (!isOwnedFile(target, path)) createOwnedBy(target, path);
      return () => {
        folder?.remove(name);
        folder?.close();
      };
    } catch (thrown) {
      folder?.close();
      problems.push(messageOf(thrown));
    }
  }
  throw new SluiceError(
    'attach-failed',
    `The trigger file ${name} could be made neither in the working directory of ${target.pid} nor in its /tmp: ${problems.join('; ')}.`,
    'One of the two must be writable for you; or start the program with `sluice launch`.',
  );
}

/** A tool that was killed while it attached leaves its trigger. Once the socket is there, no trigger says anything. */
export function removeStaleTriggers(target: AttachTarget): void {
  for (const directory of attachTriggerDirectories(target.pid)) {
    const path = join(directory, triggerName(target));
    if (isOwnedFile(target, path)) removeQuietly(path);
  }
}

/** A folder of the target. On Linux it is held open, so that it is found again when the target is gone. */
class HeldFolder {
  readonly #path: string;
  #handle: number | null;

  constructor(path: string) {
    this.#handle = process.platform === 'linux' ? openSync(path, O_PATH | constants.O_DIRECTORY) : null;
    this.#path = this.#handle === null ? path : `/proc/self/fd/${this.#handle}`;
  }

  pathOf(name: string): string {
    return join(this.#path, name);
  }

  remove(name: string): void {
    if (process.platform !== 'linux' || this.#handle !== null) removeQuietly(this.pathOf(name));
  }

  close(): void {
    if (this.#handle !== null) closeSync(this.#handle);
    this.#handle = null;
  }
}

function triggerName({ nsPid }: AttachTarget): string {
  return `.attach_pid${nsPid}`;
}

function createOwnedBy(target: AttachTarget, path: string): void {
  const file = openSync(
    path,
    constants.O_CREAT | constants.O_EXCL | constants.O_WRONLY | constants.O_NOFOLLOW,
    0o600,
  );
  try {
    if (process.geteuid?.() !== target.euid) fchownSync(file, target.euid, target.egid);
  } catch (thrown) {
    removeQuietly(path);
    throw thrown;
  } finally {
    closeSync(file);
  }
}

function isOwnedFile(target: AttachTarget, path: string): boolean {
  try {
    const stat = lstatSync(path);
    return stat.isFile() && stat.uid === target.euid;
  } catch {
    return false;
  }
}

function removeQuietly(path: string): void {
  try {
    unlinkSync(path);
  } catch {
    // Gone already.
  }
}
