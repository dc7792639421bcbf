import type { RecordedTarget } from './snapshot.ts';

/** Own packages of whichever recordings tell theirs: those of two that are compared are of one program. */
export function ownPackagesIn(targets: readonly Pick<RecordedTarget, 'ownPackages'>[]): readonly string[] {
  return [...new Set(targets.flatMap(({ ownPackages = [] }) => ownPackages))];
}
