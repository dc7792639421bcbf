import { Menu, type BrowserWindow, type MenuItemConstructorOptions } from 'electron';
import type { MenuCommand } from '../../shared/ipc/desktopBridge.ts';

/**
 * The application's menu: the page's commands, by group, and the system's usual items. Keys of commands are only shown: the page
 * listens to them, as in a browser.
 * @param onCommand is told the id of the one that was chosen
 */
export function setMenu(
  platform: NodeJS.Platform,
  commands: readonly MenuCommand[] = [],
  onCommand: (id: string) => void = () => {},
): void {
  Menu.setApplicationMenu(Menu.buildFromTemplate(menuTemplate(platform, commands, onCommand)));
}

export function menuTemplate(
  platform: NodeJS.Platform,
  commands: readonly MenuCommand[],
  onCommand: (id: string) => void,
): MenuItemConstructorOptions[] {
  const groups = [...new Set(commands.map(({ group }) => group))];
  const own = groups.map((group): MenuItemConstructorOptions => {
    const items = commands.filter((command) => command.group === group);
    return {
      label: group,
      submenu: items.map(({ id, title, key, enabled }) => ({
        label: title,
        enabled,
        click: () => onCommand(id),
        ...(key === '' ? {} : { accelerator: acceleratorOf(key), registerAccelerator: false }),
      })),
    };
  });
  const isMac = platform === 'darwin';
  return [
    ...(isMac ? [{ role: 'appMenu' } as const] : []),
    ...own,
    { role: 'editMenu' },
    {
      label: 'View',
      submenu: [
        { role: 'resetZoom' },
        { role: 'zoomIn' },
        { role: 'zoomIn', accelerator: 'CommandOrControl+=', visible: false }, // + without Shift, as browsers take it
        { role: 'zoomOut' },
        { type: 'separator' },
        { role: 'togglefullscreen' },
      ],
    },
    ...(isMac ? [] : [{ label: 'Sluice', submenu: [{ role: 'quit' }] } as MenuItemConstructorOptions]),
  ];
}

/** Opens the menu by F10, as is the custom where a window has its own; Alt does so by itself. */
export function openMenuByKey(window: BrowserWindow, platform: NodeJS.Platform): void {
  if (platform === 'darwin') return;
  window.webContents.on('before-input-event', (event, { type, key, shift, control, alt, meta }) => {
    if (type !== 'keyDown' || key !== 'F10' || shift || control || alt || meta) return;
    event.preventDefault();
    Menu.getApplicationMenu()?.popup({ window, x: 0, y: 0 });
  });
}

/** Ctrl is Cmd where that is the custom. */
function acceleratorOf(key: string): string {
  return key.replace('Ctrl+', 'CommandOrControl+').replace(/ (?=Up$|Down$)/, '');
}
