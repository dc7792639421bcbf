import { closeSync, constants, lstatSync, openSync, unlinkSync } from 'node:fs';
import { SluiceError, messageOf } from '../../../shared/base/errors.ts';
import { attachTriggerFolders } from '../jvms/attachPlaces.ts';
import type { HeldFolder } from '../jvms/heldFolder.ts';
import { asTargetUser } from '../jvms/targetUser.ts';
import type { AttachTarget } from './attachTarget.ts';

/**
 * .attach_pidN in the target's working directory, else in its /tmp: the file that tells HotSpot's handler of SIGQUIT to start
 * the attach listener instead of printing a thread dump. It is made and removed as the target's user: root makes no file of another
 * user's in a folder of its own.
 */

/** After so long this tool gives up, as those of the JDK do: an older trigger was left behind by one that was killed. */
const TOOLS_WAIT_MS = 10_000;
/** The owner of what is no file. */
const NOBODY = -1;

export interface Trigger {
  /** So long another tool may still wait for the JVM that it has asked by this trigger. 0: it is ours, or was left behind. */
  readonly othersForMs: number;
  /** Makes it again if the other tool has taken it away. @throws Error */
  renew(): void;
  /** Also when the target has ended meanwhile and its folders have no path through /proc any more. */
  remove(): void;
}

/** @throws SluiceError 'attach-failed' */
export function createTrigger(target: AttachTarget): Trigger {
  const name = triggerName(target);
  const problems: string[] = [];
  for (const hold of attachTriggerFolders(target.pid)) {
    let folder: HeldFolder | null = null;
    try {
      const held = (folder = hold());
      const othersForMs = makeFile(target, held.pathOf(name));
      return {
        othersForMs,
        renew: () => void makeFile(target, held.pathOf(name)),
        remove() {
          removeQuietly(target, held.pathOf(name));
          held.close();
        },
      };
    } catch (thrown) {
      folder?.close();
      problems.push(messageOf(thrown));
    }
  }
  throw new SluiceError(
    'attach-failed',
    `The trigger file ${name} could be made neither in the working directory of ${target.pid} nor in its /tmp: ${problems.join('; ')}.`,
    `User ${target.euid} must be able to write in one of the two; or start the program with \`sluice launch\`.`,
  );
}

/** A tool that was killed while it attached leaves its trigger. Once the socket is there, no trigger says anything. */
export function removeStaleTriggers(target: AttachTarget): void {
  for (const hold of attachTriggerFolders(target.pid)) {
    let folder: HeldFolder | null = null;
    try {
      folder = hold();
      const path = folder.pathOf(triggerName(target));
      if (ownerOf(path) === target.euid) removeQuietly(target, path);
    } catch {
      // The target's folder is closed to us, or gone.
    } finally {
      folder?.close();
    }
  }
}

function triggerName({ nsPid }: AttachTarget): string {
  return `.attach_pid${nsPid}`;
}

/** One that is there already will do: the JVM looks at the owner only. @returns Trigger.othersForMs */
function makeFile(target: AttachTarget, path: string): number {
  const flags = constants.O_CREAT | constants.O_EXCL | constants.O_WRONLY | constants.O_NOFOLLOW;
  try {
    closeSync(asTargetUser(target, () => openSync(path, flags, 0o600)));
    return 0;
  } catch (thrown) {
    if ((thrown as NodeJS.ErrnoException).code !== 'EEXIST') throw thrown;
  }
  const stat = lstatSync(path, { throwIfNoEntry: false });
  if (!stat) return makeFile(target, path); // the other tool has just taken it away
  const owner = stat.isFile() ? stat.uid : NOBODY;
  if (owner !== target.euid) throw new Error(`one of user ${owner} is there already`);
  return Math.max(0, stat.mtimeMs + TOOLS_WAIT_MS - Date.now());
}

/** null when there is nothing. */
function ownerOf(path: string): number | null {
  const stat = lstatSync(path, { throwIfNoEntry: false });
  if (!stat) return null;
  return stat.isFile() ? stat.uid : NOBODY;
}

function removeQuietly(target: AttachTarget, path: string): void {
  try {
    asTargetUser(target, () => unlinkSync(path));
  } catch {
    // Gone already.
  }
}
