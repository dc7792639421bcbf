import { SluiceError, messageOf } from '../../../shared/base/errors.ts';

/** As whom something is done. */
export interface TargetUser {
  readonly euid: number;
  readonly egid: number;
}

/** Where files for a target have to be made, and whose they have to be. */
export interface TargetPlace extends TargetUser {
  /** Leads from our file system to the target's: "" when they are the same, else /proc/PID/root. */
  readonly rootPrefix: string;
}

/** For a JVM that we start ourselves. */
export function ownPlace(): TargetPlace {
  return { rootPrefix: '', euid: process.geteuid?.() ?? -1, egid: process.getegid?.() ?? -1 };
}

/** Work that is over when it returns. */
export type SynchronousWork<T> = (() => T) & (T extends PromiseLike<unknown> ? never : unknown);

/**
 * Does work with files and sockets as the target's user, so that the kernel says what may be done, whatever was looked at before:
 * everything made belongs to the user from the start, and a tool run by root follows no path and dials no socket with root's
 * rights. Of the user's groups there is its own one alone.
 *
 * The user is a property of the whole process, so the work is synchronous, as its type says, and nothing else of the engine
 * resolves the name of a file in another thread: node:fs/promises is kept out of it (eslint.config.js).
 */
export function asTargetUser<T>({ euid, egid }: TargetUser, work: SynchronousWork<T>): T {
  const { geteuid, getegid, getgroups, seteuid, setegid, setgroups } = process;
  if (!geteuid || !getegid || !getgroups || !seteuid || !setegid || !setgroups || geteuid() === euid) {
    return work();
  }
  const own = { euid: geteuid(), egid: getegid(), groups: getgroups() };
  const restore = (): void => {
    seteuid(own.euid);
    setegid(own.egid);
    setgroups(own.groups);
  };
  try {
    setgroups([egid]);
    setegid(egid);
    seteuid(euid);
  } catch (thrown) {
    if (own.euid === 0) restore();
    throw new SluiceError(
      'attach-failed',
      `Sluice could not act as user ${euid} of the target: ${messageOf(thrown)}.`,
      'Run Sluice as that user.',
      { cause: thrown },
    );
  }
  try {
    return work();
  } finally {
    restore();
  }
}

/**
 * Does work with what the kernel shows of a process to those who may look into it (ptrace(2), PTRACE_MODE_READ): /proc/PID/root, cwd,
 * ns, maps, environ. Root without CAP_SYS_PTRACE, as in containers, may not; acting as the user of the process it may.
 * @throws what the work throws where neither may
 */
export function asWhoMayLook<T>(user: TargetUser, work: SynchronousWork<T>): T {
  try {
    return work();
  } catch (thrown) {
    if (process.geteuid?.() !== 0 || user.euid === 0) throw thrown;
    try {
      return asTargetUser(user, work);
    } catch {
      throw thrown;
    }
  }
}
