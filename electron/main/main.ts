import { fileURLToPath } from 'node:url';
import { join } from 'node:path';
import { app, dialog, screen, session, type BrowserWindow } from 'electron';
import { SluiceError, messageOf } from '../../shared/base/errors.ts';
import { DESKTOP_CHANNEL } from '../../shared/ipc/desktopBridge.ts';
import { Closing } from './closing.ts';
import { startEngine, type EngineHost } from './engineHost.ts';
import { guardAllContents, guardSession } from './security.ts';
import { openMenuByKey, setMenu } from './menu.ts';
import { readOpenedFile, openedFileIn } from './openedFiles.ts';
import { hearPage } from './pageMessages.ts';
import { reloadWhenGone } from './pageEnd.ts';
import { askWhereToSave } from './saving.ts';
import { makeWindow } from './window.ts';
import { keepWindowState, readWindowState, usualBounds } from './windowState.ts';

/**
 * The desktop application: starts the engine, shows its page in one window, ends both together. Everything else is
 * in the engine and in the page, which are the same in a browser.
 */
const built = (path: string): string => fileURLToPath(new URL(`../${path}`, import.meta.url));

/** Time for the engine to detach from its targets. */
const STOP_DEADLINE_MS = 10_000;

async function run(): Promise<void> {
  await app.whenReady();
  endOnSignals();
  setMenu(process.platform);
  // The window is made while the engine starts.
  const starting = startEngine(built('engine/serverMain.js'));
  const window = openWindow();
  const engine = await starting;
  stopWithApp(engine, window);
  if (window.isDestroyed()) return;
  guardSession(session.defaultSession, engine.url);
  askWhereToSave(session.defaultSession, app);
  connectPage(window, engine.url);
  // The page attaches to the demo program when its address says so.
  const address = process.argv.includes('--demo') ? `${engine.url}#demo` : engine.url;
  await window.loadURL(address);
  for (const path of waitingFiles.splice(0)) void openFile(window, path);
  takeFile = (path) => void openFile(window, path);
  app.on('second-instance', (_event, argv, folder) => {
    bringToFront(window);
    const path = openedFileIn(argv, folder);
    if (path) void openFile(window, path);
  });
}

/** Where it was, else in the middle of the first screen. */
function openWindow(): BrowserWindow {
  const statePath = join(app.getPath('userData'), 'window.json');
  const screens = screen.getAllDisplays().map(({ workArea }) => workArea);
  const state = readWindowState(statePath, screens);
  const bounds = state.bounds ?? usualBounds(screen.getPrimaryDisplay().workArea);
  const window = makeWindow(built('preload/preload.cjs'), bounds, state.maximized);
  keepWindowState(window, statePath, bounds);
  openMenuByKey(window, process.platform);
  return window;
}

/** What the page says, and what becomes of it. */
function connectPage(window: BrowserWindow, pageUrl: string): void {
  const closing = new Closing(window);
  closeUnasked = () => closing.closeUnasked();
  reloadWhenGone(window, pageUrl);
  hearPage(window, pageUrl, {
    onCommands: (commands) =>
      setMenu(process.platform, commands, (id) => window.webContents.send(DESKTOP_CHANNEL.command, id)),
    onHeld: (held) => closing.hold(held),
    onKept: (whyNot) => closing.kept(whyNot),
  });
}

async function openFile(window: BrowserWindow, path: string): Promise<void> {
  try {
    window.webContents.send(DESKTOP_CHANNEL.openFile, await readOpenedFile(path));
    app.addRecentDocument(path);
  } catch (thrown) {
    if (window.isDestroyed()) return;
    const detail = thrown instanceof SluiceError ? thrown.remedy : '';
    const message = messageOf(thrown);
    void dialog.showMessageBox(window, { type: 'error', title: 'Sluice', message, detail });
  }
}

/** The engine outlives the window by as long as it needs to detach. The window outlives an engine that ends by itself. */
function stopWithApp(engine: EngineHost, window: BrowserWindow): void {
  let stopping = false;
  app.on('will-quit', (event) => {
    if (stopping) return;
    stopping = true;
    event.preventDefault();
    void engine.stop(STOP_DEADLINE_MS).then(() => app.quit());
  });
  void engine.ended.then(() => {
    if (stopping || signalled || window.isDestroyed()) return;
    void dialog.showMessageBox(window, {
      type: 'error',
      title: 'Sluice',
      message: 'The engine ended. What was recorded is still in this window.',
      detail:
        'Save it by File, Save Recording…, then start Sluice again. Programs that were attached put their classes back by themselves within seconds.',
    });
  });
}

/** The session of the user ends, or Ctrl+C: what is recorded is kept without a question. A second one does not wait for that. */
function endOnSignals(): void {
  // Not before Electron is ready: it sets handlers of its own while it starts.
  for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const)
    process.on(signal, () => {
      const isFirst = !signalled;
      signalled = true;
      if (isFirst) void closeUnasked().then(() => app.quit());
      else app.exit(1);
    });
}

function bringToFront(window: BrowserWindow): void {
  if (window.isMinimized()) window.restore();
  window.focus();
}

function fail(error: unknown): void {
  if (signalled) return app.exit(0); // it was to end while it started
  dialog.showErrorBox('Sluice', error instanceof Error ? error.message : String(error));
  app.exit(1);
}

let signalled = false;
/** Of the window, when its page is there. */
let closeUnasked = (): Promise<void> => Promise.resolve();

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
