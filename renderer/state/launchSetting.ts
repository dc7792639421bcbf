import type { SettingKind } from './settings.ts';

/** What was launched last, offered again. */
export interface LastLaunch {
  readonly commandLine: string;
  readonly folder: string;
  /** As typed; patternList.ts splits them. */
  readonly roots: string;
}

export const LAST_LAUNCH: SettingKind<LastLaunch> = {
  name: 'lastLaunch',
  version: 1,
  initial: { commandLine: '', folder: '', roots: '' },
  read(stored) {
    const { commandLine, folder, roots } = (stored ?? {}) as Partial<Record<keyof LastLaunch, unknown>>;
    return typeof commandLine === 'string' && typeof folder === 'string' && typeof roots === 'string'
      ? { commandLine, folder, roots }
      : null;
  },
};
