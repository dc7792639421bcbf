import { BrowserWindow, type Rectangle } from 'electron';
import { PAGE_PREFERENCES } from './security.ts';

/** The one window: it appears when there is something to see. Its page is loaded when the engine serves it. */
export function makeWindow(preloadPath: string, bounds: Rectangle, maximized: boolean): BrowserWindow {
  const window = new BrowserWindow({
    ...bounds,
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
