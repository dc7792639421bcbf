import { closeSync, constants, openSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { HeldFolder } from './heldFolder.ts';
import { asTargetUser, type TargetUser } from './targetUser.ts';

/** Where HotSpot puts its attach socket and its performance data, whatever java.io.tmpdir says. */
export const HOTSPOT_TMP = '/tmp';

/** The target's own /tmp; on macOS the temporary folder of the user, which is ours too. */
export function holdHotspotTmp(pid: number): HeldFolder {
  return process.platform === 'darwin'
    ? HeldFolder.at(tmpdir())
    : HeldFolder.below(`/proc/${pid}/root`, HOTSPOT_TMP);
}

/** Of the attach listener's socket, in holdHotspotTmp. @param nsPid the pid that the target knows of itself */
export function attachSocketName(nsPid: number): string {
  return `.java_pid${nsPid}`;
}

/** How the path of that socket is told. */
export function attachSocketPath(pid: number, nsPid: number): string {
  const tmp = process.platform === 'darwin' ? tmpdir() : join(`/proc/${pid}/root`, HOTSPOT_TMP);
  return join(tmp, attachSocketName(nsPid));
}

/**
 * Where the JVM looks for the file that makes SIGQUIT start its attach listener: its working directory, then its /tmp.
 * @returns what holds each; one may not be open to us
 */
export function attachTriggerFolders(pid: number): readonly (() => HeldFolder)[] {
  const tmp = (): HeldFolder => holdHotspotTmp(pid);
  return process.platform === 'darwin' ? [tmp] : [() => HeldFolder.at(`/proc/${pid}/cwd`), tmp];
}

/** open(2), Linux: a file without a name, which goes when it is closed. */
const O_TMPFILE = 0o20000000 | constants.O_DIRECTORY;

/**
 * Why the JVM can make no attach socket, as the kernel says when its user makes a file without a name there. No folder is changed by that.
 * @returns a clause whose subject is /tmp; "" when it can, or that is not to be found out
 */
export function attachSocketHindrance(pid: number, user: TargetUser): string {
  if (process.platform !== 'linux') return '';
  let tmp: HeldFolder;
  try {
    tmp = holdHotspotTmp(pid);
  } catch (thrown) {
    return /^(ENOENT|ENOTDIR)/.test((thrown as Error).message) ? 'is not there' : '';
  }
  try {
    asTargetUser(user, () => closeSync(openSync(tmp.path, O_TMPFILE | constants.O_WRONLY, 0o600)));
    return '';
  } catch (thrown) {
    const { code } = thrown as NodeJS.ErrnoException;
    if (code === 'EROFS') return 'is read-only';
    return code === 'EACCES' ? 'is closed to its user' : '';
  } finally {
    tmp.close();
  }
}
