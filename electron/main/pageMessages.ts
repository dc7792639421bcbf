import { ipcMain, type BrowserWindow } from 'electron';
import { DESKTOP_CHANNEL, menuCommandsOf, type MenuCommand } from '../../shared/ipc/desktopBridge.ts';

/**
 * The one message a page may send: its commands, for the menu. It is heard only from the main frame of our window while that
 * shows our page, and only when it has the right form (Electron security checklist, item 17).
 */
export function hearCommands(
  window: BrowserWindow,
  pageUrl: string,
  show: (commands: readonly MenuCommand[]) => void,
): void {
  const { origin } = new URL(pageUrl);
  ipcMain.on(DESKTOP_CHANNEL.showCommands, ({ senderFrame }, value: unknown) => {
    if (senderFrame === null || senderFrame !== window.webContents.mainFrame) return;
    if (new URL(senderFrame.url).origin !== origin) return;
    const commands = menuCommandsOf(value);
    if (commands) show(commands);
  });
}
