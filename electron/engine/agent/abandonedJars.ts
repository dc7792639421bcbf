import { lstatSync, readdirSync, unlinkSync } from 'node:fs';
import type { HeldFolder } from '../jvms/heldFolder.ts';
import { readCommandLine, readEnvironment } from '../jvms/procStatus.ts';

/** agent-BUILD.jar, and one whose writer was killed, agent-BUILD.jar.0123456789abcdef. */
const NAME = /^agent-[^./]+\.jar(\.[0-9a-f]{16})?$/;

/** Since its last attach. */
const UNUSED_MS = 7 * 24 * 3_600_000;

/**
 * Each build of Sluice puts its own jar into the folder; those of builds that are not used any more go. A JVM that runs with one
 * has it open, and loses nothing by that. One that is still to start may be told its path, in the options or the environment
 * that a launched script hands on: then it stays.
 * @param path how the folder is called there
 */
export function removeAbandonedJars(
  folder: HeldFolder,
  path: string,
  keep: string,
  nowMs = Date.now(),
): void {
  const unused = readdirSync(folder.path).filter((name) => {
    if (name === keep || !NAME.test(name)) return false;
    const stat = lstatSync(folder.pathOf(name), { throwIfNoEntry: false });
    return stat?.isFile() && nowMs - stat.mtimeMs > UNUSED_MS;
  });
  for (const name of unused) {
    if (!isToldToProcess(`${path}/${name}`)) unlinkSync(folder.pathOf(name));
  }
}

function isToldToProcess(path: string): boolean {
  return readdirSync('/proc').some((name) => {
    const pid = Number(name);
    if (!Number.isInteger(pid)) return false;
    const texts = [...readCommandLine(pid), ...readEnvironment(pid).values()];
    return texts.some((text) => text.includes(path));
  });
}
