import { ipcMain, type BrowserWindow } from 'electron';
import {
  DESKTOP_CHANNEL,
  heldOf,
  menuCommandsOf,
  reasonOf,
  type HeldByPage,
  type MenuCommand,
} from '../../shared/ipc/desktopBridge.ts';

/** Who hears what a page may say. */
export interface PageListeners {
  /** Its commands, for the menu. */
  readonly onCommands: (commands: readonly MenuCommand[]) => void;
  /** What goes with it when it is closed. */
  readonly onHeld: (held: HeldByPage) => void;
  /** The answer to `closing`: "", or why not all is kept. */
  readonly onKept: (whyNot: string) => void;
}

/**
 * The messages a page may send. They are heard only from the main frame of our window while that shows our page, and only when
 * they have the right form (Electron security checklist, item 17).
 */
export function hearPage(window: BrowserWindow, pageUrl: string, listeners: PageListeners): void {
  const { origin } = new URL(pageUrl);
  const hear = <T>(channel: string, read: (value: unknown) => T | null, take: (message: T) => void): void => {
    ipcMain.on(channel, ({ senderFrame }, value: unknown) => {
      // A message may be on its way while the window goes.
      if (window.isDestroyed() || senderFrame === null || senderFrame !== window.webContents.mainFrame)
        return;
      if (new URL(senderFrame.url).origin !== origin) return;
      const message = read(value);
      if (message !== null) take(message);
    });
  };
  hear(DESKTOP_CHANNEL.showCommands, menuCommandsOf, listeners.onCommands);
  hear(DESKTOP_CHANNEL.tellHeld, heldOf, listeners.onHeld);
  hear(DESKTOP_CHANNEL.kept, reasonOf, listeners.onKept);
}
