import { BrowserWindow, Menu, type MenuItemConstructorOptions } from 'electron';
import { PAGE_PREFERENCES } from './security.ts';

/** The one window: it shows the engine's page and appears when there is something to see. */
export async function openWindow(pageUrl: string, preloadPath: string): Promise<BrowserWindow> {
  const window = new BrowserWindow({
    width: 1400,
    height: 900,
    minWidth: 720,
    minHeight: 480,
    show: false,
    title: 'Sluice',
    webPreferences: { ...PAGE_PREFERENCES, preload: preloadPath },
  });
  window.once('ready-to-show', () => window.show());
  await window.loadURL(pageUrl);
  return window;
}

/** The system's usual items and nothing else: Sluice's own commands are in the page, as in the browser. */
export function setMenu(platform: NodeJS.Platform): void {
  const roles: MenuItemConstructorOptions[] = [
    { role: 'fileMenu' },
    { role: 'editMenu' },
    { role: 'viewMenu' },
    { role: 'windowMenu' },
  ];
  const items: MenuItemConstructorOptions[] = platform === 'darwin' ? [{ role: 'appMenu' }, ...roles] : roles;
  Menu.setApplicationMenu(Menu.buildFromTemplate(items));
}
