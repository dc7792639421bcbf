import { existsSync, readdirSync } from 'node:fs';

/** Where the folders of sessions and the files that ask a JVM for an attach socket are made. */
const SHARED_FOLDERS = ['/dev/shm', '/tmp', '/var/tmp'];
const TRACE = /^sluice-session-\d+\.(\d+)\.|^\.attach_pid(\d+)$/;

/**
 * Names that sessions of these tools and attaches to these JVMs have left. Of no other process, for tests of other files,
 * and other users of the machine, begin theirs in the same folders.
 * @param pids of tools and of JVMs
 * @param folders where a target in a container has its own
 */
export function sessionTraces(
  pids: readonly number[],
  folders: readonly string[] = SHARED_FOLDERS,
): string[] {
  return folders
    .flatMap((folder) => (existsSync(folder) ? readdirSync(folder) : []))
    .filter((name) => {
      const [, tool, jvm] = TRACE.exec(name) ?? [];
      return pids.includes(Number(tool ?? jvm));
    });
}
