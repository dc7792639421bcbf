import { contextBridge, ipcRenderer } from 'electron';
import { DESKTOP_CHANNEL, type DesktopBridge, type OpenedFile } from '../../shared/ipc/desktopBridge.ts';

/**
 * All that the window's page has beyond a browser's (shared/ipc/desktopBridge.ts): the application's menu, and files from the
 * system's file manager. It reaches the engine as every client does, by WebSocket and HTTP.
 */
let openFile: ((file: OpenedFile) => void) | null = null;
/** Files that came before the page listened. */
const early: OpenedFile[] = [];
ipcRenderer.on(DESKTOP_CHANNEL.openFile, (_event, file: OpenedFile) => {
  if (openFile) openFile(file);
  else early.push(file);
});

let runCommand: (id: string) => void = () => {};
ipcRenderer.on(DESKTOP_CHANNEL.command, (_event, id: string) => runCommand(id));

/** A page that does not listen yet has recorded nothing. */
let keepAll = (): Promise<string> => Promise.resolve('');
ipcRenderer.on(DESKTOP_CHANNEL.closing, () => {
  void keepAll().then((whyNot) => ipcRenderer.send(DESKTOP_CHANNEL.kept, whyNot));
});

const bridge: DesktopBridge = {
  showCommands: (commands) => ipcRenderer.send(DESKTOP_CHANNEL.showCommands, commands),
  onCommand: (listener) => (runCommand = listener),
  onOpenFile: (listener) => {
    openFile = listener;
    for (const file of early.splice(0)) listener(file);
  },
  tellHeld: (held) => ipcRenderer.send(DESKTOP_CHANNEL.tellHeld, held),
  onClosing: (listener) => (keepAll = listener),
};
contextBridge.exposeInMainWorld('sluiceDesktop', Object.freeze(bridge));
