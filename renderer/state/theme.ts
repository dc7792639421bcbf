import type { SettingKind } from './settings.ts';

export const THEMES = ['system', 'light', 'dark'] as const;
export type Theme = (typeof THEMES)[number];

/** `system`: light or dark as the system says, also when it changes its mind. */
export const THEME: SettingKind<Theme> = {
  name: 'theme',
  version: 1,
  initial: 'system',
  read: (stored) => THEMES.find((theme) => theme === stored) ?? null,
};
