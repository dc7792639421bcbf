import type { SettingKind } from '../settings.ts';

/** The roots that recordings of a program were started with, by its main class. */
export interface UsedRoots {
  readonly mainClass: string;
  /** The latest first. */
  readonly roots: readonly string[];
}

const MAX_PROGRAMS = 50;
const MAX_ROOTS = 8;

/** The latest program last. */
export const USED_ROOTS: SettingKind<readonly UsedRoots[]> = {
  name: 'usedRoots',
  version: 1,
  initial: [],
  read(stored) {
    return Array.isArray(stored) ? stored.flatMap(readUsed).slice(-MAX_PROGRAMS) : null;
  },
};

/** With these as the latest of that program; what was used longest ago makes room. */
export function withUsedRoots(
  used: readonly UsedRoots[],
  mainClass: string,
  roots: readonly string[],
): readonly UsedRoots[] {
  const all = [...new Set([...roots, ...rootsOf(used, mainClass)])].slice(0, MAX_ROOTS);
  return [...used.filter((one) => one.mainClass !== mainClass), { mainClass, roots: all }].slice(
    -MAX_PROGRAMS,
  );
}

export function rootsOf(used: readonly UsedRoots[], mainClass: string): readonly string[] {
  return used.find((one) => one.mainClass === mainClass)?.roots ?? [];
}

function readUsed(stored: unknown): UsedRoots[] {
  const { mainClass, roots } = (stored ?? {}) as Partial<Record<keyof UsedRoots, unknown>>;
  if (typeof mainClass !== 'string' || !Array.isArray(roots)) return [];
  return [{ mainClass, roots: roots.filter((root) => typeof root === 'string').slice(0, MAX_ROOTS) }];
}
