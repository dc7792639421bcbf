import { createRoot } from 'react-dom/client';
import { ensure } from '../shared/base/assert.ts';
import { besideNames } from '../shared/ipc/besideFiles.ts';
import { App } from './app/App.tsx';
import { connectEngine, noEngine } from './app/connection.ts';
import { connectDesktop } from './app/desktop.ts';
import { heldRecording } from './app/heldRecording.ts';
import { createIdleTracker, nextPaint } from './app/idle.ts';
import { askBeforeLeaving } from './app/leaving.ts';
import { chooseFile, giveAddress, giveFile } from './app/pageFiles.ts';
import { rememberSession, rememberedSession } from './app/rememberedSession.ts';
import { followTheme } from './app/followTheme.ts';
import { loadOpenedScreen } from './app/LaterScreen.tsx';
import { AppProvider } from './state/app/appContext.ts';
import { startCctWorker } from './state/cctWorkerClient.ts';
import { startHeapWorker } from './state/heapWorkerClient.ts';
import { SluiceApp } from './state/app/sluiceApp.ts';
import { Settings } from './state/settings.ts';
import { THEME } from './state/theme.ts';
import './theme/tokens.css';
import './theme/base.css';

// The app answers the connection and asks by it: the connection is made first and tells the app when that is there.
const held = heldRecording();
const idle = createIdleTracker(() => app.flushWorkers(), nextPaint);
const engine = held
  ? noEngine()
  : connectEngine(window.location.href, idle, {
      onOpen: () => app.connectionOpened(),
      onLost: () => app.connectionLost(),
    });
const app = new SluiceApp(engine, {
  copyText: (text) => navigator.clipboard.writeText(text),
  startWorker: startCctWorker,
  startHeapWorker,
  settings: new Settings(localStorageIfAllowed()),
  giveFile,
  giveAddress,
  chooseFile,
});
window.whenIdle = () => idle.whenIdle();
window.openRecording = (bytes, name) => idle.track(app.files.open(bytes, name));

if (held) void idle.track(app.showHeld(held));
else returnToSession();

followTheme(app.settings.of(THEME));
askBeforeLeaving(app);
connectDesktop(app);

createRoot(ensure(document.getElementById('root'), '#root')).render(
  <AppProvider value={app}>
    <App />
  </AppProvider>,
);
idle.track(nextPaint().then(loadOpenedScreen)).catch(() => {}); // the screen tries again, and tells

/** Back to what this tab showed before it was loaded anew, or to the demo or a file if its address says so. */
function returnToSession(): void {
  const sessionId = rememberedSession();
  app.files.learnBeside(besideNames(window.location.hash));
  const [firstBeside] = app.files.beside.get();
  if (sessionId) void app.resume(sessionId);
  else if (firstBeside) void idle.track(app.files.openBeside(firstBeside));
  else if (window.location.hash === '#demo') {
    window.history.replaceState(null, '', window.location.pathname); // a reload starts no second one
    void app.attachDemo();
  }
  app.state.subscribe(() => rememberSession(app.state.get()));
}

/** A browser that is told to keep nothing throws when it is asked. */
function localStorageIfAllowed(): Storage | null {
  try {
    return window.localStorage;
  } catch {
    return null;
  }
}
