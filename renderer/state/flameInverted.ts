import type { SettingKind } from './settings.ts';

/** Whether the flame graph has callers upon their callees: the same for all recordings. */
export const FLAME_INVERTED: SettingKind<boolean> = {
  name: 'flameInverted',
  version: 1,
  initial: false,
  read: (stored) => (typeof stored === 'boolean' ? stored : null),
};
