import { fileURLToPath } from 'node:url';
import { join } from 'node:path';
import { app, dialog, screen, session, type BrowserWindow } from 'electron';
import { messageOf } from '../../shared/base/errors.ts';
import { DESKTOP_CHANNEL } from '../../shared/ipc/desktopBridge.ts';
import { startEngine, type EngineHost } from './engineHost.ts';
import { guardAllContents, guardSession } from './security.ts';
import { setMenu } from './menu.ts';
import { readOpenedFile, openedFileIn } from './openedFiles.ts';
import { hearCommands } from './pageMessages.ts';
import { pageEndText } from './pageEnd.ts';
import { askWhereToSave } from './saving.ts';
import { makeWindow } from './window.ts';
import { keepWindowState, readWindowState } from './windowState.ts';

/**
 * The desktop application: starts the engine, shows its page in one window, ends both together. Everything else is
 * in the engine and in the page, which are the same in a browser.
 */
const built = (path: string): string => fileURLToPath(new URL(`../${path}`, import.meta.url));

/** Time for the engine to detach from its targets. */
const STOP_DEADLINE_MS = 10_000;

async function run(): Promise<void> {
  await app.whenReady();
  setMenu(process.platform);
  const engine = await startEngine(built('engine/serverMain.js'));
  stopWithApp(engine);
  guardSession(session.defaultSession, engine.url);
  // The page attaches to the demo program when its address says so.
  const address = process.argv.includes('--demo') ? `${engine.url}#demo` : engine.url;
  askWhereToSave(session.defaultSession, app);
  const statePath = join(app.getPath('userData'), 'window.json');
  const screens = screen.getAllDisplays().map(({ workArea }) => workArea);
  const window = makeWindow(built('preload/preload.cjs'), readWindowState(statePath, screens));
  keepWindowState(window, statePath);
  window.webContents.on('will-prevent-unload', (event) => {
    if (mayLeave(window)) event.preventDefault();
  });
  window.webContents.on('render-process-gone', (_event, { reason }) => {
    const sentence = pageEndText(reason);
    if (sentence === null) return;
    dialog.showErrorBox('Sluice', sentence);
    void window.loadURL(engine.url);
  });
  hearCommands(window, engine.url, (commands) =>
    setMenu(process.platform, commands, (id) => window.webContents.send(DESKTOP_CHANNEL.command, id)),
  );
  await window.loadURL(address);
  for (const path of waitingFiles.splice(0)) void openFile(window, path);
  takeFile = (path) => void openFile(window, path);
  app.on('second-instance', (_event, argv, folder) => {
    bringToFront(window);
    const path = openedFileIn(argv, folder);
    if (path) void openFile(window, path);
  });
}

/** The page does not want to go while a JVM is attached. */
function mayLeave(window: BrowserWindow): boolean {
  const choice = dialog.showMessageBoxSync(window, {
    type: 'question',
    message: 'A JVM is attached. Detach and close?',
    detail: 'The recording stops, and the classes of the program are put back as they were.',
    buttons: ['Detach and Close', 'Cancel'],
    defaultId: 0,
    cancelId: 1,
  });
  return choice === 0;
}

async function openFile(window: BrowserWindow, path: string): Promise<void> {
  try {
    window.webContents.send(DESKTOP_CHANNEL.openFile, await readOpenedFile(path));
    app.addRecentDocument(path);
  } catch (thrown) {
    dialog.showErrorBox('Sluice', `${path} could not be read: ${messageOf(thrown)}.`);
  }
}

/** The engine outlives the window by as long as it needs to detach; an engine that ends by itself ends the app. */
function stopWithApp(engine: EngineHost): void {
  let stopping = false;
  app.on('will-quit', (event) => {
    if (stopping) return;
    stopping = true;
    event.preventDefault();
    void engine.stop(STOP_DEADLINE_MS).then(() => app.quit());
  });
  void engine.ended.then(() => {
    if (!stopping) fail(new Error('The engine ended. Its targets restore themselves within seconds.'));
  });
}

function bringToFront(window: BrowserWindow): void {
  if (window.isMinimized()) window.restore();
  window.focus();
}

function fail(error: unknown): void {
  dialog.showErrorBox('Sluice', error instanceof Error ? error.message : String(error));
  app.exit(1);
}

/** Recordings that were to be opened before there was a window. */
const waitingFiles: string[] = [];
let takeFile = (path: string): void => void waitingFiles.push(path);
// macOS names a file by this event, also before the application is ready; the others on the command line.
app.on('open-file', (event, path) => {
  event.preventDefault();
  takeFile(path);
});
const named = openedFileIn(process.argv, process.cwd());
if (named) takeFile(named);

app.enableSandbox();
guardAllContents(app);
app.on('window-all-closed', () => app.quit());
if (app.requestSingleInstanceLock()) run().catch(fail);
else app.quit();
