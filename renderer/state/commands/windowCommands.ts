import type { Command } from './command.ts';
import { isOver } from '../../../shared/ipc/engineClient.ts';
import { THEME, type Theme } from '../theme.ts';
import { canBeCancelled, noComparison } from '../whyNotNow.ts';

/** What is done with the window itself. */
export const WINDOW_COMMANDS: readonly Command[] = [
  {
    id: 'showJvms',
    title: 'Running JVMs',
    group: 'Window',
    offeredAlone: false,
    keys: [],
    run: (app) => app.show('jvms'),
    whyNot: ({ session }) => (session && !isOver(session.status) ? 'Detach first.' : ''),
  },
  {
    id: 'showSession',
    title: 'Show Session',
    group: 'Window',
    offeredAlone: false,
    keys: [],
    run: (app) => app.show('session'),
    whyNot: ({ session }) => (session ? '' : 'Nothing has been recorded.'),
  },
  {
    id: 'showComparison',
    title: 'Show Comparison',
    group: 'Window',
    offeredAlone: true,
    keys: [],
    run: (app) => app.show('comparison'),
    whyNot: noComparison,
  },
  {
    id: 'cancel',
    title: 'Cancel',
    group: 'Window',
    offeredAlone: true,
    keys: ['Ctrl+Escape', 'Shift+Escape'],
    run: (app) => app.cancel(),
    whyNot: ({ pending, cancelling }) => {
      if (cancelling) return 'It is being cancelled.';
      if (canBeCancelled(pending)) return '';
      return pending ? 'This cannot be cancelled.' : 'Nothing is under way.';
    },
  },
  {
    id: 'refresh',
    title: 'Refresh',
    group: 'Window',
    offeredAlone: false,
    keys: ['F5'],
    run: (app) => void app.refreshJvms(),
    whyNot: ({ screen }) => (screen === 'jvms' ? '' : 'The list of JVMs is not in front.'),
  },
  {
    id: 'palette',
    title: 'All Commands…',
    group: 'Window',
    offeredAlone: true,
    keys: ['Ctrl+Shift+p', 'Ctrl+k', 'F1'],
    run: (app) => app.overlay('palette'),
    whyNot: () => '',
  },
  {
    id: 'keys',
    title: 'Keyboard Shortcuts',
    group: 'Window',
    offeredAlone: true,
    keys: ['?'],
    run: (app) => app.overlay('keys'),
    whyNot: () => '',
  },
  {
    id: 'copyDiagnostics',
    title: 'Copy Diagnostics',
    group: 'Window',
    offeredAlone: false,
    keys: [],
    run: (app) => void app.copyDiagnostics(),
    whyNot: () => '',
  },
  themeCommand('system', 'Theme: as the System'),
  themeCommand('light', 'Theme: Light'),
  themeCommand('dark', 'Theme: Dark'),
];

function themeCommand(theme: Theme, title: string): Command {
  return {
    id: `theme.${theme}`,
    title,
    group: 'Window',
    offeredAlone: true,
    keys: [],
    run: (app) => app.settings.of(THEME).set(theme),
    whyNot: () => '',
  };
}
