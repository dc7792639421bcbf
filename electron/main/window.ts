import { BrowserWindow } from 'electron';
import { PAGE_PREFERENCES } from './security.ts';
import type { WindowState } from './windowState.ts';

/** The one window: it appears when there is something to see. Its page is loaded by showPage. */
export function makeWindow(preloadPath: string, { bounds, maximized }: WindowState): BrowserWindow {
  const window = new BrowserWindow({
    ...(bounds ?? { width: 1400, height: 900 }),
    minWidth: 720,
    minHeight: 480,
    show: false,
    title: 'Sluice',
    webPreferences: { ...PAGE_PREFERENCES, preload: preloadPath },
  });
  window.once('ready-to-show', () => {
    if (maximized) window.maximize();
    window.show();
  });
  return window;
}
