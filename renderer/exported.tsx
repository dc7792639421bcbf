import { noEngine } from './app/connection.ts';
import { heldRecording } from './app/heldRecording.ts';
import { createIdleTracker, nextPaint } from './app/idle.ts';
import { makeApp, paintApp } from './app/startPage.tsx';
import type { StartHeapWorker } from './state/heapWorkerClient.ts';
import { serveTrees } from './worker/serveTrees.ts';
import './theme/tokens.css';
import './theme/base.css';

/**
 * The page that holds a recording (build/recordingPage.mjs): one script, which the page and its worker both run, for they have much in
 * common. Modules with `inExport` in their name stand for those of the same name without it.
 */
if (typeof document === 'undefined') serveTrees();
else {
  const idle = createIdleTracker(() => app.flushWorkers(), nextPaint);
  const app = makeApp(noEngine(), readsNoHeap);
  void idle.track(app.showHeld(heldRecording()));
  paintApp(app, idle);
}

/** Heap dumps are not read here. */
function readsNoHeap(receive: Parameters<StartHeapWorker>[0]): ReturnType<StartHeapWorker> {
  const send = (): void =>
    queueMicrotask(() =>
      receive({
        kind: 'failed',
        id: null,
        code: 'io',
        message: 'An exported page opens no heap dumps.',
        remedy: 'Open it in Sluice itself: sluice view FILE.hprof.',
      }),
    );
  return { send, close: () => {} };
}
