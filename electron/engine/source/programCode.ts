import type { RecordedTarget } from '../../../shared/recording/snapshot.ts';
import { ownPackagesOf } from './ownCode.ts';
import { classPathOfTarget } from './targetClassPath.ts';

/** Of a class path a recording keeps so many entries: clients are told them again and again while it goes on. */
const MOST_KEPT = 500;

/** What a recording keeps of where a program's code is: each is missing where it is not known. */
export type ProgramCode = Pick<RecordedTarget, 'ownPackages' | 'classPath'>;

/** Of a program that runs. */
export async function programCodeOf(pid: number): Promise<ProgramCode> {
  const [ownPackages, { entries }] = await Promise.all([ownPackagesOf(pid), classPathOfTarget(pid)]);
  return {
    ...(ownPackages.length === 0 ? {} : { ownPackages }),
    ...(entries.length === 0 ? {} : { classPath: entries.slice(0, MOST_KEPT) }),
  };
}
