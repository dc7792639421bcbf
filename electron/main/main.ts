import { fileURLToPath } from 'node:url';
import { app, dialog, session, type BrowserWindow } from 'electron';
import { startEngine, type EngineHost } from './engineHost.ts';
import { guardAllContents, guardSession } from './security.ts';
import { openWindow, setMenu } from './window.ts';

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
  const window = await openWindow(address, built('preload/preload.cjs'));
  app.on('second-instance', () => bringToFront(window));
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

app.enableSandbox();
guardAllContents(app);
app.on('window-all-closed', () => app.quit());
if (app.requestSingleInstanceLock()) run().catch(fail);
else app.quit();
