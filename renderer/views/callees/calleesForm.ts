import type { SettingKind } from '../../state/settings.ts';

/** Callers and callees as two tables, or drawn around their method. */
export const CALLEES_FORM: SettingKind<'tables' | 'graph'> = {
  name: 'calleesForm',
  version: 1,
  initial: 'tables',
  read: (stored) => (stored === 'tables' || stored === 'graph' ? stored : null),
};
