import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { HeldFolder } from './heldFolder.ts';

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
