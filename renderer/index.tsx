import { besidePage } from './app/besidePage.ts';
import { connectEngine } from './app/connection.ts';
import { connectDesktop } from './app/desktop.ts';
import { createIdleTracker, nextPaint } from './app/idle.ts';
import { askBeforeLeaving } from './app/leaving.ts';
import { rememberSession, rememberedSession } from './app/rememberedSession.ts';
import { makeApp, paintApp } from './app/startPage.tsx';
import { startHeapWorker } from './state/heapWorkerClient.ts';
import './theme/tokens.css';
import './theme/base.css';

// The app answers the connection and asks by it: the connection is made first and tells the app when that is there.
const idle = createIdleTracker(() => app.flushWorkers(), nextPaint);
const engine = connectEngine(window.location.href, idle, {
  onOpen: () => app.connectionOpened(),
  onLost: () => app.connectionLost(),
});
const app = makeApp(engine, startHeapWorker);
returnToSession();
askBeforeLeaving(app);
connectDesktop(app);
paintApp(app, idle);

/** Back to what this tab showed before it was loaded anew, or to the demo or a file if its address says so. */
function returnToSession(): void {
  const sessionId = rememberedSession();
  const beside = besidePage();
  const [firstBeside] = beside;
  app.files.beside.set(beside);
  if (sessionId) void app.resume(sessionId);
  else if (firstBeside) void idle.track(app.files.openBeside(firstBeside));
  else if (window.location.hash === '#demo') {
    window.history.replaceState(null, '', window.location.pathname); // a reload starts no second one
    void app.attachDemo();
  }
  app.state.subscribe(() => rememberSession(app.state.get()));
}
