import { createRoot } from 'react-dom/client';
import { ensure } from '../../shared/base/assert.ts';
import type { EngineClient } from '../../shared/ipc/engineClient.ts';
import { AppProvider } from '../state/app/appContext.ts';
import { SluiceApp } from '../state/app/sluiceApp.ts';
import { startCctWorker } from '../state/cctWorkerClient.ts';
import type { StartHeapWorker } from '../state/heapWorkerClient.ts';
import { Settings } from '../state/settings.ts';
import { THEME } from '../state/theme.ts';
import { App } from './App.tsx';
import { copyImage, copyText } from './clipboard.ts';
import { followTheme } from './followTheme.ts';
import { nextPaint, type IdleTracker } from './idle.ts';
import { loadOpenedScreen } from './LaterScreen.tsx';
import { chooseFile, giveAddress, giveFile } from './pageFiles.ts';

/** The application of this page, which is not painted yet. */
export function makeApp(engine: EngineClient, startHeapWorker: StartHeapWorker): SluiceApp {
  return new SluiceApp(engine, {
    copyText,
    copyImage,
    startWorker: startCctWorker,
    startHeapWorker,
    settings: new Settings(localStorageIfAllowed()),
    giveFile,
    giveAddress,
    chooseFile,
  });
}

/** Paints it, and lets tests wait for it. */
export function paintApp(app: SluiceApp, idle: IdleTracker): void {
  window.whenIdle = () => idle.whenIdle();
  window.openRecording = (bytes, name) => idle.track(app.files.open(bytes, name));
  followTheme(app.settings.of(THEME));
  createRoot(ensure(document.getElementById('root'), '#root')).render(
    <AppProvider value={app}>
      <App />
    </AppProvider>,
  );
  idle.track(nextPaint().then(loadOpenedScreen)).catch(() => {}); // the screen tries again, and tells
}

/** A browser that is told to keep nothing throws when it is asked. */
function localStorageIfAllowed(): Storage | null {
  try {
    return window.localStorage;
  } catch {
    return null;
  }
}
