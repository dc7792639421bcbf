import { lstatSync, readdirSync, readlinkSync, rmdirSync, unlinkSync } from 'node:fs';
import { join } from 'node:path';
import { readStartTicks } from '../jvms/procStatus.ts';

/**
 * A tool that is killed while it attaches leaves its session directory, with an event file of many megabytes. The name
 * says whose it is, so that the next tool can take it away:
 *
 *     sluice-session-PIDNAMESPACE.PID.STARTTICKS-XXXXXX
 */
const NAME = /^sluice-session-(\d+)\.(\d+)\.(\d+)-\w{6}$/;

/** What the name of a directory of this process begins with; six characters by chance follow. */
export function sessionNamePrefix(): string {
  return `sluice-session-${pidNamespace()}.${process.pid}.${readStartTicks(process.pid) ?? 0}-`;
}

/**
 * Takes away the session directories in a folder whose tools are gone. Of another pid namespace nothing is known here,
 * so its directories stay; so do those of other users.
 * @param fileNames all that may lie in one
 * @param isInUse a target may still need it, though the tool is gone
 */
export function removeAbandonedSessions(
  folder: string,
  fileNames: readonly string[],
  isInUse = (_path: string): boolean => false,
): void {
  for (const name of readdirSync(folder)) {
    if (!isAbandoned(name)) continue;
    const path = join(folder, name);
    if (!isInUse(path)) removeSession(path, fileNames);
  }
}

/** Whether it is the name of a session directory whose tool is gone. */
export function isAbandoned(name: string): boolean {
  const [, namespace, pid, startTicks] = NAME.exec(name) ?? [];
  return namespace === pidNamespace() && readStartTicks(Number(pid)) !== Number(startTicks);
}

/** In a folder open to all, a link would lead elsewhere; what is ours there, nobody else can rename. */
export function removeSession(path: string, fileNames: readonly string[]): void {
  try {
    const found = lstatSync(path);
    if (!found.isDirectory() || found.uid !== process.geteuid?.()) return;
    for (const name of fileNames) removeFile(join(path, name));
    rmdirSync(path);
  } catch {
    // Another tool was quicker.
  }
}

export function removeFile(path: string): void {
  try {
    unlinkSync(path);
  } catch {
    // Never made, or removed before.
  }
}

/** The number of `pid:[4026531836]`; 0 where the system has none. */
function pidNamespace(): string {
  try {
    return /\d+/.exec(readlinkSync('/proc/self/ns/pid'))?.[0] ?? '0';
  } catch {
    return '0';
  }
}
