import { SluiceError, messageOf } from '../../../shared/base/errors.ts';

/** Where files for a target have to be made, and whose they have to be. */
export interface TargetPlace {
  /** Leads from our file system to the target's: "" when they are the same, else /proc/PID/root. */
  readonly rootPrefix: string;
  readonly euid: number;
  readonly egid: number;
}

/** For a JVM that we start ourselves. */
export function ownPlace(): TargetPlace {
  return { rootPrefix: '', euid: process.geteuid?.() ?? -1, egid: process.getegid?.() ?? -1 };
}

/**
 * Does file work as the target's user, so that everything made belongs to it from the start, and so that a tool run by
 * root never follows paths with root's rights through folders of others. The work must be synchronous: the effective
 * user is a property of the whole process.
 */
export function asTargetUser<T>(place: TargetPlace, work: () => T): T {
  const { euid, egid } = place;
  const ownUid = process.geteuid?.() ?? euid;
  const ownGid = process.getegid?.() ?? egid;
  if (ownUid === euid || !process.seteuid || !process.setegid) return work();
  try {
    process.setegid(egid);
    process.seteuid(euid);
  } catch (thrown) {
    process.setegid(ownGid);
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
    process.seteuid(ownUid);
    process.setegid(ownGid);
  }
}
